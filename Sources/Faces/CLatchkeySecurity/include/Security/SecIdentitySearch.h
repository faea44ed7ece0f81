// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECIDENTITYSEARCH_H
#define LATCHKEY_SECIDENTITYSEARCH_H

#include <Security/SecBase.h>
#include <Security/SecKeychain.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __SecIdentitySearch *SecIdentitySearchRef;

extern CFTypeID SecIdentitySearchGetTypeID(void);
extern OSStatus SecIdentitySearchCreate(CFTypeRef _Nullable keychainOrArray, uint32_t keyUsage, SecIdentitySearchRef _Nullable *_Nullable searchRef);
extern OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef _Nullable *_Nonnull identity);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
