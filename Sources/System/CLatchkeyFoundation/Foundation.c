// SPDX-License-Identifier: Apache-2.0
#include "Foundation.h"

// Core Foundation's own function, which every Foundation on Linux exports. Its headers are not
// included: their module would then declare the types of libc for every file that imports it.
extern void CFDictionaryGetKeysAndValues(
    const void *dictionary, const void **keys, const void **values);

void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}
