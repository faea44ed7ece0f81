// SPDX-License-Identifier: Apache-2.0
// Calls and fork(2): what Swift cannot say is the thread-local count and the atomic ones.
#ifndef CLATCHKEY_FORKBARRIER_H
#define CLATCHKEY_FORKBARRIER_H
#include <pthread.h>
#include <stdint.h>

/// Begins a call of this thread; calls may be nested. Waits while another thread forks.
///
/// Returns 0, or -1 in a child whose parent was in the middle of a call when it forked: locks that
/// nobody will ever give back may be held there, so nothing of the library is to be touched. After
/// -1 the call has not begun.
int latchkey_call_begin(void);

/// Ends a call that began.
void latchkey_call_end(void);

/// Ends the call, sleeps so many microseconds and begins it again; in a nested call it only sleeps.
void latchkey_call_rest(uint32_t microseconds);

/// Takes `mutex` before each fork and gives it back on both sides; it must stay for ever and be
/// held for moments only. Returns 0, or -1 where there is no room for one more.
int latchkey_fork_takes(pthread_mutex_t *mutex);

/// Names a function to run in each forked child that can go on, before anything else does; it
/// takes no locks and allocates nothing.
void latchkey_in_forked_child(void (*body)(void));

/// How many forks lie between this process and the one that loaded the library.
uint32_t latchkey_fork_generation(void);
#endif
