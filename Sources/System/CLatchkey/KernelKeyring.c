// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/KernelKeyring.h"
#include <errno.h>
#include <linux/keyctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The owner may do everything, others nothing. Above all, possession grants nothing: a program of
// another user possesses the keys if it inherits the session keyring.
#define OWNER_ONLY 0x003f0000

static const char *const type = "user";

static long control(int operation, unsigned long a, unsigned long b, unsigned long c,
                    unsigned long d) {
  return syscall(SYS_keyctl, operation, a, b, c, d);
}

static long find(const char *name) {
  return control(KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, (unsigned long)type, (unsigned long)name, 0);
}

// Changes an existing key. Returns 0, or -1 with errno.
static int change(const char *name, const void *bytes, size_t count, unsigned seconds) {
  long key = find(name);
  if (key < 0) return -1;
  if (control(KEYCTL_UPDATE, key, (unsigned long)bytes, count, 0) != 0) return -1;
  return control(KEYCTL_SET_TIMEOUT, key, seconds, 0, 0) == 0 ? 0 : -1;
}

// Each entry is a new key that replaces the key of its name in one step. A reader of the old key
// can then drop that key alone. The old key is changed in place only if the user has no room for
// another.
int latchkey_keyring_put(const char *name, const void *bytes, size_t count, unsigned seconds) {
  // The key belongs to this thread alone until its permissions and its timeout are set.
  long key =
      syscall(SYS_add_key, type, name, bytes, count, (unsigned long)KEY_SPEC_THREAD_KEYRING);
  int done = key >= 0 && control(KEYCTL_SETPERM, key, OWNER_ONLY, 0, 0) == 0 &&
             control(KEYCTL_SET_TIMEOUT, key, seconds, 0, 0) == 0 &&
             control(KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING, 0, 0) == 0;
  int number = errno;
  if (key >= 0) control(KEYCTL_UNLINK, key, KEY_SPEC_THREAD_KEYRING, 0, 0);
  if (done || (number == EDQUOT && change(name, bytes, count, seconds) == 0)) return 0;
  latchkey_keyring_drop(name);
  errno = number;
  return -1;
}

ssize_t latchkey_keyring_get(const char *name, void *bytes, size_t count, int32_t *key) {
  // A key that was found may be gone before it is read, with another key in its place.
  for (int round = 0;; round++) {
    long found = find(name);
    if (found < 0) return -1;
    long size = control(KEYCTL_READ, found, (unsigned long)bytes, count, 0);
    if (size >= 0) *key = (int32_t)found;
    int is_gone = errno == ENOKEY || errno == EKEYREVOKED || errno == EKEYEXPIRED;
    if (size >= 0 || !is_gone || round == 8) return size;
  }
}

ssize_t latchkey_keyring_names(const char *prefix, char *names, size_t size) {
  // A user who is not root has at most 200 keys, unless the limit was raised.
  int32_t keys[4096];
  long bytes = control(KEYCTL_READ, KEY_SPEC_USER_KEYRING, (unsigned long)keys, sizeof keys, 0);
  if (bytes < 0) return -1;
  if ((size_t)bytes > sizeof keys) bytes = sizeof keys;
  size_t used = 0;
  for (size_t index = 0; index < bytes / sizeof keys[0]; index++) {
    char text[512];
    long count = control(KEYCTL_DESCRIBE, keys[index], (unsigned long)text, sizeof text, 0);
    if (count <= 0 || (size_t)count > sizeof text) continue;
    // type;user;group;permissions;name
    const char *name = text;
    for (int field = 0; field < 4 && name; field++) {
      name = strchr(name, ';');
      if (name) name++;
    }
    if (!name || strncmp(name, prefix, strlen(prefix)) != 0) continue;
    size_t length = strlen(name) + 1;
    if (length > size - used) break;
    memcpy(names + used, name, length);
    used += length;
  }
  return used;
}

int latchkey_keyring_drop(const char *name) {
  long key = find(name);
  if (key < 0) return -1;
  control(KEYCTL_REVOKE, key, 0, 0, 0);
  // The kernel unlinks by name. If a newer key has this name by now, the newer key is unlinked.
  control(KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING, 0, 0);
  return 0;
}

int latchkey_keyring_drop_key(int32_t key) {
  // Unlinking would remove another key of an equal name, so the key is invalidated.
  return (int)control(KEYCTL_INVALIDATE, key, 0, 0, 0);
}
