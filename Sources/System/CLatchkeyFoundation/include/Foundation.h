// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEY_FOUNDATION_H
#define CLATCHKEY_FOUNDATION_H

/// Copies the keys and values of an `NSDictionary` into two arrays, which must have room for all.
///
/// References are not retained: the dictionary keeps the objects alive.
void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values);
#endif
