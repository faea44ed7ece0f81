// SPDX-License-Identifier: Apache-2.0
// Child processes by descriptor: a number can come to mean another process, a descriptor cannot.
#ifndef CLATCHKEY_CHILDPROCESSES_H
#define CLATCHKEY_CHILDPROCESSES_H

/// Starts the program `arguments[0]`, an absolute path, with `stream` as standard input and output.
///
/// It inherits nothing else: standard error is /dev/null, all other descriptors are closed, no
/// signal is blocked or ignored, its folder is /, its environment the one given. Returns a
/// descriptor of it, closed on exec, that can be read (poll) when it has ended; -1 with errno.
int latchkey_child_start(char *const *arguments, char *const *environment, int stream);

/// Sends a signal to that child and to no other process; -1 with errno.
int latchkey_child_signal(int child, int signal);

/// Takes the status of a child that has ended, so that nothing of it remains.
///
/// Returns 1 when it was taken, 0 while the child still runs, -1 with errno: ECHILD where
/// somebody else in this process has taken it. `*status` is the exit code, or the number of the
/// signal that ended it with a minus.
int latchkey_child_reap(int child, int *status);

/// A descriptor, closed on exec, that can be read (poll) once `latchkey_wake` was called; -1.
int latchkey_wake_open(void);

/// Makes it readable, for ever; any thread, any number of times.
void latchkey_wake(int wake);
#endif
