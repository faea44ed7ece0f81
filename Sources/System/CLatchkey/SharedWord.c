// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/SharedWord.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int latchkey_word_wait(const void *mapping, uint32_t value, uint32_t milliseconds) {
  struct timespec limit = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  if (syscall(SYS_futex, mapping, FUTEX_WAIT, value, &limit, NULL, 0) == 0) return 0;
  return errno;
}

void latchkey_word_wake(const void *mapping) {
  syscall(SYS_futex, mapping, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
