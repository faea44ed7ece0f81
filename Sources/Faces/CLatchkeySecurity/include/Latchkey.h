// SPDX-License-Identifier: Apache-2.0
// What is Latchkey's own beside the names of Security/Security.h, in C, C++ and whatever calls C.
#ifndef LATCHKEY_H
#define LATCHKEY_H

#include <CoreFoundation/CoreFoundation.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/// Defines a constant string outside of functions, where CFSTR cannot stand:
///
///     LK_CONSTANT_STRING(kService, "example.org");
///
/// The string has its value before any code runs, and is never released. Other files of the program
/// declare it: `extern const CFStringRef kService;`.
///
/// @param name The name of the constant.
/// @param text A literal of ASCII characters.
#define LK_CONSTANT_STRING(name, text)                                         \
  static struct __CFConstStr name##_storage = {                                \
      {(uintptr_t)&_CF_CONSTANT_STRING_SWIFT_CLASS,                            \
       _CF_CONSTANT_OBJECT_STRONG_RC, 0x07C8},                                 \
      (uint8_t *)("" text ""),                                                 \
      sizeof("" text "") - 1};                                                 \
  extern const CFStringRef name;                                               \
  const CFStringRef name = (CFStringRef)&name##_storage

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// The four calls on items.
enum {
  kLKCallCopyMatching = 0,
  kLKCallAdd = 1,
  kLKCallUpdate = 2,
  kLKCallDelete = 3,
};
typedef CFIndex LKCall;

/// Explains a call on items without performing it: nothing is written, nobody is asked.
///
/// @param dictionary What would be handed to the call first.
/// @param changes What SecItemUpdate would set; NULL for the other calls.
/// @return One object of JSON (Documentation/Formats/explanation.schema.json), to be released; NULL for
///   another number of a call and for an argument that is missing or no dictionary.
extern CFStringRef _Nullable LKExplainCopy(
    LKCall call, CFDictionaryRef dictionary, CFDictionaryRef _Nullable changes);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
