// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECTRUSTSETTINGS_H
#define LATCHKEY_SECTRUSTSETTINGS_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CF_ENUM(uint32_t, SecTrustSettingsDomain) {
  kSecTrustSettingsDomainUser = 0,
  kSecTrustSettingsDomainAdmin = 1,
  kSecTrustSettingsDomainSystem = 2,
};

typedef CF_OPTIONS(uint32_t, SecTrustSettingsKeyUsage) {
  kSecTrustSettingsKeyUseSignature = 1,
  kSecTrustSettingsKeyUseEnDecryptData = 2,
  kSecTrustSettingsKeyUseEnDecryptKey = 4,
  kSecTrustSettingsKeyUseSignCert = 8,
  kSecTrustSettingsKeyUseSignRevocation = 16,
  kSecTrustSettingsKeyUseKeyExchange = 32,
  kSecTrustSettingsKeyUseAny = 4294967295U,
};

typedef CF_ENUM(uint32_t, SecTrustSettingsResult) {
  kSecTrustSettingsResultInvalid = 0,
  kSecTrustSettingsResultTrustRoot = 1,
  kSecTrustSettingsResultTrustAsRoot = 2,
  kSecTrustSettingsResultDeny = 3,
  kSecTrustSettingsResultUnspecified = 4,
};

#define kSecTrustSettingsDefaultRootCertSetting ((SecCertificateRef)-1)

#define kSecTrustSettingsAllowedError CFSTR("kSecTrustSettingsAllowedError")
#define kSecTrustSettingsApplication CFSTR("kSecTrustSettingsApplication")
#define kSecTrustSettingsKeyUsage CFSTR("kSecTrustSettingsKeyUsage")
#define kSecTrustSettingsPolicy CFSTR("kSecTrustSettingsPolicy")
#define kSecTrustSettingsPolicyString CFSTR("kSecTrustSettingsPolicyString")
#define kSecTrustSettingsResult CFSTR("kSecTrustSettingsResult")

extern OSStatus SecTrustSettingsCopyCertificates(SecTrustSettingsDomain domain, CFArrayRef _Nullable *_Nullable certArray);
extern OSStatus SecTrustSettingsCopyModificationDate(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFDateRef _Nullable *_Nonnull modificationDate);
extern OSStatus SecTrustSettingsCopyTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFArrayRef _Nullable *_Nonnull trustSettings);
extern OSStatus SecTrustSettingsCreateExternalRepresentation(SecTrustSettingsDomain domain, CFDataRef _Nullable *_Nonnull trustSettings);
extern OSStatus SecTrustSettingsImportExternalRepresentation(SecTrustSettingsDomain domain, CFDataRef trustSettings);
extern OSStatus SecTrustSettingsRemoveTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain);
extern OSStatus SecTrustSettingsSetTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFTypeRef _Nullable trustSettingsDictOrArray);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
