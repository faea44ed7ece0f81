// SPDX-License-Identifier: Apache-2.0
// What is Latchkey's own beside the names of Security/Security.h, in C, C++ and whatever calls C.
#ifndef LATCHKEY_H
#define LATCHKEY_H

#include <CoreFoundation/CoreFoundation.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
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
