// SPDX-License-Identifier: Apache-2.0
// The C that Swift cannot say: constants, variadic calls and headers that Glibc's module map lacks.
#ifndef CLATCHKEY_H
#define CLATCHKEY_H
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/mman.h>
#endif
