// SPDX-License-Identifier: Apache-2.0 A word at the start of a file that several processes watch
// (futex(2)). libc has no function for futex(2).
#ifndef CLATCHKEY_SHAREDWORD_H
#define CLATCHKEY_SHAREDWORD_H
#include <stdint.h>

/// Sleeps while the word at the start of a file's mapping is `value`, for at most `milliseconds`.
///
/// The kernel reads the word, so a truncated file gives an error and no signal. Returns 0 after a
/// wake-up, or else an errno: EAGAIN if the word has another value, ETIMEDOUT, or EFAULT for a
/// truncated file.
int latchkey_word_wait(const void *mapping, uint32_t value, uint32_t milliseconds);

/// Wakes all threads that sleep on the word of this file.
void latchkey_word_wake(const void *mapping);
#endif
