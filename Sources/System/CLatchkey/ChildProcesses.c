// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "ChildProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// System calls newer than the headers of some build systems. The numbers are equal on all
// architectures.
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#define BY_DESCRIPTOR ((idtype_t)3) /* P_PIDFD */

/// Opens a descriptor of a child by its process id.
///
/// Returns -1 with errno on failure.
static int open_child(pid_t number) {
  int child = (int)syscall(SYS_pidfd_open, number, 0);
  if (child < 0) {
    // Without process descriptors in the kernel, the process id still belongs to the child.
    int reason = errno;
    kill(number, SIGKILL);
    waitpid(number, NULL, 0);
    errno = reason;
    return -1;
  }
  // Other code in this process may have reaped the child already, and its id may be in use again.
  siginfo_t state = {0};
  if (waitid(BY_DESCRIPTOR, (id_t)child, &state, WEXITED | WNOHANG | WNOWAIT) == 0) return child;
  int reason = errno;
  close(child);
  errno = reason;
  return -1;
}

int latchkey_child_start(char *const *arguments, char *const *environment, int stream) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, stream, 0);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, stream, 1);
  if (failure == 0)
    failure = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (failure == 0) failure = posix_spawn_file_actions_addchdir_np(&actions, "/");
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t number = 0;
  if (failure == 0)
    failure = posix_spawn(&number, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure == 0) return open_child(number);
  errno = failure;
  return -1;
}

int latchkey_child_signal(int child, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, child, signal, (void *)0, 0);
}

int latchkey_child_reap(int child, int *status) {
  siginfo_t state = {0};
  while (waitid(BY_DESCRIPTOR, (id_t)child, &state, WEXITED | WNOHANG) != 0)
    if (errno != EINTR) return -1;
  if (state.si_pid == 0) return 0;
  *status = state.si_code == CLD_EXITED ? state.si_status : -state.si_status;
  return 1;
}

int latchkey_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void latchkey_wake(int wake) {
  uint64_t one = 1;
  int before = errno;
  ssize_t ignored = write(wake, &one, sizeof one);
  (void)ignored;
  errno = before;
}
