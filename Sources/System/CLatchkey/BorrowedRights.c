// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "BorrowedRights.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

// The capabilities that let a program reach files of others by a path that its caller has chosen.
// The capability to bind a port below 1,024, which service managers grant, is not among them.
static const uint64_t reaching =
    1ull << CAP_CHOWN | 1ull << CAP_DAC_OVERRIDE | 1ull << CAP_DAC_READ_SEARCH |
    1ull << CAP_FOWNER | 1ull << CAP_FSETID | 1ull << CAP_SETUID | 1ull << CAP_SETGID |
    1ull << CAP_SETPCAP | 1ull << CAP_SETFCAP | 1ull << CAP_LINUX_IMMUTABLE |
    1ull << CAP_MKNOD | 1ull << CAP_SYS_ADMIN | 1ull << CAP_SYS_CHROOT |
    1ull << CAP_SYS_PTRACE | 1ull << CAP_SYS_MODULE | 1ull << CAP_SYS_RAWIO |
    1ull << CAP_MAC_ADMIN | 1ull << CAP_MAC_OVERRIDE;

static int has_reaching_capability(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0}};
  // If the kernel does not answer, the program counts as privileged.
  if (syscall(SYS_capget, &header, data) != 0) return 1;
  uint64_t permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
  return (permitted & reaching) != 0;
}

static int look(void) {
  // The kernel's own answer from the start of the program: set-uid, set-gid or capabilities of the
  // file.
  errno = 0;
  if (getauxval(AT_SECURE) != 0 || errno == ENOENT) return 2;
  uid_t real, effective, saved;
  if (getresuid(&real, &effective, &saved) != 0) return 1;
  if (real != effective || effective != saved) return 1;
  gid_t real_group, effective_group, saved_group;
  if (getresgid(&real_group, &effective_group, &saved_group) != 0) return 1;
  if (real_group != effective_group || effective_group != saved_group) return 1;
  return effective != 0 && has_reaching_capability();
}

int latchkey_has_borrowed_rights(void) {
  static atomic_int known;  // 0 until the first look, then its result plus 1
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (answer == 0) {
    answer = look() + 1;
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer - 1;
}
