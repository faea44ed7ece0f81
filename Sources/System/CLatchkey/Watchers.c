// SPDX-License-Identifier: Apache-2.0
#include "Watchers.h"

#include <stdatomic.h>

static atomic_uint word = 1;

uint32_t latchkey_watchers(void) { return atomic_load_explicit(&word, memory_order_relaxed); }

void latchkey_watchers_change(int difference) { atomic_fetch_add(&word, (unsigned)difference); }

void latchkey_watchers_set(uint32_t flag) { atomic_fetch_or(&word, flag); }

void latchkey_watchers_clear(uint32_t flag) { atomic_fetch_and(&word, ~flag); }
