// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECTRUST_H
#define LATCHKEY_SECTRUST_H

#include <Security/SecBase.h>
#include <Security/SecPolicy.h>
#if __BLOCKS__
#include <dispatch/dispatch.h>
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __SecTrust *SecTrustRef;

typedef CF_OPTIONS(uint32_t, SecTrustOptionFlags) {
  kSecTrustOptionAllowExpired = 1,
  kSecTrustOptionLeafIsCA = 2,
  kSecTrustOptionFetchIssuerFromNet = 4,
  kSecTrustOptionAllowExpiredRoot = 8,
  kSecTrustOptionRequireRevPerCert = 16,
  kSecTrustOptionUseTrustSettings = 32,
  kSecTrustOptionImplicitAnchors = 64,
};

typedef CF_ENUM(uint32_t, SecTrustResultType) {
  kSecTrustResultConfirm = 2,
  kSecTrustResultInvalid = 0,
  kSecTrustResultProceed = 1,
  kSecTrustResultDeny = 3,
  kSecTrustResultUnspecified = 4,
  kSecTrustResultRecoverableTrustFailure = 5,
  kSecTrustResultFatalTrustFailure = 6,
  kSecTrustResultOtherError = 7,
};

extern const CFStringRef kSecPropertyTypeError;
extern const CFStringRef kSecPropertyTypeTitle;
extern const CFStringRef kSecTrustCertificateTransparency;
extern const CFStringRef kSecTrustCertificateTransparencyWhiteList;
extern const CFStringRef kSecTrustEvaluationDate;
extern const CFStringRef kSecTrustExtendedValidation;
extern const CFStringRef kSecTrustOrganizationName;
extern const CFStringRef kSecTrustQCStatements;
extern const CFStringRef kSecTrustQWACValidation;
extern const CFStringRef kSecTrustResultValue;
extern const CFStringRef kSecTrustRevocationChecked;
extern const CFStringRef kSecTrustRevocationValidUntilDate;

extern OSStatus SecTrustCopyAnchorCertificates(CFArrayRef _Nullable *_Nonnull anchors);
extern CFArrayRef _Nullable SecTrustCopyCertificateChain(SecTrustRef trust);
extern OSStatus SecTrustCopyCustomAnchorCertificates(SecTrustRef trust, CFArrayRef _Nullable *_Nonnull anchors);
extern CFDataRef _Nullable SecTrustCopyExceptions(SecTrustRef trust);
extern SecKeyRef _Nullable SecTrustCopyKey(SecTrustRef trust);
extern OSStatus SecTrustCopyPolicies(SecTrustRef trust, CFArrayRef _Nullable *_Nonnull policies);
extern CFArrayRef _Nullable SecTrustCopyProperties(SecTrustRef trust);
extern SecKeyRef _Nullable SecTrustCopyPublicKey(SecTrustRef trust);
extern CFDictionaryRef _Nullable SecTrustCopyResult(SecTrustRef trust);
extern OSStatus SecTrustCreateWithCertificates(CFTypeRef certificates, CFTypeRef _Nullable policies, SecTrustRef _Nullable *_Nonnull trust);
extern OSStatus SecTrustEvaluate(SecTrustRef trust, SecTrustResultType *result);
extern bool SecTrustEvaluateWithError(SecTrustRef trust, CFErrorRef _Nullable *_Nullable error);
extern SecCertificateRef _Nullable SecTrustGetCertificateAtIndex(SecTrustRef trust, CFIndex ix);
extern CFIndex SecTrustGetCertificateCount(SecTrustRef trust);
extern OSStatus SecTrustGetNetworkFetchAllowed(SecTrustRef trust, Boolean *allowFetch);
extern OSStatus SecTrustGetTrustResult(SecTrustRef trust, SecTrustResultType *result);
extern CFTypeID SecTrustGetTypeID(void);
extern CFAbsoluteTime SecTrustGetVerifyTime(SecTrustRef trust);
extern OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef _Nullable anchorCertificates);
extern OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, Boolean anchorCertificatesOnly);
extern bool SecTrustSetExceptions(SecTrustRef trust, CFDataRef _Nullable exceptions);
extern OSStatus SecTrustSetNetworkFetchAllowed(SecTrustRef trust, Boolean allowFetch);
extern OSStatus SecTrustSetOCSPResponse(SecTrustRef trust, CFTypeRef _Nullable responseData);
extern OSStatus SecTrustSetOptions(SecTrustRef trustRef, SecTrustOptionFlags options);
extern OSStatus SecTrustSetPolicies(SecTrustRef trust, CFTypeRef policies);
extern OSStatus SecTrustSetSignedCertificateTimestamps(SecTrustRef trust, CFArrayRef _Nullable sctArray);
extern OSStatus SecTrustSetVerifyDate(SecTrustRef trust, CFDateRef verifyDate);

#if __BLOCKS__
typedef void (^SecTrustCallback)(SecTrustRef trustRef, SecTrustResultType trustResult);
typedef void (^SecTrustWithErrorCallback)(
  SecTrustRef trustRef, bool result, CFErrorRef _Nullable error);
extern OSStatus SecTrustEvaluateAsync(SecTrustRef trust, dispatch_queue_t _Nullable queue, SecTrustCallback result);
extern OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, dispatch_queue_t queue, SecTrustWithErrorCallback result);
#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
