// SPDX-License-Identifier: Apache-2.0
#include "NoICU.h"

// The linker takes this for the data of ICU, 31 MB, which it then leaves out of the program. ICU
// finds no header in it and answers each question with an error; what Foundation does without ICU
// works as ever (Documentation/Decisions/program-size.md). The name has ICU's version: with
// a Swift release that brings another one this does nothing, and the gate of sizes says so.
const char icudt76_dat[16] __attribute__((aligned(16)));
