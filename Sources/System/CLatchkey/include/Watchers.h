// SPDX-License-Identifier: Apache-2.0
// The extra tasks that calls of this process have besides their answer, in one atomic word.
#ifndef CLATCHKEY_WATCHERS_H
#define CLATCHKEY_WATCHERS_H

#include <stdint.h>

/// Returns the word: the number of watchers of calls in its lower half, and flags in its upper
/// half.
///
/// The number is one higher until the environment has been checked for a request to watch.
uint32_t latchkey_watchers(void);

/// Adds one watcher of calls if `difference` is 1, or removes one if it is -1.
void latchkey_watchers_change(int difference);

/// Sets a flag in the upper half of the word.
void latchkey_watchers_set(uint32_t flag);

/// Clears a flag in the upper half of the word.
void latchkey_watchers_clear(uint32_t flag);
#endif
