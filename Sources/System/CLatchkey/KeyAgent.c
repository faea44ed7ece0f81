// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/KeyAgent.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// The address has an abstract name, which is in no directory and disappears with its socket. The
// first number in the name is the version of the messages, the second is the user's number.
static socklen_t address(struct sockaddr_un *place) {
  memset(place, 0, sizeof *place);
  place->sun_family = AF_UNIX;
  int count = snprintf(place->sun_path + 1, sizeof place->sun_path - 1, "latchkey-keys-1-%u",
                       (unsigned)geteuid());
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)count);
}

// Returns 1 if the other end of a connection is a process of this user, or else 0 with errno.
//
// Every user can bind any abstract name and connect to it, so both ends must check this.
static int is_own(int connection) {
  struct ucred other;
  socklen_t size = sizeof other;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &other, &size) != 0) return 0;
  if (other.uid == geteuid()) return 1;
  errno = EACCES;
  return 0;
}

// Limits how long a read and a write on a connection may wait. Returns 1, or 0 with errno.
static int limit(int connection, long milliseconds) {
  struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  return setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0 &&
         setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) == 0;
}

// Closes a descriptor, keeps errno, and returns -1.
static int failed(int descriptor) {
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

// Returns the milliseconds since some moment in the past.
static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Connects to the agent and sends a request. Returns the connection, or -1 with errno.
static int sent(const void *request, size_t count, int flags, long milliseconds) {
  struct sockaddr_un place;
  socklen_t length = address(&place);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0);
  if (connection < 0) return -1;
  if (limit(connection, milliseconds) &&
      connect(connection, (struct sockaddr *)&place, length) == 0 && is_own(connection) &&
      send(connection, request, count, MSG_NOSIGNAL) >= 0)
    return connection;
  return failed(connection);
}

// The moment until which this process asks nothing, because the agent has not answered, or because
// the agent's name belongs to another user. Further requests would fill that user's queue.
static _Atomic long silent_until;
// The errno of the request that began this time.
static _Atomic int silent_reason;
#define SILENCE 10000  // milliseconds

// Asks nothing for a time if errno is EAGAIN or EACCES. Keeps errno, and returns -1.
static int fallen_silent(void) {
  int reason = errno;
  if (reason == EAGAIN || reason == EACCES) {
    silent_reason = reason;
    silent_until = now() + SILENCE;
  }
  errno = reason;
  return -1;
}

ssize_t latchkey_agent_call(const void *request, size_t count, void *answer, size_t size,
                            int milliseconds) {
  long end = now() + milliseconds;
  if (now() < silent_until) {
    errno = silent_reason;
    return -1;
  }
  int connection = sent(request, count, 0, milliseconds);
  if (connection < 0) return fallen_silent();
  // A limit of 0 would be no limit.
  long rest = end - now();
  if (!limit(connection, rest > 0 ? rest : 1)) return failed(connection);
  ssize_t received = recv(connection, answer, size, 0);
  if (received < 0) fallen_silent();
  // Every answer has at least one byte. No byte means that the agent has ended.
  if (received == 0) errno = ECONNREFUSED;
  if (received <= 0) return failed(connection);
  close(connection);
  return received;
}

int latchkey_agent_tell(const void *request, size_t count) {
  int connection = sent(request, count, SOCK_NONBLOCK, 1000);
  if (connection < 0) return -1;
  close(connection);
  return 0;
}

int latchkey_agent_listen(void) {
  struct sockaddr_un place;
  socklen_t length = address(&place);
  int listening = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (listening < 0) return -1;
  if (bind(listening, (struct sockaddr *)&place, length) != 0 || listen(listening, 128) != 0)
    return failed(listening);
  return listening;
}

int latchkey_agent_accept(int listening, int milliseconds) {
  struct pollfd entry = {.fd = listening, .events = POLLIN};
  int ready = poll(&entry, 1, milliseconds);
  if (ready == 0) errno = EAGAIN;
  if (ready <= 0) return -1;
  int connection = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
  if (connection < 0) return -1;
  return is_own(connection) && limit(connection, 1000) ? connection : failed(connection);
}

int latchkey_agent_start(char *const *arguments, int listening) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, listening, 0);
  for (int output = 1; output <= 2 && failure == 0; output++)
    failure = posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (failure == 0) failure = posix_spawn_file_actions_addchdir_np(&actions, "/");
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  char *environment[] = {NULL};
  pid_t number;
  if (failure == 0)
    failure = posix_spawn(&number, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = failure;
  return failure == 0 ? 0 : -1;
}
