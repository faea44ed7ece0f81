// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_CMSDECODER_H
#define LATCHKEY_CMSDECODER_H

#include <Security/SecBase.h>
#include <Security/CMSEncoder.h>
#include <Security/SecTrust.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __CMSDecoder *CMSDecoderRef;

typedef CF_ENUM(uint32_t, CMSSignerStatus) {
  kCMSSignerUnsigned = 0,
  kCMSSignerValid = 1,
  kCMSSignerNeedsDetachedContent = 2,
  kCMSSignerInvalidSignature = 3,
  kCMSSignerInvalidCert = 4,
  kCMSSignerInvalidIndex = 5,
};

extern OSStatus CMSDecoderCopyAllCerts(CMSDecoderRef cmsDecoder, CFArrayRef _Nullable *_Nonnull certsOut);
extern OSStatus CMSDecoderCopyContent(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull contentOut);
extern OSStatus CMSDecoderCopyDetachedContent(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull detachedContentOut);
extern OSStatus CMSDecoderCopyEncapsulatedContentType(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull eContentTypeOut);
extern OSStatus CMSDecoderCopySignerCert(CMSDecoderRef cmsDecoder, size_t signerIndex, SecCertificateRef _Nullable *_Nonnull signerCertOut);
extern OSStatus CMSDecoderCopySignerEmailAddress(CMSDecoderRef cmsDecoder, size_t signerIndex, CFStringRef _Nullable *_Nonnull signerEmailAddressOut);
extern OSStatus CMSDecoderCopySignerSigningTime(CMSDecoderRef cmsDecoder, size_t signerIndex, CFAbsoluteTime *signingTime);
extern OSStatus CMSDecoderCopySignerStatus(CMSDecoderRef cmsDecoder, size_t signerIndex, CFTypeRef policyOrArray, Boolean evaluateSecTrust, CMSSignerStatus *_Nullable signerStatusOut, SecTrustRef _Nullable *_Nullable secTrustOut, OSStatus *_Nullable certVerifyResultCodeOut);
extern OSStatus CMSDecoderCopySignerTimestamp(CMSDecoderRef cmsDecoder, size_t signerIndex, CFAbsoluteTime *timestamp);
extern OSStatus CMSDecoderCopySignerTimestampCertificates(CMSDecoderRef cmsDecoder, size_t signerIndex, CFArrayRef _Nullable *_Nonnull certificateRefs);
extern OSStatus CMSDecoderCopySignerTimestampWithPolicy(CMSDecoderRef cmsDecoder, CFTypeRef _Nullable timeStampPolicy, size_t signerIndex, CFAbsoluteTime *timestamp);
extern OSStatus CMSDecoderCreate(CMSDecoderRef _Nullable *_Nonnull cmsDecoderOut);
extern OSStatus CMSDecoderFinalizeMessage(CMSDecoderRef cmsDecoder);
extern OSStatus CMSDecoderGetNumSigners(CMSDecoderRef cmsDecoder, size_t *numSignersOut);
extern CFTypeID CMSDecoderGetTypeID(void);
extern OSStatus CMSDecoderIsContentEncrypted(CMSDecoderRef cmsDecoder, Boolean *isEncryptedOut);
extern OSStatus CMSDecoderSetDetachedContent(CMSDecoderRef cmsDecoder, CFDataRef detachedContent);
extern OSStatus CMSDecoderSetSearchKeychain(CMSDecoderRef cmsDecoder, CFTypeRef keychainOrArray);
extern OSStatus CMSDecoderUpdateMessage(CMSDecoderRef cmsDecoder, const void *msgBytes, size_t msgBytesLen);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
