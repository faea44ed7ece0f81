// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECKEY_H
#define LATCHKEY_SECKEY_H

#include <Security/SecBase.h>
#if __BLOCKS__
#include <dispatch/dispatch.h>
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef CFStringRef SecKeyAlgorithm;
typedef CFStringRef SecKeyKeyExchangeParameter;

typedef CF_ENUM(CFIndex, SecKeyOperationType) {
  kSecKeyOperationTypeSign = 0,
  kSecKeyOperationTypeVerify = 1,
  kSecKeyOperationTypeEncrypt = 2,
  kSecKeyOperationTypeDecrypt = 3,
  kSecKeyOperationTypeKeyExchange = 4,
};

typedef CF_ENUM(uint32_t, SecKeySizes) {
  kSecDefaultKeySize = 0,
  kSec3DES192 = 192,
  kSecAES128 = 128,
  kSecAES192 = 192,
  kSecAES256 = 256,
  kSecp192r1 = 192,
  kSecp256r1 = 256,
  kSecp384r1 = 384,
  kSecp521r1 = 521,
  kSecRSAMin = 1024,
  kSecRSAMax = 4096,
};

typedef CF_OPTIONS(uint32_t, SecPadding) {
  kSecPaddingNone = 0,
  kSecPaddingPKCS1 = 1,
  kSecPaddingOAEP = 2,
  kSecPaddingSigRaw = 16384,
  kSecPaddingPKCS1MD2 = 32768,
  kSecPaddingPKCS1MD5 = 32769,
  kSecPaddingPKCS1SHA1 = 32770,
  kSecPaddingPKCS1SHA224 = 32771,
  kSecPaddingPKCS1SHA256 = 32772,
  kSecPaddingPKCS1SHA384 = 32773,
  kSecPaddingPKCS1SHA512 = 32774,
};

extern const CFStringRef kSecPrivateKeyAttrs;
extern const CFStringRef kSecPublicKeyAttrs;

CF_ENUM(int32_t) {
  kSecKeyAlias = 2,
  kSecKeyAlwaysSensitive = 15,
  kSecKeyApplicationTag = 7,
  kSecKeyDecrypt = 19,
  kSecKeyDerive = 20,
  kSecKeyEffectiveKeySize = 11,
  kSecKeyEncrypt = 18,
  kSecKeyEndDate = 13,
  kSecKeyExtractable = 16,
  kSecKeyKeyClass = 0,
  kSecKeyKeyCreator = 8,
  kSecKeyKeySizeInBits = 10,
  kSecKeyKeyType = 9,
  kSecKeyLabel = 6,
  kSecKeyModifiable = 5,
  kSecKeyNeverExtractable = 17,
  kSecKeyPermanent = 3,
  kSecKeyPrintName = 1,
  kSecKeyPrivate = 4,
  kSecKeySensitive = 14,
  kSecKeySign = 21,
  kSecKeySignRecover = 23,
  kSecKeyStartDate = 12,
  kSecKeyUnwrap = 26,
  kSecKeyVerify = 22,
  kSecKeyVerifyRecover = 24,
  kSecKeyWrap = 25,
};

extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureRaw;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureRFC4754;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionRaw;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionPKCS1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandard;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactor;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384;
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512;
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterRequestedSize;
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterSharedInfo;

extern CFDictionaryRef _Nullable SecKeyCopyAttributes(SecKeyRef key);
extern CFDataRef _Nullable SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecKeyCopyKeyExchangeResult(SecKeyRef privateKey, SecKeyAlgorithm algorithm, SecKeyRef publicKey, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyCopyPublicKey(SecKeyRef key);
extern CFDataRef _Nullable SecKeyCreateDecryptedData(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef ciphertext, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecKeyCreateEncryptedData(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef plaintext, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecKeyCreateSignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef dataToSign, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyCreateWithData(CFDataRef keyData, CFDictionaryRef attributes, CFErrorRef _Nullable *_Nullable error);
extern OSStatus SecKeyGeneratePair(CFDictionaryRef parameters, SecKeyRef _Nullable *_Nullable publicKey, SecKeyRef _Nullable *_Nullable privateKey);
extern size_t SecKeyGetBlockSize(SecKeyRef key);
extern CFTypeID SecKeyGetTypeID(void);
extern Boolean SecKeyIsAlgorithmSupported(SecKeyRef key, SecKeyOperationType operation, SecKeyAlgorithm algorithm);
extern Boolean SecKeyVerifySignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef signedData, CFDataRef signature, CFErrorRef _Nullable *_Nullable error);
extern OSStatus SecKeyDecrypt(SecKeyRef key, SecPadding padding, const uint8_t *cipherText, size_t cipherTextLen, uint8_t *plainText, size_t *plainTextLen);
extern OSStatus SecKeyEncrypt(SecKeyRef key, SecPadding padding, const uint8_t *plainText, size_t plainTextLen, uint8_t *cipherText, size_t *cipherTextLen);
extern OSStatus SecKeyRawSign(SecKeyRef key, SecPadding padding, const uint8_t *dataToSign, size_t dataToSignLen, uint8_t *sig, size_t *sigLen);
extern OSStatus SecKeyRawVerify(SecKeyRef key, SecPadding padding, const uint8_t *signedData, size_t signedDataLen, const uint8_t *sig, size_t sigLen);
extern SecKeyRef _Nullable SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef keyData, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyDeriveFromPassword(CFStringRef password, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyGenerateSymmetric(CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
extern SecKeyRef _Nullable SecKeyUnwrapSymmetric(CFDataRef _Nullable *_Nonnull keyToUnwrap, SecKeyRef unwrappingKey, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
extern CFDataRef _Nullable SecKeyWrapSymmetric(SecKeyRef keyToWrap, SecKeyRef wrappingKey, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);

#if __BLOCKS__
typedef void (^SecKeyGeneratePairBlock)(
  SecKeyRef publicKey, SecKeyRef privateKey, CFErrorRef error);
extern void SecKeyGeneratePairAsync(CFDictionaryRef parameters, dispatch_queue_t deliveryQueue, SecKeyGeneratePairBlock result);
#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
