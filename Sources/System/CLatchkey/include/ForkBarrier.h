// SPDX-License-Identifier: Apache-2.0
// Calls and fork(2). Swift cannot express the thread-local count and the atomic counts.
#ifndef CLATCHKEY_FORKBARRIER_H
#define CLATCHKEY_FORKBARRIER_H
#include <pthread.h>
#include <stdint.h>

/// Begins a call of this thread, and waits while another thread forks.
///
/// Calls may be nested. Returns 0, or -1 in a child whose parent was inside a call when it forked.
/// Locks may be held forever in that child, so it must not use the library. After -1, the call has
/// not begun.
int latchkey_call_begin(void);

/// Ends the call that `latchkey_call_begin` has begun on this thread.
void latchkey_call_end(void);

/// Ends the call of this thread, sleeps for some microseconds and begins the call again.
///
/// If the call is nested in another call, the function only sleeps.
void latchkey_call_rest(uint32_t microseconds);

/// Sets whether other threads may fork while this thread waits in `latchkey_call_poll`.
///
/// With 1 they may, and this thread must hold no lock when it waits. With 0, a fork waits. Returns
/// the value that this thread had before.
int latchkey_call_lets_forks(int lets);

/// Waits for descriptors as poll(2) does; `entries` are `struct pollfd`.
///
/// After `latchkey_call_lets_forks(1)`, the call of this thread is ended for the time of the wait.
/// Another thread can then fork. A nested call is not ended. If a signal handler forks on this
/// thread during the wait, the child must not use the library.
int latchkey_call_poll(void *entries, uint32_t count, int milliseconds);

/// Makes each fork(2) of this process lock `mutex` first, and then unlock it in both processes.
///
/// The mutex must exist forever and be locked only briefly. Returns 0, or -1 if there is no room
/// for another mutex.
int latchkey_fork_takes(pthread_mutex_t *mutex);

/// Registers the function that runs first in each forked child that may use the library.
///
/// The function must take no locks and allocate nothing.
void latchkey_in_forked_child(void (*body)(void));

/// Returns the number of forks between this process and the process that loaded the library.
uint32_t latchkey_fork_generation(void);
#endif
