// SPDX-License-Identifier: Apache-2.0
// dlclose keeps the library loaded, since a thread that has called it returns to it at its end.
#include <dlfcn.h>

int main(int count, char **words) {
  void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : 0;
  if (!library || dlclose(library) != 0) return 2;
  return dlopen(words[1], RTLD_NOW | RTLD_NOLOAD) ? 0 : 1;
}
