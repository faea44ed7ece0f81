// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECTASK_H
#define LATCHKEY_SECTASK_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __SecTask *SecTaskRef;

typedef struct {
  unsigned int val[8];
} audit_token_t;

extern CFStringRef _Nullable SecTaskCopySigningIdentifier(SecTaskRef task, CFErrorRef _Nullable *_Nullable error);
extern CFTypeRef _Nullable SecTaskCopyValueForEntitlement(SecTaskRef task, CFStringRef entitlement, CFErrorRef _Nullable *_Nullable error);
extern CFDictionaryRef _Nullable SecTaskCopyValuesForEntitlements(SecTaskRef task, CFArrayRef entitlements, CFErrorRef _Nullable *_Nullable error);
extern SecTaskRef _Nullable SecTaskCreateFromSelf(CFAllocatorRef _Nullable allocator);
extern SecTaskRef _Nullable SecTaskCreateWithAuditToken(CFAllocatorRef _Nullable allocator, audit_token_t token);
extern CFTypeID SecTaskGetTypeID(void);
extern uint32_t SecTaskGetCodeSignStatus(SecTaskRef task);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
