// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECACCESSCONTROL_H
#define LATCHKEY_SECACCESSCONTROL_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
  kSecAccessControlUserPresence = 1,
  kSecAccessControlBiometryAny = 2,
  kSecAccessControlTouchIDAny = 2,
  kSecAccessControlBiometryCurrentSet = 8,
  kSecAccessControlTouchIDCurrentSet = 8,
  kSecAccessControlDevicePasscode = 16,
  kSecAccessControlWatch = 32,
  kSecAccessControlCompanion = 32,
  kSecAccessControlOr = 16384,
  kSecAccessControlAnd = 32768,
  kSecAccessControlPrivateKeyUsage = 1073741824,
  kSecAccessControlApplicationPassword = 2147483648U,
};

extern SecAccessControlRef _Nullable SecAccessControlCreateWithFlags(CFAllocatorRef _Nullable allocator, CFTypeRef protection, SecAccessControlCreateFlags flags, CFErrorRef _Nullable *_Nullable error);
extern CFTypeID SecAccessControlGetTypeID(void);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
