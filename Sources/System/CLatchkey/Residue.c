// SPDX-License-Identifier: Apache-2.0
#include "Residue.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Volatile, so that the C library's copy runs: its registers must be overwritten.
static void *(*volatile copy)(void *, const void *, size_t) = memmove;

__attribute__((noinline)) void latchkey_wipe_residue(void) {
  unsigned char memory[8192];
  // In pieces, as the C library overwrites 8 kB more slowly, with one instruction for each byte.
  for (size_t start = 0; start < sizeof memory; start += 1024) explicit_bzero(memory + start, 1024);
  // Copies of other lengths use other registers. Their content is saved to the stack whenever the
  // dynamic linker binds a name.
  for (size_t count = 1024; count >= 8; count /= 2) copy(memory, memory + 4096, count);
  __asm__ volatile("" : : "r"(memory) : "memory");
}

void latchkey_free_wiped(void *block) {
  if (!block) return;
  explicit_bzero(block, malloc_usable_size(block));
  free(block);
}
