// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECACL_H
#define LATCHKEY_SECACL_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CF_OPTIONS(uint16_t, SecKeychainPromptSelector) {
  kSecKeychainPromptRequirePassphase = 1,
  kSecKeychainPromptUnsigned = 16,
  kSecKeychainPromptUnsignedAct = 32,
  kSecKeychainPromptInvalid = 64,
  kSecKeychainPromptInvalidAct = 128,
};

extern CFArrayRef SecACLCopyAuthorizations(SecACLRef acl);
extern OSStatus SecACLCopyContents(SecACLRef acl, CFArrayRef _Nullable *_Nonnull applicationList, CFStringRef _Nullable *_Nonnull description, SecKeychainPromptSelector *promptSelector);
extern OSStatus SecACLCreateWithSimpleContents(SecAccessRef access, CFArrayRef _Nullable applicationList, CFStringRef description, SecKeychainPromptSelector promptSelector, SecACLRef _Nullable *_Nonnull newAcl);
extern CFTypeID SecACLGetTypeID(void);
extern OSStatus SecACLRemove(SecACLRef aclRef);
extern OSStatus SecACLSetContents(SecACLRef acl, CFArrayRef _Nullable applicationList, CFStringRef description, SecKeychainPromptSelector promptSelector);
extern OSStatus SecACLUpdateAuthorizations(SecACLRef acl, CFArrayRef authorizations);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
