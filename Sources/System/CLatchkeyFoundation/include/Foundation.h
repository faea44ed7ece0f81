// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEY_FOUNDATION_H
#define CLATCHKEY_FOUNDATION_H

/// Puts keys and values of an `NSDictionary` into two arrays that have room for all of them. No
/// reference is taken: the objects are those that the dictionary keeps.
void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values);
#endif
