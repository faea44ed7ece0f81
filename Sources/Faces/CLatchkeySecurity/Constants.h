// SPDX-License-Identifier: Apache-2.0
// Strings that are constant before any code of a program has run. They have the layout of the
// toolchain's CFSTR, which cannot be used outside of functions.
#ifndef LATCHKEY_CONSTANTS_H
#define LATCHKEY_CONSTANTS_H

#include <CoreFoundation/CoreFoundation.h>

#define LATCHKEY_STRING(type, name, text)                                             \
  static struct __CFConstStr name##_storage = {                                       \
      {(uintptr_t)&_CF_CONSTANT_STRING_SWIFT_CLASS, _CF_CONSTANT_OBJECT_STRONG_RC,    \
       0x07C8},                                                                       \
      (uint8_t *)(text),                                                              \
      sizeof(text) - 1};                                                              \
  const type name = (CFStringRef)&name##_storage;

#endif
