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

/// Ends the call of this thread until `latchkey_call_resume` begins it again.
///
/// Returns 1, or 0 if the thread is in no call or in a nested one: then nothing has ended, and
/// `latchkey_call_resume` must not be called. If the thread itself forks meanwhile, the child must
/// not use the library.
int latchkey_call_pause(void);

/// Begins the call again that `latchkey_call_pause` has ended, and waits while another thread forks.
void latchkey_call_resume(void);

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
