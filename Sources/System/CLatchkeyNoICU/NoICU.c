// SPDX-License-Identifier: Apache-2.0
#include "NoICU.h"

// The linker takes this array for the data of ICU (31 MB), and leaves the real data out of the
// program. ICU finds no header in the array and answers every query with an error. The parts of
// Foundation that do not use ICU work as usual (Documentation/Decisions/no-icu.md). The name
// contains ICU's version. With a Swift release that has another version, the array has no effect,
// and the check of sizes fails.
const char icudt76_dat[16] __attribute__((aligned(16)));
