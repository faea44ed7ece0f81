// SPDX-License-Identifier: Apache-2.0
#include "CLatchkey.h"

#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int latchkey_refuse_dumps(void) {
  struct rlimit none = {0, 0};
  int limited = setrlimit(RLIMIT_CORE, &none);
  int hidden = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return limited == 0 && hidden == 0 ? 0 : -1;
}

// With a C library that cannot overwrite freed memory, only this protection is missing.
void latchkey_overwrite_freed(char *const *arguments) {
#ifdef M_PERTURB
  mallopt(M_PERTURB, 0xA5);
#endif
#ifdef __GLIBC__
  static const char name[] = "GLIBC_TUNABLES", unkept[] = "glibc.malloc.tcache_count=0";
  // A program with rights that its caller lacks does not receive the variable, and would restart
  // forever.
  if (arguments == NULL || getauxval(AT_SECURE) != 0) return;
  const char *told = getenv(name);
  if (told != NULL && strcmp(told, unkept) == 0) {
    unsetenv(name);
    return;
  }
  // The real path of the program, so that the system shows its own name.
  char program[PATH_MAX + 1] = {0};
  if (readlink("/proc/self/exe", program, PATH_MAX) > 0 && setenv(name, unkept, 1) == 0) {
    execv(program, arguments);
    unsetenv(name);
  }
#endif
}
