// SPDX-License-Identifier: Apache-2.0
// The classes of this library among those of Core Foundation.
#ifndef LATCHKEY_OBJECTS_H
#define LATCHKEY_OBJECTS_H

#include <Security/Security.h>

#define LATCHKEY_CLASSES 19

extern const char *const latchkey_class_names[LATCHKEY_CLASSES];

// The type identifier of a class, by its place among the names.
CFTypeID latchkey_type(int place);

#endif
