// SPDX-License-Identifier: Apache-2.0
// What Swift sees of the objects that C gets: each holds one Swift object. Plain pointers only, so
// that importing this needs no header of Core Foundation.
#ifndef LATCHKEY_BORDER_H
#define LATCHKEY_BORDER_H

#include <stdbool.h>

// The place of an object's class among those of Classes.c; -1 for objects of others.
int latchkey_class_of(const void *object);

// A new object, held once, of a class. It takes over the one hold on the Swift object; NULL without
// memory, and then the hold is still the caller's.
const void *latchkey_wrap(int place, const void *swift_object);

// The Swift object of one of ours, lent.
const void *latchkey_unwrap(const void *object);

// Keeps a result that its caller does not own alive as long as one of our objects, and takes over the
// hold on it; one that equals what is kept already is let go, and that is given.
const void *latchkey_keep(const void *object, const void *value);

#endif
