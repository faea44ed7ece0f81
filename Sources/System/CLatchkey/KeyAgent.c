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
static int limit(int connection, int seconds) {
  struct timeval time = {.tv_sec = seconds};
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

ssize_t latchkey_agent_call(const void *request, size_t count, void *answer, size_t size) {
  struct sockaddr_un place;
  socklen_t length = address(&place);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  if (!limit(connection, 2) || connect(connection, (struct sockaddr *)&place, length) != 0 ||
      !is_own(connection) || send(connection, request, count, MSG_NOSIGNAL) < 0)
    return failed(connection);
  ssize_t received = recv(connection, answer, size, 0);
  // Every answer has at least one byte. No byte means that the agent has ended.
  if (received == 0) errno = ECONNREFUSED;
  if (received <= 0) return failed(connection);
  close(connection);
  return received;
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
  return is_own(connection) && limit(connection, 1) ? connection : failed(connection);
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
