// SPDX-License-Identifier: Apache-2.0
#include "Watchers.h"

#include <stdatomic.h>

static atomic_int watchers = 1;

int latchkey_watchers(void) { return atomic_load_explicit(&watchers, memory_order_relaxed); }

void latchkey_watchers_change(int difference) { atomic_fetch_add(&watchers, difference); }
