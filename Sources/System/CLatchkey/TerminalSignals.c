// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "TerminalSignals.h"

#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "ChildProcesses.h"

static const int kept_signals[LATCHKEY_KEPT_SIGNALS] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                                                        SIGTSTP, SIGTTIN, SIGTTOU};
// The numbers of the signals noted, all below 32, as bits.
static atomic_uint noted;
// Stays open forever: a handler on another thread may still be about to write to it.
static int waker = -1;

static void note(int signal, siginfo_t *origin, void *context) {
  (void)context;
  unsigned bits = 1u << signal;
  if (signal == SIGINT && origin->si_code == SI_KERNEL) bits |= 1u;
  atomic_fetch_or(&noted, bits);
  latchkey_wake(waker);
}

int latchkey_signals_keep(struct latchkey_signals *kept) {
  if (waker < 0) waker = latchkey_wake_open();
  if (waker < 0) return -1;
  uint64_t old;
  ssize_t ignored = read(waker, &old, sizeof old);
  (void)ignored;
  atomic_store(&noted, 0);
  struct sigaction action = {0};
  action.sa_sigaction = note;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < LATCHKEY_KEPT_SIGNALS; i++) {
    // With SA_RESTART, a call that a background process may not make would be restarted forever.
    int is_of_terminal = kept_signals[i] == SIGTTIN || kept_signals[i] == SIGTTOU;
    action.sa_flags = is_of_terminal ? SA_SIGINFO : SA_SIGINFO | SA_RESTART;
    sigaction(kept_signals[i], NULL, &kept->before[i]);
    if (kept->before[i].sa_handler != SIG_IGN) sigaction(kept_signals[i], &action, NULL);
  }
  return waker;
}

/// Sends a signal to this thread if it accepts the signal, and otherwise to the process.
///
/// This thread acts on the signal before it continues.
static void deliver(int signal) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  if (sigismember(&blocked, signal))
    kill(getpid(), signal);
  else
    raise(signal);
}

void latchkey_signals_release(const struct latchkey_signals *kept, int drops_interrupt) {
  for (int i = 0; i < LATCHKEY_KEPT_SIGNALS; i++)
    if (kept->before[i].sa_handler != SIG_IGN) sigaction(kept_signals[i], &kept->before[i], NULL);
  unsigned seen = atomic_exchange(&noted, 0);
  if (drops_interrupt && (seen & 1u)) seen &= ~(1u << SIGINT);
  for (int i = 0; i < LATCHKEY_KEPT_SIGNALS; i++)
    if (seen & (1u << kept_signals[i])) deliver(kept_signals[i]);
}

unsigned latchkey_signals_noted(void) { return atomic_load(&noted); }
