// SPDX-License-Identifier: Apache-2.0
#include "Residue.h"

#include <string.h>

// Volatile, so that the library's copy is called, whose registers are meant.
static void *(*volatile copy)(void *, const void *, size_t) = memmove;

__attribute__((noinline)) void latchkey_wipe_residue(void) {
  unsigned char memory[8192];
  // In pieces: for one of 8 kB the C library has a slower way, of one instruction a byte.
  for (size_t start = 0; start < sizeof memory; start += 1024) explicit_bzero(memory + start, 1024);
  // Copies of other lengths go through other registers. What stays in them is saved to the stack
  // whenever the dynamic linker binds a name.
  for (size_t count = 1024; count >= 8; count /= 2) copy(memory, memory + 4096, count);
  __asm__ volatile("" : : "r"(memory) : "memory");
}
