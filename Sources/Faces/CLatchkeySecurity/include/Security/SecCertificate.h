// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECCERTIFICATE_H
#define LATCHKEY_SECCERTIFICATE_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CF_OPTIONS(uint32_t, SecKeyUsage) {
  kSecKeyUsageUnspecified = 0,
  kSecKeyUsageDigitalSignature = 1,
  kSecKeyUsageNonRepudiation = 2,
  kSecKeyUsageContentCommitment = 2,
  kSecKeyUsageKeyEncipherment = 4,
  kSecKeyUsageDataEncipherment = 8,
  kSecKeyUsageKeyAgreement = 16,
  kSecKeyUsageKeyCertSign = 32,
  kSecKeyUsageCRLSign = 64,
  kSecKeyUsageEncipherOnly = 128,
  kSecKeyUsageDecipherOnly = 256,
  kSecKeyUsageCritical = 2147483648U,
  kSecKeyUsageAll = 2147483647,
};

extern const CFStringRef kSecPropertyKeyLabel;
extern const CFStringRef kSecPropertyKeyLocalizedLabel;
extern const CFStringRef kSecPropertyKeyType;
extern const CFStringRef kSecPropertyKeyValue;
extern const CFStringRef kSecPropertyTypeArray;
extern const CFStringRef kSecPropertyTypeData;
extern const CFStringRef kSecPropertyTypeDate;
extern const CFStringRef kSecPropertyTypeNumber;
extern const CFStringRef kSecPropertyTypeSection;
extern const CFStringRef kSecPropertyTypeString;
extern const CFStringRef kSecPropertyTypeSuccess;
extern const CFStringRef kSecPropertyTypeURL;
extern const CFStringRef kSecPropertyTypeWarning;

CF_ENUM(CFIndex) {
  kSecCertEncodingItemAttr = 1667591779,
  kSecCertTypeItemAttr = 1668577648,
  kSecIssuerItemAttr = 1769173877,
  kSecPublicKeyHashItemAttr = 1752198009,
  kSecSerialNumberItemAttr = 1936614002,
  kSecSubjectItemAttr = 1937072746,
  kSecSubjectKeyIdentifierItemAttr = 1936419172,
};

extern OSStatus SecCertificateCopyCommonName(SecCertificateRef certificate, CFStringRef _Nullable *_Nonnull commonName);
extern CFDataRef SecCertificateCopyData(SecCertificateRef certificate);
extern OSStatus SecCertificateCopyEmailAddresses(SecCertificateRef certificate, CFArrayRef _Nullable *_Nonnull emailAddresses);
extern SecKeyRef _Nullable SecCertificateCopyKey(SecCertificateRef certificate);
extern CFStringRef _Nullable SecCertificateCopyLongDescription(CFAllocatorRef _Nullable alloc, SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecCertificateCopyNormalizedIssuerContent(SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecCertificateCopyNormalizedIssuerSequence(SecCertificateRef certificate);
extern CFDataRef _Nullable SecCertificateCopyNormalizedSubjectContent(SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecCertificateCopyNormalizedSubjectSequence(SecCertificateRef certificate);
extern CFDateRef _Nullable SecCertificateCopyNotValidAfterDate(SecCertificateRef certificate);
extern CFDateRef _Nullable SecCertificateCopyNotValidBeforeDate(SecCertificateRef certificate);
extern SecCertificateRef _Nullable SecCertificateCopyPreferred(CFStringRef name, CFArrayRef _Nullable keyUsage);
extern OSStatus SecCertificateCopyPublicKey(SecCertificateRef certificate, SecKeyRef _Nullable *_Nonnull key);
extern CFDataRef _Nullable SecCertificateCopySerialNumber(SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecCertificateCopySerialNumberData(SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFStringRef _Nullable SecCertificateCopyShortDescription(CFAllocatorRef _Nullable alloc, SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable error);
extern CFStringRef _Nullable SecCertificateCopySubjectSummary(SecCertificateRef certificate);
extern CFDictionaryRef _Nullable SecCertificateCopyValues(SecCertificateRef certificate, CFArrayRef _Nullable keys, CFErrorRef _Nullable *_Nullable error);
extern SecCertificateRef _Nullable SecCertificateCreateWithData(CFAllocatorRef _Nullable allocator, CFDataRef data);
extern CFTypeID SecCertificateGetTypeID(void);
extern OSStatus SecCertificateSetPreferred(SecCertificateRef _Nullable certificate, CFStringRef name, CFArrayRef _Nullable keyUsage);
extern OSStatus SecCertificateCopyPreference(CFStringRef name, uint32_t keyUsage, SecCertificateRef _Nullable *_Nonnull certificate);
extern OSStatus SecCertificateSetPreference(SecCertificateRef _Nullable certificate, CFStringRef name, uint32_t keyUsage, CFDateRef _Nullable date);
extern OSStatus SecCertificateAddToKeychain(SecCertificateRef certificate, SecKeychainRef _Nullable keychain);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
