// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECKEYCHAINITEM_H
#define LATCHKEY_SECKEYCHAINITEM_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef uint8_t SecAFPServerSignature[16];

typedef uint8_t SecPublicKeyHash[20];

typedef CF_ENUM(FourCharCode, SecItemAttr) {
  kSecCreationDateItemAttr = 1667522932,
  kSecModDateItemAttr = 1835295092,
  kSecDescriptionItemAttr = 1684370275,
  kSecCommentItemAttr = 1768123764,
  kSecCreatorItemAttr = 1668445298,
  kSecTypeItemAttr = 1954115685,
  kSecScriptCodeItemAttr = 1935897200,
  kSecLabelItemAttr = 1818321516,
  kSecInvisibleItemAttr = 1768846953,
  kSecNegativeItemAttr = 1852139361,
  kSecCustomIconItemAttr = 1668641641,
  kSecAccountItemAttr = 1633903476,
  kSecServiceItemAttr = 1937138533,
  kSecGenericItemAttr = 1734700641,
  kSecSecurityDomainItemAttr = 1935961454,
  kSecServerItemAttr = 1936881266,
  kSecAuthenticationTypeItemAttr = 1635023216,
  kSecPortItemAttr = 1886351988,
  kSecPathItemAttr = 1885434984,
  kSecVolumeItemAttr = 1986817381,
  kSecAddressItemAttr = 1633969266,
  kSecSignatureItemAttr = 1936943463,
  kSecProtocolItemAttr = 1886675820,
  kSecCertificateType = 1668577648,
  kSecCertificateEncoding = 1667591779,
  kSecCrlType = 1668445296,
  kSecCrlEncoding = 1668443747,
  kSecAlias = 1634494835,
};

typedef CF_ENUM(FourCharCode, SecItemClass) {
  kSecInternetPasswordItemClass = 1768842612,
  kSecGenericPasswordItemClass = 1734700656,
  kSecCertificateItemClass = 2147487744U,
  kSecPublicKeyItemClass = 15,
  kSecPrivateKeyItemClass = 16,
  kSecSymmetricKeyItemClass = 17,
};

extern OSStatus SecKeychainItemCopyAccess(SecKeychainItemRef itemRef, SecAccessRef _Nullable *_Nonnull access);
extern OSStatus SecKeychainItemCopyAttributesAndData(SecKeychainItemRef itemRef, SecKeychainAttributeInfo *_Nullable info, SecItemClass *_Nullable itemClass, SecKeychainAttributeList *_Nullable *_Nullable attrList, uint32_t *_Nullable length, void *_Nullable *_Nullable outData);
extern OSStatus SecKeychainItemCopyContent(SecKeychainItemRef itemRef, SecItemClass *_Nullable itemClass, SecKeychainAttributeList *_Nullable attrList, uint32_t *_Nullable length, void *_Nullable *_Nullable outData);
extern OSStatus SecKeychainItemCopyFromPersistentReference(CFDataRef persistentItemRef, SecKeychainItemRef _Nullable *_Nonnull itemRef);
extern OSStatus SecKeychainItemCopyKeychain(SecKeychainItemRef itemRef, SecKeychainRef _Nullable *_Nonnull keychainRef);
extern OSStatus SecKeychainItemCreateCopy(SecKeychainItemRef itemRef, SecKeychainRef _Nullable destKeychainRef, SecAccessRef _Nullable initialAccess, SecKeychainItemRef _Nullable *_Nonnull itemCopy);
extern OSStatus SecKeychainItemCreateFromContent(SecItemClass itemClass, SecKeychainAttributeList *attrList, uint32_t length, const void *_Nullable data, SecKeychainRef _Nullable keychainRef, SecAccessRef _Nullable initialAccess, SecKeychainItemRef _Nullable *_Nullable itemRef);
extern OSStatus SecKeychainItemCreatePersistentReference(SecKeychainItemRef itemRef, CFDataRef _Nullable *_Nonnull persistentItemRef);
extern OSStatus SecKeychainItemDelete(SecKeychainItemRef itemRef);
extern OSStatus SecKeychainItemFreeAttributesAndData(SecKeychainAttributeList *_Nullable attrList, void *_Nullable data);
extern OSStatus SecKeychainItemFreeContent(SecKeychainAttributeList *_Nullable attrList, void *_Nullable data);
extern CFTypeID SecKeychainItemGetTypeID(void);
extern OSStatus SecKeychainItemModifyAttributesAndData(SecKeychainItemRef itemRef, const SecKeychainAttributeList *_Nullable attrList, uint32_t length, const void *_Nullable data);
extern OSStatus SecKeychainItemModifyContent(SecKeychainItemRef itemRef, const SecKeychainAttributeList *_Nullable attrList, uint32_t length, const void *_Nullable data);
extern OSStatus SecKeychainItemSetAccess(SecKeychainItemRef itemRef, SecAccessRef access);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
