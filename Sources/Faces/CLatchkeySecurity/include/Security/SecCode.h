// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; declared in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECCODE_H
#define LATCHKEY_SECCODE_H

#include <Security/SecBase.h>
#include <Security/CSCommon.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef void *xpc_object_t;

CF_ENUM(uint32_t) {
  kSecCSCalculateCMSDigest = 64,
  kSecCSContentInformation = 16,
  kSecCSDynamicInformation = 8,
  kSecCSInternalInformation = 1,
  kSecCSRequirementInformation = 4,
  kSecCSSigningInformation = 2,
  kSecCSSkipResourceDirectory = 32,
  kSecCSUseAllArchitectures = 1,
};

extern const CFStringRef kSecCodeInfoCMS;
extern const CFStringRef kSecCodeInfoCdHashes;
extern const CFStringRef kSecCodeInfoCertificates;
extern const CFStringRef kSecCodeInfoChangedFiles;
extern const CFStringRef kSecCodeInfoDefaultDesignatedLightweightCodeRequirement;
extern const CFStringRef kSecCodeInfoDesignatedRequirement;
extern const CFStringRef kSecCodeInfoDigestAlgorithm;
extern const CFStringRef kSecCodeInfoDigestAlgorithms;
extern const CFStringRef kSecCodeInfoEntitlements;
extern const CFStringRef kSecCodeInfoEntitlementsDict;
extern const CFStringRef kSecCodeInfoFlags;
extern const CFStringRef kSecCodeInfoFormat;
extern const CFStringRef kSecCodeInfoIdentifier;
extern const CFStringRef kSecCodeInfoImplicitDesignatedRequirement;
extern const CFStringRef kSecCodeInfoMainExecutable;
extern const CFStringRef kSecCodeInfoPList;
extern const CFStringRef kSecCodeInfoPlatformIdentifier;
extern const CFStringRef kSecCodeInfoRequirementData;
extern const CFStringRef kSecCodeInfoRequirements;
extern const CFStringRef kSecCodeInfoRuntimeVersion;
extern const CFStringRef kSecCodeInfoSource;
extern const CFStringRef kSecCodeInfoStapledNotarizationTicket;
extern const CFStringRef kSecCodeInfoStatus;
extern const CFStringRef kSecCodeInfoTeamIdentifier;
extern const CFStringRef kSecCodeInfoTime;
extern const CFStringRef kSecCodeInfoTimestamp;
extern const CFStringRef kSecCodeInfoTrust;
extern const CFStringRef kSecCodeInfoUnique;
extern const CFStringRef kSecGuestAttributeArchitecture;
extern const CFStringRef kSecGuestAttributeAudit;
extern const CFStringRef kSecGuestAttributeCanonical;
extern const CFStringRef kSecGuestAttributeDynamicCode;
extern const CFStringRef kSecGuestAttributeDynamicCodeInfoPlist;
extern const CFStringRef kSecGuestAttributeHash;
extern const CFStringRef kSecGuestAttributeMachPort;
extern const CFStringRef kSecGuestAttributePid;
extern const CFStringRef kSecGuestAttributeSubarchitecture;

extern OSStatus SecCodeCheckValidity(SecCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable requirement);
extern OSStatus SecCodeCheckValidityWithErrors(SecCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable requirement, CFErrorRef _Nullable *_Nullable errors);
extern OSStatus SecCodeCopyDesignatedRequirement(SecStaticCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement);
extern OSStatus SecCodeCopyGuestWithAttributes(SecCodeRef _Nullable host, CFDictionaryRef _Nullable attributes, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull guest);
extern OSStatus SecCodeCopyHost(SecCodeRef guest, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull host);
extern OSStatus SecCodeCopyPath(SecStaticCodeRef staticCode, SecCSFlags flags, CFURLRef _Nullable *_Nonnull path);
extern OSStatus SecCodeCopySelf(SecCSFlags flags, SecCodeRef _Nullable *_Nonnull self);
extern OSStatus SecCodeCopySigningInformation(SecStaticCodeRef code, SecCSFlags flags, CFDictionaryRef _Nullable *_Nonnull information);
extern OSStatus SecCodeCopyStaticCode(SecCodeRef code, SecCSFlags flags, SecStaticCodeRef _Nullable *_Nonnull staticCode);
extern OSStatus SecCodeCreateWithXPCMessage(xpc_object_t message, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull target);
extern CFTypeID SecCodeGetTypeID(void);
extern OSStatus SecCodeMapMemory(SecStaticCodeRef code, SecCSFlags flags);
extern OSStatus SecCodeValidateFileResource(SecStaticCodeRef code, CFStringRef relativePath, CFDataRef fileData, SecCSFlags flags);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
