// SPDX-License-Identifier: Apache-2.0 Keeps signals back until a terminal's echo, which is off, is
// on again.
#ifndef CLATCHKEY_TERMINALSIGNALS_H
#define CLATCHKEY_TERMINALSIGNALS_H
#include <signal.h>

/// The number of signals that are kept back.
#define LATCHKEY_KEPT_SIGNALS 7

/// The actions of the process for the kept signals, as they were before `latchkey_signals_keep`.
struct latchkey_signals {
  struct sigaction before[LATCHKEY_KEPT_SIGNALS];
};

/// Keeps back signals that would end or stop the process: they are only noted, in every thread.
///
/// The signals are SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN and SIGTTOU. Signals that the
/// process ignores stay ignored. Only one caller may use this function at a time. Returns a
/// descriptor that becomes readable (poll) as soon as a signal was noted. The caller must not close
/// the descriptor. Returns -1 with errno, and changes nothing, if no descriptor is available.
int latchkey_signals_keep(struct latchkey_signals *kept);

/// Restores the earlier actions, and sends the noted signals to this process again.
///
/// The signals then have their usual effect. With `drops_interrupt`, a `SIGINT` from a keyboard is
/// not sent again.
void latchkey_signals_release(const struct latchkey_signals *kept, int drops_interrupt);

/// Returns the signals noted so far: bit n for signal n.
///
/// A SIGINT from a keyboard sets bit 0 as well.
unsigned latchkey_signals_noted(void);
#endif
