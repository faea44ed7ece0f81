// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/NewFile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int latchkey_open_unnamed(const char *directory) {
  return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

int latchkey_name_new(int descriptor, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  if (linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) return 0;
  // Works without /proc, for privileged programs and, on newer kernels, for the opener of the file.
  int number = errno;
  if (number == ENOENT && linkat(descriptor, "", AT_FDCWD, name, AT_EMPTY_PATH) == 0) return 0;
  errno = number;
  return -1;
}

int latchkey_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
