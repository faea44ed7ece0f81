// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; declared in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECREQUIREMENT_H
#define LATCHKEY_SECREQUIREMENT_H

#include <Security/SecBase.h>
#include <Security/CSCommon.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern OSStatus SecRequirementCopyData(SecRequirementRef requirement, SecCSFlags flags, CFDataRef _Nullable *_Nonnull data);
extern OSStatus SecRequirementCopyString(SecRequirementRef requirement, SecCSFlags flags, CFStringRef _Nullable *_Nonnull text);
extern OSStatus SecRequirementCreateWithData(CFDataRef data, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement);
extern OSStatus SecRequirementCreateWithString(CFStringRef text, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement);
extern OSStatus SecRequirementCreateWithStringAndErrors(CFStringRef text, SecCSFlags flags, CFErrorRef _Nullable *_Nullable errors, SecRequirementRef _Nullable *_Nonnull requirement);
extern CFTypeID SecRequirementGetTypeID(void);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
