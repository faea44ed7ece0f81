// SPDX-License-Identifier: Apache-2.0
#include "Readiness.h"

#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int latchkey_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void latchkey_event_signal(int event) {
  uint64_t one = 1;
  if (write(event, &one, sizeof one) < 0) return;  // Full: the descriptor is readable already.
}

int latchkey_event_clear(int event) {
  uint64_t count;
  return read(event, &count, sizeof count) == sizeof count;
}

void latchkey_wait_readable(int one, int other, int milliseconds) {
  struct pollfd files[] = {{.fd = one, .events = POLLIN}, {.fd = other, .events = POLLIN}};
  poll(files, 2, milliseconds);
}
