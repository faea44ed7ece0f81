// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECPOLICY_H
#define LATCHKEY_SECPOLICY_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern const CFStringRef kSecPolicyAppleCodeSigning;
extern const CFStringRef kSecPolicyAppleEAP;
extern const CFStringRef kSecPolicyAppleEAPClient;
extern const CFStringRef kSecPolicyAppleEAPServer;
extern const CFStringRef kSecPolicyAppleIDValidation;
extern const CFStringRef kSecPolicyAppleIPSecClient;
extern const CFStringRef kSecPolicyAppleIPSecServer;
extern const CFStringRef kSecPolicyAppleIPsec;
extern const CFStringRef kSecPolicyApplePKINITClient;
extern const CFStringRef kSecPolicyApplePKINITServer;
extern const CFStringRef kSecPolicyApplePassbookSigning;
extern const CFStringRef kSecPolicyApplePayIssuerEncryption;
extern const CFStringRef kSecPolicyAppleRevocation;
extern const CFStringRef kSecPolicyAppleSMIME;
extern const CFStringRef kSecPolicyAppleSSL;
extern const CFStringRef kSecPolicyAppleSSLClient;
extern const CFStringRef kSecPolicyAppleSSLServer;
extern const CFStringRef kSecPolicyAppleTimeStamping;
extern const CFStringRef kSecPolicyAppleX509Basic;
extern const CFStringRef kSecPolicyClient;
extern const CFStringRef kSecPolicyKU_CRLSign;
extern const CFStringRef kSecPolicyKU_DataEncipherment;
extern const CFStringRef kSecPolicyKU_DecipherOnly;
extern const CFStringRef kSecPolicyKU_DigitalSignature;
extern const CFStringRef kSecPolicyKU_EncipherOnly;
extern const CFStringRef kSecPolicyKU_KeyAgreement;
extern const CFStringRef kSecPolicyKU_KeyCertSign;
extern const CFStringRef kSecPolicyKU_KeyEncipherment;
extern const CFStringRef kSecPolicyKU_NonRepudiation;
extern const CFStringRef kSecPolicyMacAppStoreReceipt;
extern const CFStringRef kSecPolicyName;
extern const CFStringRef kSecPolicyOid;
extern const CFStringRef kSecPolicyRevocationFlags;
extern const CFStringRef kSecPolicyTeamIdentifier;

CF_ENUM(CFOptionFlags) {
  kSecRevocationCRLMethod = 2,
  kSecRevocationNetworkAccessDisabled = 16,
  kSecRevocationOCSPMethod = 1,
  kSecRevocationPreferCRL = 4,
  kSecRevocationRequirePositiveResponse = 8,
  kSecRevocationUseAnyAvailableMethod = 3,
};

#define kSecPolicyAppleiChat CFSTR("1.2.840.113635.100.1.12")

extern CFDictionaryRef _Nullable SecPolicyCopyProperties(SecPolicyRef policyRef);
extern SecPolicyRef SecPolicyCreateBasicX509(void);
extern SecPolicyRef _Nullable SecPolicyCreateRevocation(CFOptionFlags revocationFlags);
extern SecPolicyRef SecPolicyCreateSSL(Boolean server, CFStringRef _Nullable hostname);
extern SecPolicyRef _Nullable SecPolicyCreateWithProperties(CFTypeRef policyIdentifier, CFDictionaryRef _Nullable properties);
extern CFTypeID SecPolicyGetTypeID(void);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
