// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; declared in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECCODEHOST_H
#define LATCHKEY_SECCODEHOST_H

#include <Security/SecBase.h>
#include <Security/CSCommon.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

CF_ENUM(uint32_t) {
  kSecCSDedicatedHost = 1,
  kSecCSGenerateGuestHash = 2,
};

extern OSStatus SecHostCreateGuest(SecGuestRef host, uint32_t status, CFURLRef path, CFDictionaryRef _Nullable attributes, SecCSFlags flags, SecGuestRef *newGuest);
extern OSStatus SecHostRemoveGuest(SecGuestRef host, SecGuestRef guest, SecCSFlags flags);
extern OSStatus SecHostSelectGuest(SecGuestRef guestRef, SecCSFlags flags);
extern OSStatus SecHostSelectedGuest(SecCSFlags flags, SecGuestRef *guestRef);
extern OSStatus SecHostSetGuestStatus(SecGuestRef guestRef, uint32_t status, CFDictionaryRef _Nullable attributes, SecCSFlags flags);
extern OSStatus SecHostSetHostingPort(uint32_t hostingPort, SecCSFlags flags);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
