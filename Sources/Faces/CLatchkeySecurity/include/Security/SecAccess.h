// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECACCESS_H
#define LATCHKEY_SECACCESS_H

#include <Security/SecBase.h>
#include <Security/SecACL.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef uint32_t SecAccessOwnerType;

extern const CFStringRef kSecACLAuthorizationAny;
extern const CFStringRef kSecACLAuthorizationChangeACL;
extern const CFStringRef kSecACLAuthorizationChangeOwner;
extern const CFStringRef kSecACLAuthorizationDecrypt;
extern const CFStringRef kSecACLAuthorizationDelete;
extern const CFStringRef kSecACLAuthorizationDerive;
extern const CFStringRef kSecACLAuthorizationEncrypt;
extern const CFStringRef kSecACLAuthorizationExportClear;
extern const CFStringRef kSecACLAuthorizationExportWrapped;
extern const CFStringRef kSecACLAuthorizationGenKey;
extern const CFStringRef kSecACLAuthorizationImportClear;
extern const CFStringRef kSecACLAuthorizationImportWrapped;
extern const CFStringRef kSecACLAuthorizationIntegrity;
extern const CFStringRef kSecACLAuthorizationKeychainCreate;
extern const CFStringRef kSecACLAuthorizationKeychainDelete;
extern const CFStringRef kSecACLAuthorizationKeychainItemDelete;
extern const CFStringRef kSecACLAuthorizationKeychainItemInsert;
extern const CFStringRef kSecACLAuthorizationKeychainItemModify;
extern const CFStringRef kSecACLAuthorizationKeychainItemRead;
extern const CFStringRef kSecACLAuthorizationLogin;
extern const CFStringRef kSecACLAuthorizationMAC;
extern const CFStringRef kSecACLAuthorizationPartitionID;
extern const CFStringRef kSecACLAuthorizationSign;

CF_ENUM(CFIndex) {
  kSecHonorRoot = 256,
  kSecMatchBits = 3,
  kSecUseOnlyGID = 2,
  kSecUseOnlyUID = 1,
};

extern OSStatus SecAccessCopyACLList(SecAccessRef accessRef, CFArrayRef _Nullable *_Nonnull aclList);
extern CFArrayRef _Nullable SecAccessCopyMatchingACLList(SecAccessRef accessRef, CFTypeRef authorizationTag);
extern OSStatus SecAccessCopyOwnerAndACL(SecAccessRef accessRef, uid_t *_Nullable userId, gid_t *_Nullable groupId, SecAccessOwnerType *_Nullable ownerType, CFArrayRef _Nullable *_Nullable aclList);
extern OSStatus SecAccessCreate(CFStringRef descriptor, CFArrayRef _Nullable trustedlist, SecAccessRef _Nullable *_Nonnull accessRef);
extern SecAccessRef _Nullable SecAccessCreateWithOwnerAndACL(uid_t userId, gid_t groupId, SecAccessOwnerType ownerType, CFArrayRef _Nullable acls, CFErrorRef _Nullable *_Nullable error);
extern CFTypeID SecAccessGetTypeID(void);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
