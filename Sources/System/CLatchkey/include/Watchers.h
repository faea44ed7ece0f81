// SPDX-License-Identifier: Apache-2.0
// What calls of this process have to look at beside their answer, for one atomic load.
#ifndef CLATCHKEY_WATCHERS_H
#define CLATCHKEY_WATCHERS_H

#include <stdint.h>

/// The word: in its lower half how many want to know of calls, one more until somebody has looked
/// whether the environment asks for it; in its upper half flags.
uint32_t latchkey_watchers(void);

/// One more who wants to know with 1, one less with -1.
void latchkey_watchers_change(int difference);

/// Sets a flag of the upper half.
void latchkey_watchers_set(uint32_t flag);

/// Takes a flag of the upper half back.
void latchkey_watchers_clear(uint32_t flag);
#endif
