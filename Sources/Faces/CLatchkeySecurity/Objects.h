// SPDX-License-Identifier: Apache-2.0
// The Core Foundation classes of Latchkey's objects.
#ifndef LATCHKEY_OBJECTS_H
#define LATCHKEY_OBJECTS_H

#include <Security/Security.h>

#define LATCHKEY_CLASSES 19

extern const char *const latchkey_class_names[LATCHKEY_CLASSES];

// Returns the type identifier of the class with this index in latchkey_class_names.
CFTypeID latchkey_type(int place);

#endif
