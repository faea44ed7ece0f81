// SPDX-License-Identifier: Apache-2.0
#include "ProgramArguments.h"

#include <stddef.h>

static char *const none[] = {NULL};
static char *const *arguments = none;
static int argument_count = 0;

// The C library calls each initialiser with the arguments that main receives later. This holds for
// a program, and for a library that is loaded later (glibc; musl passes nothing to initialisers).
__attribute__((constructor)) static void take_arguments(int count, char **values) {
  if (count <= 0 || values == NULL) return;
  arguments = values;
  argument_count = count;
}

char *const *latchkey_arguments(void) { return arguments; }

const char *latchkey_argument(int place) {
  return place >= 0 && place < argument_count ? arguments[place] : NULL;
}
