// SPDX-License-Identifier: Apache-2.0
// Sockets of the key agent: the process that keeps a user's wrapped keys if the kernel refuses a
// keyring.
#ifndef CLATCHKEY_KEYAGENT_H
#define CLATCHKEY_KEYAGENT_H
#include <stddef.h>
#include <sys/types.h>

/// Sends one request to the user's key agent, and waits up to `milliseconds` for its answer.
///
/// At most `size` bytes of the answer are copied. Returns the number of bytes that were copied, or
/// -1 with errno. ECONNREFUSED means that no agent runs, EAGAIN that no answer came in time. EACCES
/// means that a process of another user listens at the agent's address. For ten seconds after
/// EAGAIN or EACCES, the function asks nothing and fails in the same way.
ssize_t latchkey_agent_call(const void *request, size_t count, void *answer, size_t size,
                            int milliseconds);

/// Sends one request to the user's key agent, and waits for nothing.
///
/// An agent that does not answer now obeys the request when it runs again. Returns 0, or -1 with
/// errno.
int latchkey_agent_tell(const void *request, size_t count);

/// Opens the socket at which the user's key agent is called.
///
/// Returns a descriptor, closed on exec, or -1 with errno. EADDRINUSE means that an agent runs
/// already.
int latchkey_agent_listen(void);

/// Waits for the next process that connects to the key agent, and returns a descriptor of the
/// connection.
///
/// The descriptor is closed on exec; each read or write on it waits at most one second. The result
/// is -1 with errno if there is no connection. EAGAIN means that no process connected within
/// `milliseconds`. EACCES means that a process of another user connected.
int latchkey_agent_accept(int listening, int milliseconds);

/// Starts `arguments[0]` in a session of its own, with `listening` as its standard input.
///
/// Standard output and error are /dev/null, and all other descriptors are closed. The working
/// directory is /, and the environment is empty. Returns 0, or -1 with errno.
int latchkey_agent_start(char *const *arguments, int listening);
#endif
