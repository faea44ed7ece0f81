// SPDX-License-Identifier: Apache-2.0
// Functions by which Swift makes and reads the objects for C, each of which contains one Swift
// object. Only plain pointers are used, so that this file needs no header of Core Foundation.
#ifndef LATCHKEY_BORDER_H
#define LATCHKEY_BORDER_H

#include <stdbool.h>

// Returns the index of an object's class in latchkey_class_names (Classes.c); -1 for objects of
// other libraries.
int latchkey_class_of(const void *object);

// Makes an object of the class with the index `place`; the caller must release the object. The
// object takes over the caller's reference to the Swift object. Returns NULL if memory is short;
// the caller then still owns that reference.
const void *latchkey_wrap(int place, const void *swift_object);

// Returns the Swift object in an object of Latchkey, without retaining the Swift object.
const void *latchkey_unwrap(const void *object);

// Keeps `value` alive as long as `object` lives, for results that the caller does not own. Takes
// over the reference to `value`. If `object` already keeps a value that is equal, releases `value`
// and returns the kept value.
const void *latchkey_keep(const void *object, const void *value);

#endif
