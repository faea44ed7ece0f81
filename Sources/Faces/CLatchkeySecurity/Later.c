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
OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef _Nullable *_Nonnull identity) { return errSecUnimplemented; }
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
