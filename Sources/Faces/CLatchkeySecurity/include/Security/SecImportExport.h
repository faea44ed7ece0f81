// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECIMPORTEXPORT_H
#define LATCHKEY_SECIMPORTEXPORT_H

#include <Security/SecBase.h>
#include <Security/SecKey.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CF_ENUM(uint32_t, SecExternalFormat) {
  kSecFormatUnknown = 0,
  kSecFormatOpenSSL = 1,
  kSecFormatSSH = 2,
  kSecFormatBSAFE = 3,
  kSecFormatRawKey = 4,
  kSecFormatWrappedPKCS8 = 5,
  kSecFormatWrappedOpenSSL = 6,
  kSecFormatWrappedSSH = 7,
  kSecFormatWrappedLSH = 8,
  kSecFormatX509Cert = 9,
  kSecFormatPEMSequence = 10,
  kSecFormatPKCS7 = 11,
  kSecFormatPKCS12 = 12,
  kSecFormatNetscapeCertSequence = 13,
  kSecFormatSSHv2 = 14,
};

typedef CF_ENUM(uint32_t, SecExternalItemType) {
  kSecItemTypeUnknown = 0,
  kSecItemTypePrivateKey = 1,
  kSecItemTypePublicKey = 2,
  kSecItemTypeSessionKey = 3,
  kSecItemTypeCertificate = 4,
  kSecItemTypeAggregate = 5,
};

typedef CF_OPTIONS(uint32_t, SecItemImportExportFlags) {
  kSecItemPemArmour = 1,
};

typedef CF_OPTIONS(uint32_t, SecKeyImportExportFlags) {
  kSecKeyImportOnlyOne = 1,
  kSecKeySecurePassphrase = 2,
  kSecKeyNoAccessControl = 4,
};

typedef struct {
  uint32_t version;
  SecKeyImportExportFlags flags;
  CFTypeRef _Nullable passphrase;
  CFStringRef _Nullable alertTitle;
  CFStringRef _Nullable alertPrompt;
  SecAccessRef _Nullable accessRef;
  CFArrayRef _Nullable keyUsage;
  CFArrayRef _Nullable keyAttributes;
} SecItemImportExportKeyParameters;

typedef struct {
  uint32_t version;
  SecKeyImportExportFlags flags;
  CFTypeRef _Nullable passphrase;
  CFStringRef alertTitle;
  CFStringRef alertPrompt;
  SecAccessRef _Nullable accessRef;
  uint32_t keyUsage;
  uint32_t keyAttributes;
} SecKeyImportExportParameters;

CF_ENUM(int32_t) {
  SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION = 0,
};

extern const CFStringRef kSecImportExportAccess;
extern const CFStringRef kSecImportExportKeychain;
extern const CFStringRef kSecImportExportPassphrase;
extern const CFStringRef kSecImportItemCertChain;
extern const CFStringRef kSecImportItemIdentity;
extern const CFStringRef kSecImportItemKeyID;
extern const CFStringRef kSecImportItemLabel;
extern const CFStringRef kSecImportItemTrust;
extern const CFStringRef kSecImportToMemoryOnly;

extern OSStatus SecItemExport(CFTypeRef secItemOrArray, SecExternalFormat outputFormat, SecItemImportExportFlags flags, const SecItemImportExportKeyParameters *_Nullable keyParams, CFDataRef _Nullable *_Nonnull exportedData);
extern OSStatus SecItemImport(CFDataRef importedData, CFStringRef _Nullable fileNameOrExtension, SecExternalFormat *_Nullable inputFormat, SecExternalItemType *_Nullable itemType, SecItemImportExportFlags flags, const SecItemImportExportKeyParameters *_Nullable keyParams, SecKeychainRef _Nullable importKeychain, CFArrayRef _Nullable *_Nullable outItems);
extern OSStatus SecPKCS12Import(CFDataRef pkcs12_data, CFDictionaryRef options, CFArrayRef _Nullable *_Nonnull items);
extern OSStatus SecKeychainItemExport(CFTypeRef keychainItemOrArray, SecExternalFormat outputFormat, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, CFDataRef _Nullable *_Nonnull exportedData);
extern OSStatus SecKeychainItemImport(CFDataRef importedData, CFStringRef _Nullable fileNameOrExtension, SecExternalFormat *_Nullable inputFormat, SecExternalItemType *_Nullable itemType, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, SecKeychainRef _Nullable importKeychain, CFArrayRef _Nullable *_Nullable outItems);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
