// SPDX-License-Identifier: Apache-2.0
// Latchkey's own functions and macros, which Security/Security.h does not have, for C, C++ and
// other languages that call C.
#ifndef LATCHKEY_H
#define LATCHKEY_H

#include <CoreFoundation/CoreFoundation.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/// Defines a constant string outside of functions, where CFSTR cannot be used.
///
///     LK_CONSTANT_STRING(kService, "example.org");
///
/// The string has its value before any code runs, and is never released. To use the string in other
/// files of the program, declare it there: `extern const CFStringRef kService;`.
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

/// The calls on items that LKExplainCopy can explain.
enum {
  kLKCallCopyMatching = 0,
  kLKCallAdd = 1,
  kLKCallUpdate = 2,
  kLKCallDelete = 3,
};
typedef CFIndex LKCall;

/// Explains a call on items without performing it: nothing is written, and the user is not asked.
///
/// @param call The call to explain: one of the kLKCall constants.
/// @param dictionary The dictionary that the program passes as first argument of the call.
/// @param changes The second argument of SecItemUpdate; NULL for other calls.
/// @return A JSON object as text (Documentation/Formats/explanation.schema.json), which the caller
///   must release. NULL if `call` is not one of the constants, or if a dictionary is missing or has
///   another type.
extern CFStringRef _Nullable LKExplainCopy(
    LKCall call, CFDictionaryRef dictionary, CFDictionaryRef _Nullable changes);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
