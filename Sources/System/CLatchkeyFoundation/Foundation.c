// SPDX-License-Identifier: Apache-2.0
#include "Foundation.h"

// Core Foundation's own, which every Foundation on Linux exports. Its headers stay out: their module
// would be the one that declares the types of libc, for every file of whoever imports it.
extern void CFDictionaryGetKeysAndValues(
    const void *dictionary, const void **keys, const void **values);

void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}
