// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_CMSENCODER_H
#define LATCHKEY_CMSENCODER_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef struct __CMSEncoder *CMSEncoderRef;

typedef CF_ENUM(uint32_t, CMSCertificateChainMode) {
  kCMSCertificateNone = 0,
  kCMSCertificateSignerOnly = 1,
  kCMSCertificateChain = 2,
  kCMSCertificateChainWithRoot = 3,
  kCMSCertificateChainWithRootOrFail = 4,
};

typedef CF_OPTIONS(uint32_t, CMSSignedAttributes) {
  kCMSAttrSmimeCapabilities = 1,
  kCMSAttrSmimeEncryptionKeyPrefs = 2,
  kCMSAttrSmimeMSEncryptionKeyPrefs = 4,
  kCMSAttrSigningTime = 8,
  kCMSAttrAppleCodesigningHashAgility = 16,
  kCMSAttrAppleCodesigningHashAgilityV2 = 32,
  kCMSAttrAppleExpirationTime = 64,
};

extern const CFStringRef kCMSEncoderDigestAlgorithmSHA1;
extern const CFStringRef kCMSEncoderDigestAlgorithmSHA256;

extern OSStatus CMSEncodeContent(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients, CFTypeRef _Nullable eContentTypeOID, Boolean detachedContent, CMSSignedAttributes signedAttributes, const void *content, size_t contentLen, CFDataRef _Nullable *_Nullable encodedContentOut);
extern OSStatus CMSEncoderAddRecipients(CMSEncoderRef cmsEncoder, CFTypeRef recipientOrArray);
extern OSStatus CMSEncoderAddSignedAttributes(CMSEncoderRef cmsEncoder, CMSSignedAttributes signedAttributes);
extern OSStatus CMSEncoderAddSigners(CMSEncoderRef cmsEncoder, CFTypeRef signerOrArray);
extern OSStatus CMSEncoderAddSupportingCerts(CMSEncoderRef cmsEncoder, CFTypeRef certOrArray);
extern OSStatus CMSEncoderCopyEncapsulatedContentType(CMSEncoderRef cmsEncoder, CFDataRef _Nullable *_Nonnull eContentTypeOut);
extern OSStatus CMSEncoderCopyEncodedContent(CMSEncoderRef cmsEncoder, CFDataRef _Nullable *_Nonnull encodedContentOut);
extern OSStatus CMSEncoderCopyRecipients(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull recipientsOut);
extern OSStatus CMSEncoderCopySignerTimestamp(CMSEncoderRef cmsEncoder, size_t signerIndex, CFAbsoluteTime *timestamp);
extern OSStatus CMSEncoderCopySignerTimestampWithPolicy(CMSEncoderRef cmsEncoder, CFTypeRef _Nullable timeStampPolicy, size_t signerIndex, CFAbsoluteTime *timestamp);
extern OSStatus CMSEncoderCopySigners(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull signersOut);
extern OSStatus CMSEncoderCopySupportingCerts(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull certsOut);
extern OSStatus CMSEncoderCreate(CMSEncoderRef _Nullable *_Nonnull cmsEncoderOut);
extern OSStatus CMSEncoderGetCertificateChainMode(CMSEncoderRef cmsEncoder, CMSCertificateChainMode *chainModeOut);
extern OSStatus CMSEncoderGetHasDetachedContent(CMSEncoderRef cmsEncoder, Boolean *detachedContentOut);
extern CFTypeID CMSEncoderGetTypeID(void);
extern OSStatus CMSEncoderSetCertificateChainMode(CMSEncoderRef cmsEncoder, CMSCertificateChainMode chainMode);
extern OSStatus CMSEncoderSetEncapsulatedContentTypeOID(CMSEncoderRef cmsEncoder, CFTypeRef eContentTypeOID);
extern OSStatus CMSEncoderSetHasDetachedContent(CMSEncoderRef cmsEncoder, Boolean detachedContent);
extern OSStatus CMSEncoderSetSignerAlgorithm(CMSEncoderRef cmsEncoder, CFStringRef digestAlgorithm);
extern OSStatus CMSEncoderUpdateContent(CMSEncoderRef cmsEncoder, const void *content, size_t contentLen);
extern OSStatus CMSEncoderSetEncapsulatedContentType(CMSEncoderRef cmsEncoder, const void *eContentType);
extern OSStatus CMSEncode(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients, const void *_Nullable eContentType, Boolean detachedContent, CMSSignedAttributes signedAttributes, const void *content, size_t contentLen, CFDataRef _Nullable *_Nonnull encodedContent);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
