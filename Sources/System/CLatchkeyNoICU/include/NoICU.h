// SPDX-License-Identifier: Apache-2.0
// An ICU without data, for programs that do not use it (NoICU.c).
#pragma once

extern const char icudt76_dat[16];
