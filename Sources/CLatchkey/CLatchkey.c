// SPDX-License-Identifier: Apache-2.0
#include "CLatchkey.h"
