// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECKEYCHAIN_H
#define LATCHKEY_SECKEYCHAIN_H

#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

struct SecKeychainCallbackInfo {
  uint32_t version;
  SecKeychainItemRef item;
  SecKeychainRef keychain;
  pid_t pid;
};
typedef struct SecKeychainCallbackInfo SecKeychainCallbackInfo;

struct SecKeychainSettings {
  uint32_t version;
  Boolean lockOnSleep;
  Boolean useLockInterval;
  uint32_t lockInterval;
};
typedef struct SecKeychainSettings SecKeychainSettings;

typedef CF_ENUM(FourCharCode, SecAuthenticationType) {
  kSecAuthenticationTypeNTLM = 1835824238,
  kSecAuthenticationTypeMSN = 1634628461,
  kSecAuthenticationTypeDPA = 1633775716,
  kSecAuthenticationTypeRPA = 1633775730,
  kSecAuthenticationTypeHTTPBasic = 1886680168,
  kSecAuthenticationTypeHTTPDigest = 1685353576,
  kSecAuthenticationTypeHTMLForm = 1836216166,
  kSecAuthenticationTypeDefault = 1953261156,
  kSecAuthenticationTypeAny = 0,
};

typedef CF_ENUM(uint32_t, SecKeychainEvent) {
  kSecLockEvent = 1,
  kSecUnlockEvent = 2,
  kSecAddEvent = 3,
  kSecDeleteEvent = 4,
  kSecUpdateEvent = 5,
  kSecPasswordChangedEvent = 6,
  kSecDefaultChangedEvent = 9,
  kSecDataAccessEvent = 10,
  kSecKeychainListChangedEvent = 11,
  kSecTrustSettingsChangedEvent = 12,
};

typedef CF_OPTIONS(uint32_t, SecKeychainEventMask) {
  kSecLockEventMask = 2,
  kSecUnlockEventMask = 4,
  kSecAddEventMask = 8,
  kSecDeleteEventMask = 16,
  kSecUpdateEventMask = 32,
  kSecPasswordChangedEventMask = 64,
  kSecDefaultChangedEventMask = 512,
  kSecDataAccessEventMask = 1024,
  kSecKeychainListChangedMask = 2048,
  kSecTrustSettingsChangedEventMask = 4096,
  kSecEveryEventMask = 4294967295U,
};

typedef CF_ENUM(int, SecPreferencesDomain) {
  kSecPreferencesDomainUser = 0,
  kSecPreferencesDomainSystem = 1,
  kSecPreferencesDomainCommon = 2,
  kSecPreferencesDomainDynamic = 3,
};

typedef CF_ENUM(FourCharCode, SecProtocolType) {
  kSecProtocolTypeFTP = 1718906912,
  kSecProtocolTypeFTPAccount = 1718906977,
  kSecProtocolTypeHTTP = 1752462448,
  kSecProtocolTypeIRC = 1769104160,
  kSecProtocolTypeNNTP = 1852732528,
  kSecProtocolTypePOP3 = 1886351411,
  kSecProtocolTypeSMTP = 1936553072,
  kSecProtocolTypeSOCKS = 1936685088,
  kSecProtocolTypeIMAP = 1768776048,
  kSecProtocolTypeLDAP = 1818517872,
  kSecProtocolTypeAppleTalk = 1635019883,
  kSecProtocolTypeAFP = 1634103328,
  kSecProtocolTypeTelnet = 1952803950,
  kSecProtocolTypeSSH = 1936943136,
  kSecProtocolTypeFTPS = 1718906995,
  kSecProtocolTypeHTTPS = 1752461427,
  kSecProtocolTypeHTTPProxy = 1752461432,
  kSecProtocolTypeHTTPSProxy = 1752462200,
  kSecProtocolTypeFTPProxy = 1718907000,
  kSecProtocolTypeCIFS = 1667851891,
  kSecProtocolTypeSMB = 1936548384,
  kSecProtocolTypeRTSP = 1920234352,
  kSecProtocolTypeRTSPProxy = 1920234360,
  kSecProtocolTypeDAAP = 1684103536,
  kSecProtocolTypeEPPC = 1701867619,
  kSecProtocolTypeIPP = 1768976416,
  kSecProtocolTypeNNTPS = 1853124723,
  kSecProtocolTypeLDAPS = 1818521715,
  kSecProtocolTypeTelnetS = 1952803955,
  kSecProtocolTypeIMAPS = 1768779891,
  kSecProtocolTypeIRCS = 1769104243,
  kSecProtocolTypePOP3S = 1886351475,
  kSecProtocolTypeCVSpserver = 1668707184,
  kSecProtocolTypeSVN = 1937141280,
  kSecProtocolTypeAny = 0,
};

typedef OSStatus (*SecKeychainCallback)(
  SecKeychainEvent keychainEvent, SecKeychainCallbackInfo *info, void *_Nullable context);

CF_ENUM(int32_t) {
  SEC_KEYCHAIN_SETTINGS_VERS1 = 1,
};

CF_ENUM(uint32_t) {
  kSecReadPermStatus = 2,
  kSecUnlockStateStatus = 1,
  kSecWritePermStatus = 4,
};

extern OSStatus SecKeychainAddCallback(SecKeychainCallback callbackFunction, SecKeychainEventMask eventMask, void *_Nullable userContext);
extern OSStatus SecKeychainAddGenericPassword(SecKeychainRef _Nullable keychain, uint32_t serviceNameLength, const char *_Nullable serviceName, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t passwordLength, const void *passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef);
extern OSStatus SecKeychainAddInternetPassword(SecKeychainRef _Nullable keychain, uint32_t serverNameLength, const char *_Nullable serverName, uint32_t securityDomainLength, const char *_Nullable securityDomain, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t pathLength, const char *_Nullable path, uint16_t port, SecProtocolType protocol, SecAuthenticationType authenticationType, uint32_t passwordLength, const void *passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef);
extern OSStatus SecKeychainAttributeInfoForItemID(SecKeychainRef _Nullable keychain, uint32_t itemID, SecKeychainAttributeInfo *_Nullable *_Nonnull info);
extern OSStatus SecKeychainCopyAccess(SecKeychainRef _Nullable keychain, SecAccessRef _Nullable *_Nonnull access);
extern OSStatus SecKeychainCopyDefault(SecKeychainRef _Nullable *_Nonnull keychain);
extern OSStatus SecKeychainCopyDomainDefault(SecPreferencesDomain domain, SecKeychainRef _Nullable *_Nonnull keychain);
extern OSStatus SecKeychainCopyDomainSearchList(SecPreferencesDomain domain, CFArrayRef _Nullable *_Nonnull searchList);
extern OSStatus SecKeychainCopySearchList(CFArrayRef _Nullable *_Nonnull searchList);
extern OSStatus SecKeychainCopySettings(SecKeychainRef _Nullable keychain, SecKeychainSettings *outSettings);
extern OSStatus SecKeychainCreate(const char *pathName, uint32_t passwordLength, const void *_Nullable password, Boolean promptUser, SecAccessRef _Nullable initialAccess, SecKeychainRef _Nullable *_Nonnull keychain);
extern OSStatus SecKeychainDelete(SecKeychainRef _Nullable keychainOrArray);
extern OSStatus SecKeychainFindGenericPassword(CFTypeRef _Nullable keychainOrArray, uint32_t serviceNameLength, const char *_Nullable serviceName, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t *_Nullable passwordLength, void *_Nullable *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef);
extern OSStatus SecKeychainFindInternetPassword(CFTypeRef _Nullable keychainOrArray, uint32_t serverNameLength, const char *_Nullable serverName, uint32_t securityDomainLength, const char *_Nullable securityDomain, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t pathLength, const char *_Nullable path, uint16_t port, SecProtocolType protocol, SecAuthenticationType authenticationType, uint32_t *_Nullable passwordLength, void *_Nullable *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef);
extern OSStatus SecKeychainFreeAttributeInfo(SecKeychainAttributeInfo *info);
extern OSStatus SecKeychainGetPath(SecKeychainRef _Nullable keychain, uint32_t *ioPathLength, char *pathName);
extern OSStatus SecKeychainGetPreferenceDomain(SecPreferencesDomain *domain);
extern OSStatus SecKeychainGetStatus(SecKeychainRef _Nullable keychain, SecKeychainStatus *keychainStatus);
extern CFTypeID SecKeychainGetTypeID(void);
extern OSStatus SecKeychainGetUserInteractionAllowed(Boolean *state);
extern OSStatus SecKeychainGetVersion(uint32_t *returnVers);
extern OSStatus SecKeychainLock(SecKeychainRef _Nullable keychain);
extern OSStatus SecKeychainLockAll(void);
extern OSStatus SecKeychainOpen(const char *pathName, SecKeychainRef _Nullable *_Nonnull keychain);
extern OSStatus SecKeychainRemoveCallback(SecKeychainCallback callbackFunction);
extern OSStatus SecKeychainSetAccess(SecKeychainRef _Nullable keychain, SecAccessRef access);
extern OSStatus SecKeychainSetDefault(SecKeychainRef _Nullable keychain);
extern OSStatus SecKeychainSetDomainDefault(SecPreferencesDomain domain, SecKeychainRef _Nullable keychain);
extern OSStatus SecKeychainSetDomainSearchList(SecPreferencesDomain domain, CFArrayRef searchList);
extern OSStatus SecKeychainSetPreferenceDomain(SecPreferencesDomain domain);
extern OSStatus SecKeychainSetSearchList(CFArrayRef searchList);
extern OSStatus SecKeychainSetSettings(SecKeychainRef _Nullable keychain, const SecKeychainSettings *newSettings);
extern OSStatus SecKeychainSetUserInteractionAllowed(Boolean state);
extern OSStatus SecKeychainUnlock(SecKeychainRef _Nullable keychain, uint32_t passwordLength, const void *_Nullable password, Boolean usePassword);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
