// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/c_functions.py: functions that Latchkey does not implement yet.
#include <Security/Security.h>

OSStatus SecCertificateCopyPreference(CFStringRef name, uint32_t keyUsage, SecCertificateRef _Nullable *_Nonnull certificate) { return errSecUnimplemented; }
OSStatus SecCertificateSetPreference(SecCertificateRef certificate, CFStringRef name, uint32_t keyUsage, CFDateRef _Nullable date) { return errSecUnimplemented; }
SecKeyRef _Nullable SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef keyData, CFErrorRef _Nullable *_Nullable error) { return NULL; }
SecKeyRef _Nullable SecKeyDeriveFromPassword(CFStringRef password, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error) { return NULL; }
#if __BLOCKS__
void SecKeyGeneratePairAsync(CFDictionaryRef parameters, dispatch_queue_t deliveryQueue, SecKeyGeneratePairBlock result) {  }
#endif
SecKeyRef _Nullable SecKeyGenerateSymmetric(CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error) { return NULL; }
SecKeyRef _Nullable SecKeyUnwrapSymmetric(CFDataRef _Nullable *_Nonnull keyToUnwrap, SecKeyRef unwrappingKey, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error) { return NULL; }
CFDataRef _Nullable SecKeyWrapSymmetric(SecKeyRef keyToWrap, SecKeyRef wrappingKey, CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error) { return NULL; }
OSStatus SecCertificateAddToKeychain(SecCertificateRef certificate, SecKeychainRef _Nullable keychain) { return errSecUnimplemented; }
OSStatus SecKeychainItemExport(CFTypeRef keychainItemOrArray, SecExternalFormat outputFormat, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, CFDataRef _Nullable *_Nonnull exportedData) { return errSecUnimplemented; }
OSStatus SecKeychainItemImport(CFDataRef importedData, CFStringRef _Nullable fileNameOrExtension, SecExternalFormat *_Nullable inputFormat, SecExternalItemType *_Nullable itemType, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, SecKeychainRef _Nullable importKeychain, CFArrayRef _Nullable *_Nullable outItems) { return errSecUnimplemented; }
CFArrayRef SecACLCopyAuthorizations(SecACLRef acl) { return CFArrayCreate(NULL, NULL, 0, &kCFTypeArrayCallBacks); }
OSStatus SecACLCopyContents(SecACLRef acl, CFArrayRef _Nullable *_Nonnull applicationList, CFStringRef _Nullable *_Nonnull description, SecKeychainPromptSelector *promptSelector) { return errSecUnimplemented; }
OSStatus SecACLCreateWithSimpleContents(SecAccessRef access, CFArrayRef _Nullable applicationList, CFStringRef description, SecKeychainPromptSelector promptSelector, SecACLRef _Nullable *_Nonnull newAcl) { return errSecUnimplemented; }
OSStatus SecACLRemove(SecACLRef aclRef) { return errSecUnimplemented; }
OSStatus SecACLSetContents(SecACLRef acl, CFArrayRef _Nullable applicationList, CFStringRef description, SecKeychainPromptSelector promptSelector) { return errSecUnimplemented; }
OSStatus SecACLUpdateAuthorizations(SecACLRef acl, CFArrayRef authorizations) { return errSecUnimplemented; }
OSStatus SecAccessCopyACLList(SecAccessRef accessRef, CFArrayRef _Nullable *_Nonnull aclList) { return errSecUnimplemented; }
CFArrayRef _Nullable SecAccessCopyMatchingACLList(SecAccessRef accessRef, CFTypeRef authorizationTag) { return NULL; }
OSStatus SecAccessCopyOwnerAndACL(SecAccessRef accessRef, uid_t *_Nullable userId, gid_t *_Nullable groupId, SecAccessOwnerType *_Nullable ownerType, CFArrayRef _Nullable *_Nullable aclList) { return errSecUnimplemented; }
OSStatus SecAccessCreate(CFStringRef descriptor, CFArrayRef _Nullable trustedlist, SecAccessRef _Nullable *_Nonnull accessRef) { return errSecUnimplemented; }
SecAccessRef _Nullable SecAccessCreateWithOwnerAndACL(uid_t userId, gid_t groupId, SecAccessOwnerType ownerType, CFArrayRef _Nullable acls, CFErrorRef _Nullable *_Nullable error) { return NULL; }
OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef _Nullable *_Nonnull identity) { return errSecUnimplemented; }
OSStatus SecKeychainAddCallback(SecKeychainCallback callbackFunction, SecKeychainEventMask eventMask, void *_Nullable userContext) { return errSecUnimplemented; }
OSStatus SecKeychainAddGenericPassword(SecKeychainRef _Nullable keychain, uint32_t serviceNameLength, const char *_Nullable serviceName, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t passwordLength, const void *passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainAddInternetPassword(SecKeychainRef _Nullable keychain, uint32_t serverNameLength, const char *_Nullable serverName, uint32_t securityDomainLength, const char *_Nullable securityDomain, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t pathLength, const char *_Nullable path, uint16_t port, SecProtocolType protocol, SecAuthenticationType authenticationType, uint32_t passwordLength, const void *passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainAttributeInfoForItemID(SecKeychainRef _Nullable keychain, uint32_t itemID, SecKeychainAttributeInfo *_Nullable *_Nonnull info) { return errSecUnimplemented; }
OSStatus SecKeychainCopyAccess(SecKeychainRef _Nullable keychain, SecAccessRef _Nullable *_Nonnull access) { return errSecUnimplemented; }
OSStatus SecKeychainCopyDefault(SecKeychainRef _Nullable *_Nonnull keychain) { return errSecUnimplemented; }
OSStatus SecKeychainCopyDomainDefault(SecPreferencesDomain domain, SecKeychainRef _Nullable *_Nonnull keychain) { return errSecUnimplemented; }
OSStatus SecKeychainCopyDomainSearchList(SecPreferencesDomain domain, CFArrayRef _Nullable *_Nonnull searchList) { return errSecUnimplemented; }
OSStatus SecKeychainCopySearchList(CFArrayRef _Nullable *_Nonnull searchList) { return errSecUnimplemented; }
OSStatus SecKeychainCopySettings(SecKeychainRef _Nullable keychain, SecKeychainSettings *outSettings) { return errSecUnimplemented; }
OSStatus SecKeychainCreate(const char *pathName, uint32_t passwordLength, const void *_Nullable password, Boolean promptUser, SecAccessRef _Nullable initialAccess, SecKeychainRef _Nullable *_Nonnull keychain) { return errSecUnimplemented; }
OSStatus SecKeychainDelete(SecKeychainRef _Nullable keychainOrArray) { return errSecUnimplemented; }
OSStatus SecKeychainFindGenericPassword(CFTypeRef _Nullable keychainOrArray, uint32_t serviceNameLength, const char *_Nullable serviceName, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t *_Nullable passwordLength, void *_Nullable *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainFindInternetPassword(CFTypeRef _Nullable keychainOrArray, uint32_t serverNameLength, const char *_Nullable serverName, uint32_t securityDomainLength, const char *_Nullable securityDomain, uint32_t accountNameLength, const char *_Nullable accountName, uint32_t pathLength, const char *_Nullable path, uint16_t port, SecProtocolType protocol, SecAuthenticationType authenticationType, uint32_t *_Nullable passwordLength, void *_Nullable *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainFreeAttributeInfo(SecKeychainAttributeInfo *info) { return errSecUnimplemented; }
OSStatus SecKeychainGetPath(SecKeychainRef _Nullable keychain, uint32_t *ioPathLength, char *pathName) { return errSecUnimplemented; }
OSStatus SecKeychainGetPreferenceDomain(SecPreferencesDomain *domain) { return errSecUnimplemented; }
OSStatus SecKeychainGetStatus(SecKeychainRef _Nullable keychain, SecKeychainStatus *keychainStatus) { return errSecUnimplemented; }
OSStatus SecKeychainGetUserInteractionAllowed(Boolean *state) { return errSecUnimplemented; }
OSStatus SecKeychainGetVersion(uint32_t *returnVers) { return errSecUnimplemented; }
OSStatus SecKeychainLock(SecKeychainRef _Nullable keychain) { return errSecUnimplemented; }
OSStatus SecKeychainLockAll(void) { return errSecUnimplemented; }
OSStatus SecKeychainOpen(const char *pathName, SecKeychainRef _Nullable *_Nonnull keychain) { return errSecUnimplemented; }
OSStatus SecKeychainRemoveCallback(SecKeychainCallback callbackFunction) { return errSecUnimplemented; }
OSStatus SecKeychainSetAccess(SecKeychainRef _Nullable keychain, SecAccessRef access) { return errSecUnimplemented; }
OSStatus SecKeychainSetDefault(SecKeychainRef _Nullable keychain) { return errSecUnimplemented; }
OSStatus SecKeychainSetDomainDefault(SecPreferencesDomain domain, SecKeychainRef _Nullable keychain) { return errSecUnimplemented; }
OSStatus SecKeychainSetDomainSearchList(SecPreferencesDomain domain, CFArrayRef searchList) { return errSecUnimplemented; }
OSStatus SecKeychainSetPreferenceDomain(SecPreferencesDomain domain) { return errSecUnimplemented; }
OSStatus SecKeychainSetSearchList(CFArrayRef searchList) { return errSecUnimplemented; }
OSStatus SecKeychainSetSettings(SecKeychainRef _Nullable keychain, const SecKeychainSettings *newSettings) { return errSecUnimplemented; }
OSStatus SecKeychainSetUserInteractionAllowed(Boolean state) { return errSecUnimplemented; }
OSStatus SecKeychainUnlock(SecKeychainRef _Nullable keychain, uint32_t passwordLength, const void *_Nullable password, Boolean usePassword) { return errSecUnimplemented; }
OSStatus SecKeychainItemCopyAccess(SecKeychainItemRef itemRef, SecAccessRef _Nullable *_Nonnull access) { return errSecUnimplemented; }
OSStatus SecKeychainItemCopyAttributesAndData(SecKeychainItemRef itemRef, SecKeychainAttributeInfo *_Nullable info, SecItemClass *_Nullable itemClass, SecKeychainAttributeList *_Nullable *_Nullable attrList, uint32_t *_Nullable length, void *_Nullable *_Nullable outData) { return errSecUnimplemented; }
OSStatus SecKeychainItemCopyContent(SecKeychainItemRef itemRef, SecItemClass *_Nullable itemClass, SecKeychainAttributeList *_Nullable attrList, uint32_t *_Nullable length, void *_Nullable *_Nullable outData) { return errSecUnimplemented; }
OSStatus SecKeychainItemCopyFromPersistentReference(CFDataRef persistentItemRef, SecKeychainItemRef _Nullable *_Nonnull itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainItemCopyKeychain(SecKeychainItemRef itemRef, SecKeychainRef _Nullable *_Nonnull keychainRef) { return errSecUnimplemented; }
OSStatus SecKeychainItemCreateCopy(SecKeychainItemRef itemRef, SecKeychainRef _Nullable destKeychainRef, SecAccessRef _Nullable initialAccess, SecKeychainItemRef _Nullable *_Nonnull itemCopy) { return errSecUnimplemented; }
OSStatus SecKeychainItemCreateFromContent(SecItemClass itemClass, SecKeychainAttributeList *attrList, uint32_t length, const void *_Nullable data, SecKeychainRef _Nullable keychainRef, SecAccessRef _Nullable initialAccess, SecKeychainItemRef _Nullable *_Nullable itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainItemCreatePersistentReference(SecKeychainItemRef itemRef, CFDataRef _Nullable *_Nonnull persistentItemRef) { return errSecUnimplemented; }
OSStatus SecKeychainItemDelete(SecKeychainItemRef itemRef) { return errSecUnimplemented; }
OSStatus SecKeychainItemFreeAttributesAndData(SecKeychainAttributeList *_Nullable attrList, void *_Nullable data) { return errSecUnimplemented; }
OSStatus SecKeychainItemFreeContent(SecKeychainAttributeList *_Nullable attrList, void *_Nullable data) { return errSecUnimplemented; }
OSStatus SecKeychainItemModifyAttributesAndData(SecKeychainItemRef itemRef, const SecKeychainAttributeList *_Nullable attrList, uint32_t length, const void *_Nullable data) { return errSecUnimplemented; }
OSStatus SecKeychainItemModifyContent(SecKeychainItemRef itemRef, const SecKeychainAttributeList *_Nullable attrList, uint32_t length, const void *_Nullable data) { return errSecUnimplemented; }
OSStatus SecKeychainItemSetAccess(SecKeychainItemRef itemRef, SecAccessRef access) { return errSecUnimplemented; }
OSStatus SecKeychainSearchCreateFromAttributes(CFTypeRef _Nullable keychainOrArray, SecItemClass itemClass, const SecKeychainAttributeList *_Nullable attrList, SecKeychainSearchRef _Nullable *_Nonnull searchRef) { return errSecUnimplemented; }
OSStatus SecKeychainSearchCopyNext(SecKeychainSearchRef searchRef, SecKeychainItemRef _Nullable *_Nonnull itemRef) { return errSecUnimplemented; }
OSStatus SecTrustSettingsCopyCertificates(SecTrustSettingsDomain domain, CFArrayRef _Nullable *_Nullable certArray) { return errSecUnimplemented; }
OSStatus SecTrustSettingsCopyModificationDate(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFDateRef _Nullable *_Nonnull modificationDate) { return errSecUnimplemented; }
OSStatus SecTrustSettingsCopyTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFArrayRef _Nullable *_Nonnull trustSettings) { return errSecUnimplemented; }
OSStatus SecTrustSettingsCreateExternalRepresentation(SecTrustSettingsDomain domain, CFDataRef _Nullable *_Nonnull trustSettings) { return errSecUnimplemented; }
OSStatus SecTrustSettingsImportExternalRepresentation(SecTrustSettingsDomain domain, CFDataRef trustSettings) { return errSecUnimplemented; }
OSStatus SecTrustSettingsRemoveTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain) { return errSecUnimplemented; }
OSStatus SecTrustSettingsSetTrustSettings(SecCertificateRef certRef, SecTrustSettingsDomain domain, CFTypeRef _Nullable trustSettingsDictOrArray) { return errSecUnimplemented; }
OSStatus SecTrustedApplicationCopyData(SecTrustedApplicationRef appRef, CFDataRef _Nullable *_Nonnull data) { return errSecUnimplemented; }
OSStatus SecTrustedApplicationCreateFromPath(const char *_Nullable path, SecTrustedApplicationRef _Nullable *_Nonnull app) { return errSecUnimplemented; }
OSStatus SecTrustedApplicationSetData(SecTrustedApplicationRef appRef, CFDataRef data) { return errSecUnimplemented; }
OSStatus CMSDecoderCopyAllCerts(CMSDecoderRef cmsDecoder, CFArrayRef _Nullable *_Nonnull certsOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopyContent(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull contentOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopyDetachedContent(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull detachedContentOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopyEncapsulatedContentType(CMSDecoderRef cmsDecoder, CFDataRef _Nullable *_Nonnull eContentTypeOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerCert(CMSDecoderRef cmsDecoder, size_t signerIndex, SecCertificateRef _Nullable *_Nonnull signerCertOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerEmailAddress(CMSDecoderRef cmsDecoder, size_t signerIndex, CFStringRef _Nullable *_Nonnull signerEmailAddressOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerSigningTime(CMSDecoderRef cmsDecoder, size_t signerIndex, CFAbsoluteTime *signingTime) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerStatus(CMSDecoderRef cmsDecoder, size_t signerIndex, CFTypeRef policyOrArray, Boolean evaluateSecTrust, CMSSignerStatus *_Nullable signerStatusOut, SecTrustRef _Nullable *_Nullable secTrustOut, OSStatus *_Nullable certVerifyResultCodeOut) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerTimestamp(CMSDecoderRef cmsDecoder, size_t signerIndex, CFAbsoluteTime *timestamp) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerTimestampCertificates(CMSDecoderRef cmsDecoder, size_t signerIndex, CFArrayRef _Nullable *_Nonnull certificateRefs) { return errSecUnimplemented; }
OSStatus CMSDecoderCopySignerTimestampWithPolicy(CMSDecoderRef cmsDecoder, CFTypeRef _Nullable timeStampPolicy, size_t signerIndex, CFAbsoluteTime *timestamp) { return errSecUnimplemented; }
OSStatus CMSDecoderCreate(CMSDecoderRef _Nullable *_Nonnull cmsDecoderOut) { return errSecUnimplemented; }
OSStatus CMSDecoderFinalizeMessage(CMSDecoderRef cmsDecoder) { return errSecUnimplemented; }
OSStatus CMSDecoderGetNumSigners(CMSDecoderRef cmsDecoder, size_t *numSignersOut) { return errSecUnimplemented; }
OSStatus CMSDecoderIsContentEncrypted(CMSDecoderRef cmsDecoder, Boolean *isEncryptedOut) { return errSecUnimplemented; }
OSStatus CMSDecoderSetDetachedContent(CMSDecoderRef cmsDecoder, CFDataRef detachedContent) { return errSecUnimplemented; }
OSStatus CMSDecoderSetSearchKeychain(CMSDecoderRef cmsDecoder, CFTypeRef keychainOrArray) { return errSecUnimplemented; }
OSStatus CMSDecoderUpdateMessage(CMSDecoderRef cmsDecoder, const void *msgBytes, size_t msgBytesLen) { return errSecUnimplemented; }
OSStatus CMSEncodeContent(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients, CFTypeRef _Nullable eContentTypeOID, Boolean detachedContent, CMSSignedAttributes signedAttributes, const void *content, size_t contentLen, CFDataRef _Nullable *_Nullable encodedContentOut) { return errSecUnimplemented; }
OSStatus CMSEncoderAddRecipients(CMSEncoderRef cmsEncoder, CFTypeRef recipientOrArray) { return errSecUnimplemented; }
OSStatus CMSEncoderAddSignedAttributes(CMSEncoderRef cmsEncoder, CMSSignedAttributes signedAttributes) { return errSecUnimplemented; }
OSStatus CMSEncoderAddSigners(CMSEncoderRef cmsEncoder, CFTypeRef signerOrArray) { return errSecUnimplemented; }
OSStatus CMSEncoderAddSupportingCerts(CMSEncoderRef cmsEncoder, CFTypeRef certOrArray) { return errSecUnimplemented; }
OSStatus CMSEncoderCopyEncapsulatedContentType(CMSEncoderRef cmsEncoder, CFDataRef _Nullable *_Nonnull eContentTypeOut) { return errSecUnimplemented; }
OSStatus CMSEncoderCopyEncodedContent(CMSEncoderRef cmsEncoder, CFDataRef _Nullable *_Nonnull encodedContentOut) { return errSecUnimplemented; }
OSStatus CMSEncoderCopyRecipients(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull recipientsOut) { return errSecUnimplemented; }
OSStatus CMSEncoderCopySignerTimestamp(CMSEncoderRef cmsEncoder, size_t signerIndex, CFAbsoluteTime *timestamp) { return errSecUnimplemented; }
OSStatus CMSEncoderCopySignerTimestampWithPolicy(CMSEncoderRef cmsEncoder, CFTypeRef _Nullable timeStampPolicy, size_t signerIndex, CFAbsoluteTime *timestamp) { return errSecUnimplemented; }
OSStatus CMSEncoderCopySigners(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull signersOut) { return errSecUnimplemented; }
OSStatus CMSEncoderCopySupportingCerts(CMSEncoderRef cmsEncoder, CFArrayRef _Nullable *_Nonnull certsOut) { return errSecUnimplemented; }
OSStatus CMSEncoderCreate(CMSEncoderRef _Nullable *_Nonnull cmsEncoderOut) { return errSecUnimplemented; }
OSStatus CMSEncoderGetCertificateChainMode(CMSEncoderRef cmsEncoder, CMSCertificateChainMode *chainModeOut) { return errSecUnimplemented; }
OSStatus CMSEncoderGetHasDetachedContent(CMSEncoderRef cmsEncoder, Boolean *detachedContentOut) { return errSecUnimplemented; }
OSStatus CMSEncoderSetCertificateChainMode(CMSEncoderRef cmsEncoder, CMSCertificateChainMode chainMode) { return errSecUnimplemented; }
OSStatus CMSEncoderSetEncapsulatedContentTypeOID(CMSEncoderRef cmsEncoder, CFTypeRef eContentTypeOID) { return errSecUnimplemented; }
OSStatus CMSEncoderSetHasDetachedContent(CMSEncoderRef cmsEncoder, Boolean detachedContent) { return errSecUnimplemented; }
OSStatus CMSEncoderSetSignerAlgorithm(CMSEncoderRef cmsEncoder, CFStringRef digestAlgorithm) { return errSecUnimplemented; }
OSStatus CMSEncoderUpdateContent(CMSEncoderRef cmsEncoder, const void *content, size_t contentLen) { return errSecUnimplemented; }
OSStatus CMSEncoderSetEncapsulatedContentType(CMSEncoderRef cmsEncoder, const void *eContentType) { return errSecUnimplemented; }
OSStatus CMSEncode(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients, const void *_Nullable eContentType, Boolean detachedContent, CMSSignedAttributes signedAttributes, const void *content, size_t contentLen, CFDataRef _Nullable *_Nonnull encodedContent) { return errSecUnimplemented; }
OSStatus SecCodeCheckValidity(SecCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable requirement) { return errSecUnimplemented; }
OSStatus SecCodeCheckValidityWithErrors(SecCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable requirement, CFErrorRef _Nullable *_Nullable errors) { return errSecUnimplemented; }
OSStatus SecCodeCopyDesignatedRequirement(SecStaticCodeRef code, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement) { return errSecUnimplemented; }
OSStatus SecCodeCopyGuestWithAttributes(SecCodeRef _Nullable host, CFDictionaryRef _Nullable attributes, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull guest) { return errSecUnimplemented; }
OSStatus SecCodeCopyHost(SecCodeRef guest, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull host) { return errSecUnimplemented; }
OSStatus SecCodeCopyPath(SecStaticCodeRef staticCode, SecCSFlags flags, CFURLRef _Nullable *_Nonnull path) { return errSecUnimplemented; }
OSStatus SecCodeCopySelf(SecCSFlags flags, SecCodeRef _Nullable *_Nonnull self) { return errSecUnimplemented; }
OSStatus SecCodeCopySigningInformation(SecStaticCodeRef code, SecCSFlags flags, CFDictionaryRef _Nullable *_Nonnull information) { return errSecUnimplemented; }
OSStatus SecCodeCopyStaticCode(SecCodeRef code, SecCSFlags flags, SecStaticCodeRef _Nullable *_Nonnull staticCode) { return errSecUnimplemented; }
OSStatus SecCodeCreateWithXPCMessage(xpc_object_t message, SecCSFlags flags, SecCodeRef _Nullable *_Nonnull target) { return errSecUnimplemented; }
OSStatus SecCodeMapMemory(SecStaticCodeRef code, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecCodeValidateFileResource(SecStaticCodeRef code, CFStringRef relativePath, CFDataRef fileData, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecHostCreateGuest(SecGuestRef host, uint32_t status, CFURLRef path, CFDictionaryRef _Nullable attributes, SecCSFlags flags, SecGuestRef *newGuest) { return errSecUnimplemented; }
OSStatus SecHostRemoveGuest(SecGuestRef host, SecGuestRef guest, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecHostSelectGuest(SecGuestRef guestRef, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecHostSelectedGuest(SecCSFlags flags, SecGuestRef *guestRef) { return errSecUnimplemented; }
OSStatus SecHostSetGuestStatus(SecGuestRef guestRef, uint32_t status, CFDictionaryRef _Nullable attributes, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecHostSetHostingPort(uint32_t hostingPort, SecCSFlags flags) { return errSecUnimplemented; }
OSStatus SecRequirementCopyData(SecRequirementRef requirement, SecCSFlags flags, CFDataRef _Nullable *_Nonnull data) { return errSecUnimplemented; }
OSStatus SecRequirementCopyString(SecRequirementRef requirement, SecCSFlags flags, CFStringRef _Nullable *_Nonnull text) { return errSecUnimplemented; }
OSStatus SecRequirementCreateWithData(CFDataRef data, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement) { return errSecUnimplemented; }
OSStatus SecRequirementCreateWithString(CFStringRef text, SecCSFlags flags, SecRequirementRef _Nullable *_Nonnull requirement) { return errSecUnimplemented; }
OSStatus SecRequirementCreateWithStringAndErrors(CFStringRef text, SecCSFlags flags, CFErrorRef _Nullable *_Nullable errors, SecRequirementRef _Nullable *_Nonnull requirement) { return errSecUnimplemented; }
OSStatus SecStaticCodeCheckValidity(SecStaticCodeRef staticCode, SecCSFlags flags, SecRequirementRef _Nullable requirement) { return errSecUnimplemented; }
OSStatus SecStaticCodeCheckValidityWithErrors(SecStaticCodeRef staticCode, SecCSFlags flags, SecRequirementRef _Nullable requirement, CFErrorRef _Nullable *_Nullable errors) { return errSecUnimplemented; }
OSStatus SecStaticCodeCreateWithPath(CFURLRef path, SecCSFlags flags, SecStaticCodeRef _Nullable *_Nonnull staticCode) { return errSecUnimplemented; }
OSStatus SecStaticCodeCreateWithPathAndAttributes(CFURLRef path, SecCSFlags flags, CFDictionaryRef attributes, SecStaticCodeRef _Nullable *_Nonnull staticCode) { return errSecUnimplemented; }
