// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; declared in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECSTATICCODE_H
#define LATCHKEY_SECSTATICCODE_H

#include <Security/SecBase.h>
#include <Security/SecCode.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

CF_ENUM(uint32_t) {
  kSecCSAllowNetworkAccess = 65536,
  kSecCSBasicValidateOnly = 6,
  kSecCSCheckAllArchitectures = 1,
  kSecCSCheckGatekeeperArchitectures = 65,
  kSecCSCheckNestedCode = 8,
  kSecCSDoNotValidateExecutable = 2,
  kSecCSDoNotValidateResources = 4,
  kSecCSFastExecutableValidation = 131072,
  kSecCSFullReport = 32,
  kSecCSRestrictSidebandData = 512,
  kSecCSRestrictSymlinks = 128,
  kSecCSRestrictToAppLike = 256,
  kSecCSSingleThreaded = 4096,
  kSecCSStrictValidate = 16,
  kSecCSUseSoftwareSigningCert = 1024,
  kSecCSValidatePEH = 2048,
};

extern const CFStringRef kSecCodeAttributeArchitecture;
extern const CFStringRef kSecCodeAttributeBundleVersion;
extern const CFStringRef kSecCodeAttributeSubarchitecture;
extern const CFStringRef kSecCodeAttributeUniversalFileOffset;

extern OSStatus SecStaticCodeCheckValidity(SecStaticCodeRef staticCode, SecCSFlags flags, SecRequirementRef _Nullable requirement);
extern OSStatus SecStaticCodeCheckValidityWithErrors(SecStaticCodeRef staticCode, SecCSFlags flags, SecRequirementRef _Nullable requirement, CFErrorRef _Nullable *_Nullable errors);
extern OSStatus SecStaticCodeCreateWithPath(CFURLRef path, SecCSFlags flags, SecStaticCodeRef _Nullable *_Nonnull staticCode);
extern OSStatus SecStaticCodeCreateWithPathAndAttributes(CFURLRef path, SecCSFlags flags, CFDictionaryRef attributes, SecStaticCodeRef _Nullable *_Nonnull staticCode);
extern CFTypeID SecStaticCodeGetTypeID(void);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
