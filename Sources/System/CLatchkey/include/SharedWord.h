// SPDX-License-Identifier: Apache-2.0
// A word at the beginning of a file that processes watch (futex(2)); libc has no call for it.
#ifndef CLATCHKEY_SHAREDWORD_H
#define CLATCHKEY_SHAREDWORD_H
#include <stdint.h>

/// Sleeps while the word at the beginning of the mapping of a file is `value`, at most so many
/// milliseconds. The kernel reads the word: a file that was cut short is an error, no signal.
/// Returns 0 after a waking, else an errno (EAGAIN: it is another; ETIMEDOUT; EFAULT: cut short).
int latchkey_word_wait(const void *mapping, uint32_t value, uint32_t milliseconds);

/// Wakes all who sleep on the word of the same file.
void latchkey_word_wake(const void *mapping);
#endif
