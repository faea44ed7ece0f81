// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/c_functions.py: functions that Latchkey does not implement yet.
#include <Security/Security.h>

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
