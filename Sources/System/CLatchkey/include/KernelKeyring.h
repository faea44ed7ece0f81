// SPDX-License-Identifier: Apache-2.0 Keys in the keyring that the kernel keeps for a user
// (keyrings(7)). libc has no functions for keyrings.
#ifndef CLATCHKEY_KERNELKEYRING_H
#define CLATCHKEY_KERNELKEYRING_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Stores bytes under a name for the processes of this user, in place of earlier bytes.
///
/// The kernel deletes the bytes after `seconds`, or never if `seconds` is 0. Returns 0, or -1 with
/// errno.
int latchkey_keyring_put(const char *name, const void *bytes, size_t count, unsigned seconds);

/// Copies the bytes that are stored under a name.
///
/// At most `count` bytes are copied. Returns the size of the stored bytes, which may be more than
/// `count`, or -1 with errno. `key` receives the kernel's number of the key that was read.
ssize_t latchkey_keyring_get(const char *name, void *bytes, size_t count, int32_t *key);

/// Writes the names that begin with `prefix` to `names`, as far as they fit.
///
/// Each name ends with a 0 byte. Returns the number of bytes written, or -1 with errno.
ssize_t latchkey_keyring_names(const char *prefix, char *names, size_t size);

/// Deletes the bytes that are stored under a name, for all processes of the user.
///
/// Returns 0, or -1 with errno.
int latchkey_keyring_drop(const char *name);

/// Deletes the key with a number from `latchkey_keyring_get`, for all processes of the user.
///
/// If bytes were stored under the same name later, they have another key and are not deleted.
/// Returns 0, or -1 with errno.
int latchkey_keyring_drop_key(int32_t key);
#endif
