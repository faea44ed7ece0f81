// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECKEYCHAINSEARCH_H
#define LATCHKEY_SECKEYCHAINSEARCH_H

#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern CFTypeID SecKeychainSearchGetTypeID(void);
extern OSStatus SecKeychainSearchCreateFromAttributes(CFTypeRef _Nullable keychainOrArray, SecItemClass itemClass, const SecKeychainAttributeList *_Nullable attrList, SecKeychainSearchRef _Nullable *_Nonnull searchRef);
extern OSStatus SecKeychainSearchCopyNext(SecKeychainSearchRef searchRef, SecKeychainItemRef _Nullable *_Nonnull itemRef);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
