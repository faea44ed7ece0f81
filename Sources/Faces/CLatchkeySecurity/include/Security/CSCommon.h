// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; declared in C, C++ and whatever calls C.
#ifndef LATCHKEY_CSCOMMON_H
#define LATCHKEY_CSCOMMON_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __SecCode *SecCodeRef;
typedef struct __SecRequirement *SecRequirementRef;
typedef const struct __SecCode *SecStaticCodeRef;

typedef uint32_t SecGuestRef;

typedef CF_ENUM(uint32_t, SecCSDigestAlgorithm) {
  kSecCodeSignatureNoHash = 0,
  kSecCodeSignatureHashSHA1 = 1,
  kSecCodeSignatureHashSHA256 = 2,
  kSecCodeSignatureHashSHA256Truncated = 3,
  kSecCodeSignatureHashSHA384 = 4,
  kSecCodeSignatureHashSHA512 = 5,
};

typedef CF_OPTIONS(uint32_t, SecCSFlags) {
  kSecCSDefaultFlags = 0,
  kSecCSConsiderExpiration = 2147483648U,
  kSecCSEnforceRevocationChecks = 1073741824,
  kSecCSNoNetworkAccess = 536870912,
  kSecCSReportProgress = 268435456,
  kSecCSCheckTrustedAnchors = 134217728,
  kSecCSQuickCheck = 67108864,
  kSecCSApplyEmbeddedPolicy = 33554432,
  kSecCSStripDisallowedXattrs = 16777216,
  kSecCSMatchGuestRequirementInKernel = 8388608,
};

typedef CF_OPTIONS(uint32_t, SecCodeSignatureFlags) {
  kSecCodeSignatureHost = 1,
  kSecCodeSignatureAdhoc = 2,
  kSecCodeSignatureForceHard = 256,
  kSecCodeSignatureForceKill = 512,
  kSecCodeSignatureForceExpiration = 1024,
  kSecCodeSignatureRestrict = 2048,
  kSecCodeSignatureEnforcement = 4096,
  kSecCodeSignatureLibraryValidation = 8192,
  kSecCodeSignatureRuntime = 65536,
  kSecCodeSignatureLinkerSigned = 131072,
};

typedef CF_OPTIONS(uint32_t, SecCodeStatus) {
  kSecCodeStatusValid = 1,
  kSecCodeStatusHard = 256,
  kSecCodeStatusKill = 512,
  kSecCodeStatusDebugged = 268435456,
  kSecCodeStatusPlatform = 67108864,
};

typedef CF_ENUM(uint32_t, SecRequirementType) {
  kSecHostRequirementType = 1,
  kSecGuestRequirementType = 2,
  kSecDesignatedRequirementType = 3,
  kSecLibraryRequirementType = 4,
  kSecPluginRequirementType = 5,
  kSecInvalidRequirementType = 6,
  kSecRequirementTypeCount = 6,
};

CF_ENUM(OSStatus) {
  errSecCSAmbiguousBundleFormat = -67011,
  errSecCSBadBundleFormat = -67028,
  errSecCSBadCallbackValue = -67020,
  errSecCSBadDictionaryFormat = -67058,
  errSecCSBadDiskImageFormat = -67001,
  errSecCSBadFrameworkVersion = -67009,
  errSecCSBadLVArch = -67017,
  errSecCSBadMainExecutable = -67010,
  errSecCSBadNestedCode = -67021,
  errSecCSBadObjectFormat = -67049,
  errSecCSBadResource = -67054,
  errSecCSBadTeamIdentifier = -66997,
  errSecCSCMSConstructionFailed = -66991,
  errSecCSCMSTooLarge = -67036,
  errSecCSCancelled = -67006,
  errSecCSDBAccess = -67032,
  errSecCSDBDenied = -67033,
  errSecCSDSStoreSymlink = -67012,
  errSecCSDbCorrupt = -67024,
  errSecCSFileHardQuarantined = -67026,
  errSecCSGuestInvalid = -67063,
  errSecCSHelperFailed = -67019,
  errSecCSHostProtocolContradiction = -67043,
  errSecCSHostProtocolDedicationError = -67042,
  errSecCSHostProtocolInvalidAttribute = -67031,
  errSecCSHostProtocolInvalidHash = -67035,
  errSecCSHostProtocolNotProxy = -67041,
  errSecCSHostProtocolRelativePath = -67044,
  errSecCSHostProtocolStateError = -67040,
  errSecCSHostProtocolUnrelated = -67039,
  errSecCSHostReject = -67047,
  errSecCSInfoPlistFailed = -67030,
  errSecCSInternalError = -67048,
  errSecCSInvalidAssociatedFileData = -66999,
  errSecCSInvalidAttributeValues = -67066,
  errSecCSInvalidEntitlements = -66994,
  errSecCSInvalidFlags = -67070,
  errSecCSInvalidObjectRef = -67071,
  errSecCSInvalidPlatform = -67005,
  errSecCSInvalidRuntimeVersion = -66993,
  errSecCSInvalidSymlink = -67003,
  errSecCSInvalidTeamIdentifier = -66998,
  errSecCSMultipleGuests = -67064,
  errSecCSNoMainExecutable = -67029,
  errSecCSNoMatches = -67027,
  errSecCSNoSuchCode = -67065,
  errSecCSNotAHost = -67046,
  errSecCSNotAppLike = -67002,
  errSecCSNotSupported = -67037,
  errSecCSObjectRequired = -67069,
  errSecCSOutdated = -67025,
  errSecCSRegularFile = -67015,
  errSecCSRemoteSignerFailed = -66990,
  errSecCSReqFailed = -67050,
  errSecCSReqInvalid = -67052,
  errSecCSReqUnsupported = -67051,
  errSecCSResourceDirectoryFailed = -67023,
  errSecCSResourceNotSupported = -67016,
  errSecCSResourceRulesInvalid = -67053,
  errSecCSResourcesInvalid = -67055,
  errSecCSResourcesNotFound = -67056,
  errSecCSResourcesNotSealed = -67057,
  errSecCSRevokedNotarization = -66992,
  errSecCSSigDBAccess = -67032,
  errSecCSSigDBDenied = -67033,
  errSecCSSignatureFailed = -67061,
  errSecCSSignatureInvalid = -67045,
  errSecCSSignatureNotVerifiable = -67060,
  errSecCSSignatureUnsupported = -67059,
  errSecCSSignatureUntrusted = -66996,
  errSecCSStaticCodeChanged = -67034,
  errSecCSStaticCodeNotFound = -67068,
  errSecCSTooBig = -67004,
  errSecCSUnimplemented = -67072,
  errSecCSUnsealedAppRoot = -67014,
  errSecCSUnsealedFrameworkRoot = -67008,
  errSecCSUnsigned = -67062,
  errSecCSUnsignedNestedCode = -67022,
  errSecCSUnsupportedDigestAlgorithm = -67000,
  errSecCSUnsupportedGuestAttributes = -67067,
  errSecCSVetoed = -67018,
  errSecCSWeakResourceEnvelope = -67007,
  errSecCSWeakResourceRules = -67013,
  errSecMultipleExecSegments = -66995,
};

extern const CFStringRef kSecCFErrorArchitecture;
extern const CFStringRef kSecCFErrorGuestAttributes;
extern const CFStringRef kSecCFErrorInfoPlist;
extern const CFStringRef kSecCFErrorPath;
extern const CFStringRef kSecCFErrorPattern;
extern const CFStringRef kSecCFErrorRequirementSyntax;
extern const CFStringRef kSecCFErrorResourceAdded;
extern const CFStringRef kSecCFErrorResourceAltered;
extern const CFStringRef kSecCFErrorResourceMissing;
extern const CFStringRef kSecCFErrorResourceRecursive;
extern const CFStringRef kSecCFErrorResourceSeal;
extern const CFStringRef kSecCFErrorResourceSideband;

CF_ENUM(SecGuestRef) {
  kSecNoGuest = 0,
};


CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
