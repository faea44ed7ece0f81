// SPDX-License-Identifier: Apache-2.0
// Child processes by descriptor: a process id can be reused for another process, a descriptor
// cannot.
#ifndef CLATCHKEY_CHILDPROCESSES_H
#define CLATCHKEY_CHILDPROCESSES_H

/// Starts the program `arguments[0]`, an absolute path, with `stream` as standard input and output.
///
/// The child's standard error is /dev/null, and all other descriptors are closed. No signal is
/// blocked or ignored. The child's working directory is /, and its environment is `environment`.
///
/// Returns a descriptor of the child, closed on exec, or -1 with errno. The descriptor becomes
/// readable (poll) when the child has ended.
int latchkey_child_start(char *const *arguments, char *const *environment, int stream);

/// Sends a signal to this child and to no other process.
///
/// Returns -1 with errno on failure.
int latchkey_child_signal(int child, int signal);

/// Takes the status of a child that has ended, so that the system can forget the child.
///
/// Returns 1 if the status was taken, 0 while the child still runs, or -1 with errno. ECHILD means
/// that other code in this process has taken the status. `*status` is the exit code, or the
/// negative number of the signal that ended the child.
int latchkey_child_reap(int child, int *status);

/// Opens a descriptor, closed on exec, that becomes readable (poll) after `latchkey_wake`.
///
/// Returns -1 on failure.
int latchkey_wake_open(void);

/// Makes a descriptor from `latchkey_wake_open` readable, until the descriptor is closed.
///
/// Any thread may call this function, any number of times.
void latchkey_wake(int wake);
#endif
