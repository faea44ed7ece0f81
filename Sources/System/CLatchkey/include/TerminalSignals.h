// SPDX-License-Identifier: Apache-2.0
// Signals while a terminal is silent: each waits until the terminal has its echo again.
#ifndef CLATCHKEY_TERMINALSIGNALS_H
#define CLATCHKEY_TERMINALSIGNALS_H
#include <signal.h>

/// How many signals are kept back.
#define LATCHKEY_KEPT_SIGNALS 7

/// What the process did on each of them before.
struct latchkey_signals {
  struct sigaction before[LATCHKEY_KEPT_SIGNALS];
};

/// From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN and SIGTTOU, in whichever thread
/// they arrive, are only noted. Those that the process ignores stay so. One caller at a time.
///
/// Returns a descriptor that can be read (poll) as soon as one has been noted; it is not the
/// caller's to close. -1 with errno, and nothing kept, where there is no descriptor left.
int latchkey_signals_keep(struct latchkey_signals *kept);

/// Puts back what was before, and sends those that were noted to this process again, so that they
/// do what they would have done; without `SIGINT` from a keyboard if `drops_interrupt`.
void latchkey_signals_release(const struct latchkey_signals *kept, int drops_interrupt);

/// Which signals have been noted: bit n for signal n. A SIGINT of a keyboard sets bit 0 as well.
unsigned latchkey_signals_noted(void);
#endif
