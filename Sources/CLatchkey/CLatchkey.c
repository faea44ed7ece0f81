// SPDX-License-Identifier: Apache-2.0
#include "CLatchkey.h"

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int latchkey_refuse_dumps(void) {
  struct rlimit none = {0, 0};
  int limited = setrlimit(RLIMIT_CORE, &none);
  int hidden = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return limited == 0 && hidden == 0 ? 0 : -1;
}

// Where the C library cannot, nothing is lost but this.
void latchkey_overwrite_freed(void) {
#ifdef M_PERTURB
  mallopt(M_PERTURB, 0xA5);
#endif
}
