// SPDX-License-Identifier: Apache-2.0
// Keys in the keyring that the kernel keeps for a user (keyrings(7)); libc has no calls for it.
#ifndef CLATCHKEY_KERNELKEYRING_H
#define CLATCHKEY_KERNELKEYRING_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Keeps bytes under a name for the processes of this user, in place of others; after `seconds` the
/// kernel forgets them, after 0 never. Returns 0, or -1 with errno.
int latchkey_keyring_put(const char *name, const void *bytes, size_t count, unsigned seconds);

/// Copies what is kept under a name. Returns how many bytes there are, which may be more than fit,
/// or -1 with errno; `key` then says which key it was.
ssize_t latchkey_keyring_get(const char *name, void *bytes, size_t count, int32_t *key);

/// Writes the names that begin with `prefix` to `names`, each with a 0 byte behind it, as far as
/// they fit. Returns how many bytes were written, or -1 with errno.
ssize_t latchkey_keyring_names(const char *prefix, char *names, size_t size);

/// Forgets a name for all processes. Returns 0, or -1 with errno.
int latchkey_keyring_drop(const char *name);

/// Forgets a key that was read, and none that has its name by now. Returns 0, or -1 with errno.
int latchkey_keyring_drop_key(int32_t key);
#endif
