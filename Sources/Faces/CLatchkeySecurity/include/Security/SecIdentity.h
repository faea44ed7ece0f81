// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECIDENTITY_H
#define LATCHKEY_SECIDENTITY_H

#include <Security/SecBase.h>
#include <Security/SecCertificate.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern const CFStringRef kSecIdentityDomainDefault;
extern const CFStringRef kSecIdentityDomainKerberosKDC;

extern OSStatus SecIdentityCopyCertificate(SecIdentityRef identityRef, SecCertificateRef _Nullable *_Nonnull certificateRef);
extern SecIdentityRef _Nullable SecIdentityCopyPreferred(CFStringRef name, CFArrayRef _Nullable keyUsage, CFArrayRef _Nullable validIssuers);
extern OSStatus SecIdentityCopyPreference(CFStringRef name, uint32_t keyUsage, CFArrayRef _Nullable validIssuers, SecIdentityRef _Nullable *_Nonnull identity);
extern OSStatus SecIdentitySetPreference(SecIdentityRef _Nullable identity, CFStringRef name, uint32_t keyUsage);
extern OSStatus SecIdentityCopyPrivateKey(SecIdentityRef identityRef, SecKeyRef _Nullable *_Nonnull privateKeyRef);
extern OSStatus SecIdentityCopySystemIdentity(CFStringRef domain, SecIdentityRef _Nullable *_Nonnull idRef, CFStringRef _Nullable *_Nullable actualDomain);
extern SecIdentityRef _Nullable SecIdentityCreate(CFAllocatorRef _Nullable allocator, SecCertificateRef certificate, SecKeyRef privateKey);
extern OSStatus SecIdentityCreateWithCertificate(CFTypeRef _Nullable keychainOrArray, SecCertificateRef certificateRef, SecIdentityRef _Nullable *_Nonnull identityRef);
extern CFTypeID SecIdentityGetTypeID(void);
extern OSStatus SecIdentitySetPreferred(SecIdentityRef _Nullable identity, CFStringRef name, CFArrayRef _Nullable keyUsage);
extern OSStatus SecIdentitySetSystemIdentity(CFStringRef domain, SecIdentityRef _Nullable idRef);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
