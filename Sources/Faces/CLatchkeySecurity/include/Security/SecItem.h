// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECITEM_H
#define LATCHKEY_SECITEM_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern const CFStringRef kSecAttrAccess;
extern const CFStringRef kSecAttrAccessControl;
extern const CFStringRef kSecAttrAccessGroup;
extern const CFStringRef kSecAttrAccessGroupToken;
extern const CFStringRef kSecAttrAccessible;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlock;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleAlways;
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleWhenUnlocked;
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrApplicationLabel;
extern const CFStringRef kSecAttrApplicationTag;
extern const CFStringRef kSecAttrAuthenticationType;
extern const CFStringRef kSecAttrAuthenticationTypeDPA;
extern const CFStringRef kSecAttrAuthenticationTypeDefault;
extern const CFStringRef kSecAttrAuthenticationTypeHTMLForm;
extern const CFStringRef kSecAttrAuthenticationTypeHTTPBasic;
extern const CFStringRef kSecAttrAuthenticationTypeHTTPDigest;
extern const CFStringRef kSecAttrAuthenticationTypeMSN;
extern const CFStringRef kSecAttrAuthenticationTypeNTLM;
extern const CFStringRef kSecAttrAuthenticationTypeRPA;
extern const CFStringRef kSecAttrCanDecrypt;
extern const CFStringRef kSecAttrCanDerive;
extern const CFStringRef kSecAttrCanEncrypt;
extern const CFStringRef kSecAttrCanSign;
extern const CFStringRef kSecAttrCanUnwrap;
extern const CFStringRef kSecAttrCanVerify;
extern const CFStringRef kSecAttrCanWrap;
extern const CFStringRef kSecAttrCertificateEncoding;
extern const CFStringRef kSecAttrCertificateType;
extern const CFStringRef kSecAttrComment;
extern const CFStringRef kSecAttrCreationDate;
extern const CFStringRef kSecAttrCreator;
extern const CFStringRef kSecAttrDescription;
extern const CFStringRef kSecAttrEffectiveKeySize;
extern const CFStringRef kSecAttrGeneric;
extern const CFStringRef kSecAttrIsExtractable;
extern const CFStringRef kSecAttrIsInvisible;
extern const CFStringRef kSecAttrIsNegative;
extern const CFStringRef kSecAttrIsPermanent;
extern const CFStringRef kSecAttrIsSensitive;
extern const CFStringRef kSecAttrIssuer;
extern const CFStringRef kSecAttrKeyClass;
extern const CFStringRef kSecAttrKeyClassPrivate;
extern const CFStringRef kSecAttrKeyClassPublic;
extern const CFStringRef kSecAttrKeyClassSymmetric;
extern const CFStringRef kSecAttrKeySizeInBits;
extern const CFStringRef kSecAttrKeyType;
extern const CFStringRef kSecAttrKeyType3DES;
extern const CFStringRef kSecAttrKeyTypeAES;
extern const CFStringRef kSecAttrKeyTypeCAST;
extern const CFStringRef kSecAttrKeyTypeDES;
extern const CFStringRef kSecAttrKeyTypeDSA;
extern const CFStringRef kSecAttrKeyTypeEC;
extern const CFStringRef kSecAttrKeyTypeECDSA;
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandom;
extern const CFStringRef kSecAttrKeyTypeRC2;
extern const CFStringRef kSecAttrKeyTypeRC4;
extern const CFStringRef kSecAttrKeyTypeRSA;
extern const CFStringRef kSecAttrLabel;
extern const CFStringRef kSecAttrModificationDate;
extern const CFStringRef kSecAttrPRF;
extern const CFStringRef kSecAttrPRFHmacAlgSHA1;
extern const CFStringRef kSecAttrPRFHmacAlgSHA224;
extern const CFStringRef kSecAttrPRFHmacAlgSHA256;
extern const CFStringRef kSecAttrPRFHmacAlgSHA384;
extern const CFStringRef kSecAttrPRFHmacAlgSHA512;
extern const CFStringRef kSecAttrPath;
extern const CFStringRef kSecAttrPersistantReference;
extern const CFStringRef kSecAttrPersistentReference;
extern const CFStringRef kSecAttrPort;
extern const CFStringRef kSecAttrProtocol;
extern const CFStringRef kSecAttrProtocolAFP;
extern const CFStringRef kSecAttrProtocolAppleTalk;
extern const CFStringRef kSecAttrProtocolDAAP;
extern const CFStringRef kSecAttrProtocolEPPC;
extern const CFStringRef kSecAttrProtocolFTP;
extern const CFStringRef kSecAttrProtocolFTPAccount;
extern const CFStringRef kSecAttrProtocolFTPProxy;
extern const CFStringRef kSecAttrProtocolFTPS;
extern const CFStringRef kSecAttrProtocolHTTP;
extern const CFStringRef kSecAttrProtocolHTTPProxy;
extern const CFStringRef kSecAttrProtocolHTTPS;
extern const CFStringRef kSecAttrProtocolHTTPSProxy;
extern const CFStringRef kSecAttrProtocolIMAP;
extern const CFStringRef kSecAttrProtocolIMAPS;
extern const CFStringRef kSecAttrProtocolIPP;
extern const CFStringRef kSecAttrProtocolIRC;
extern const CFStringRef kSecAttrProtocolIRCS;
extern const CFStringRef kSecAttrProtocolLDAP;
extern const CFStringRef kSecAttrProtocolLDAPS;
extern const CFStringRef kSecAttrProtocolNNTP;
extern const CFStringRef kSecAttrProtocolNNTPS;
extern const CFStringRef kSecAttrProtocolPOP3;
extern const CFStringRef kSecAttrProtocolPOP3S;
extern const CFStringRef kSecAttrProtocolRTSP;
extern const CFStringRef kSecAttrProtocolRTSPProxy;
extern const CFStringRef kSecAttrProtocolSMB;
extern const CFStringRef kSecAttrProtocolSMTP;
extern const CFStringRef kSecAttrProtocolSOCKS;
extern const CFStringRef kSecAttrProtocolSSH;
extern const CFStringRef kSecAttrProtocolTelnet;
extern const CFStringRef kSecAttrProtocolTelnetS;
extern const CFStringRef kSecAttrPublicKeyHash;
extern const CFStringRef kSecAttrRounds;
extern const CFStringRef kSecAttrSalt;
extern const CFStringRef kSecAttrSecurityDomain;
extern const CFStringRef kSecAttrSerialNumber;
extern const CFStringRef kSecAttrServer;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrSubject;
extern const CFStringRef kSecAttrSubjectKeyID;
extern const CFStringRef kSecAttrSyncViewHint;
extern const CFStringRef kSecAttrSynchronizable;
extern const CFStringRef kSecAttrSynchronizableAny;
extern const CFStringRef kSecAttrTokenID;
extern const CFStringRef kSecAttrTokenIDSecureEnclave;
extern const CFStringRef kSecAttrType;
extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassCertificate;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecClassIdentity;
extern const CFStringRef kSecClassInternetPassword;
extern const CFStringRef kSecClassKey;
extern const CFStringRef kSecMatchCaseInsensitive;
extern const CFStringRef kSecMatchDiacriticInsensitive;
extern const CFStringRef kSecMatchEmailAddressIfPresent;
extern const CFStringRef kSecMatchHostOrSubdomainOfHost;
extern const CFStringRef kSecMatchIssuers;
extern const CFStringRef kSecMatchItemList;
extern const CFStringRef kSecMatchLimit;
extern const CFStringRef kSecMatchLimitAll;
extern const CFStringRef kSecMatchLimitOne;
extern const CFStringRef kSecMatchPolicy;
extern const CFStringRef kSecMatchSearchList;
extern const CFStringRef kSecMatchSubjectContains;
extern const CFStringRef kSecMatchSubjectEndsWith;
extern const CFStringRef kSecMatchSubjectStartsWith;
extern const CFStringRef kSecMatchSubjectWholeString;
extern const CFStringRef kSecMatchTrustedOnly;
extern const CFStringRef kSecMatchValidOnDate;
extern const CFStringRef kSecMatchWidthInsensitive;
extern const CFStringRef kSecReturnAttributes;
extern const CFStringRef kSecReturnData;
extern const CFStringRef kSecReturnPersistentRef;
extern const CFStringRef kSecReturnRef;
extern const CFStringRef kSecUseAuthenticationContext;
extern const CFStringRef kSecUseAuthenticationUI;
extern const CFStringRef kSecUseAuthenticationUIAllow;
extern const CFStringRef kSecUseAuthenticationUIFail;
extern const CFStringRef kSecUseAuthenticationUISkip;
extern const CFStringRef kSecUseDataProtectionKeychain;
extern const CFStringRef kSecUseItemList;
extern const CFStringRef kSecUseKeychain;
extern const CFStringRef kSecUseNoAuthenticationUI;
extern const CFStringRef kSecUseOperationPrompt;
extern const CFStringRef kSecValueData;
extern const CFStringRef kSecValuePersistentRef;
extern const CFStringRef kSecValueRef;
extern const CFStringRef kSecUseUserIndependentKeychain;

extern OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable result);
extern OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef _Nullable *_Nullable result);
extern OSStatus SecItemDelete(CFDictionaryRef query);
extern OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
