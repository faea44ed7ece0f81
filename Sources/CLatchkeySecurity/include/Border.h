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

// Keeps something alive as long as one of ours, for results that their caller does not own: what
// was kept under the same number before is given back and `value` is let go.
const void *latchkey_keep(const void *object, long number, const void *value);

#endif
