# SPDX-License-Identifier: Apache-2.0
"""The parts of C that the table does not have: structures, blocks, functions that Swift does not see."""

STRUCTURES = {
    "SecItemImportExportKeyParameters": """
typedef struct {
  uint32_t version;
  SecKeyImportExportFlags flags;
  CFTypeRef _Nullable passphrase;
  CFStringRef _Nullable alertTitle;
  CFStringRef _Nullable alertPrompt;
  SecAccessRef _Nullable accessRef;
  CFArrayRef _Nullable keyUsage;
  CFArrayRef _Nullable keyAttributes;
} SecItemImportExportKeyParameters;
""",
    "SecKeyImportExportParameters": """
typedef struct {
  uint32_t version;
  SecKeyImportExportFlags flags;
  CFTypeRef _Nullable passphrase;
  CFStringRef alertTitle;
  CFStringRef alertPrompt;
  SecAccessRef _Nullable accessRef;
  uint32_t keyUsage;
  uint32_t keyAttributes;
} SecKeyImportExportParameters;
""",
    "SecKeychainAttribute": """
struct SecKeychainAttribute {
  SecKeychainAttrType tag;
  uint32_t length;
  void *_Nullable data;
};
typedef struct SecKeychainAttribute SecKeychainAttribute;
typedef SecKeychainAttribute *SecKeychainAttributePtr;
""",
    "SecKeychainAttributeList": """
struct SecKeychainAttributeList {
  uint32_t count;
  SecKeychainAttribute *_Nullable attr;
};
typedef struct SecKeychainAttributeList SecKeychainAttributeList;
""",
    "SecKeychainAttributeInfo": """
struct SecKeychainAttributeInfo {
  uint32_t count;
  uint32_t *tag;
  uint32_t *_Nullable format;
};
typedef struct SecKeychainAttributeInfo SecKeychainAttributeInfo;
""",
    "SecKeychainSettings": """
struct SecKeychainSettings {
  uint32_t version;
  Boolean lockOnSleep;
  Boolean useLockInterval;
  uint32_t lockInterval;
};
typedef struct SecKeychainSettings SecKeychainSettings;
""",
    "SecKeychainCallbackInfo": """
struct SecKeychainCallbackInfo {
  uint32_t version;
  SecKeychainItemRef item;
  SecKeychainRef keychain;
  pid_t pid;
};
typedef struct SecKeychainCallbackInfo SecKeychainCallbackInfo;
""",
    "SecKeychainCallback": """
typedef OSStatus (*SecKeychainCallback)(
  SecKeychainEvent keychainEvent, SecKeychainCallbackInfo *info, void *_Nullable context);
""",
    "SecKeychainAttributePtr": "",
    "SecAFPServerSignature": "typedef uint8_t SecAFPServerSignature[16];",
    "SecPublicKeyHash": "typedef uint8_t SecPublicKeyHash[20];",
    "SecRandomRef": "typedef const struct __SecRandom *SecRandomRef;",
    "SecTrustCallback": """
typedef void (^SecTrustCallback)(SecTrustRef trustRef, SecTrustResultType trustResult);
""",
    "SecTrustWithErrorCallback": """
typedef void (^SecTrustWithErrorCallback)(
  SecTrustRef trustRef, bool result, CFErrorRef _Nullable error);
""",
    "SecKeyGeneratePairBlock": """
typedef void (^SecKeyGeneratePairBlock)(
  SecKeyRef publicKey, SecKeyRef privateKey, CFErrorRef error);
""",
}

# Structures that need the enumerations of their header.
AFTER_ENUMERATIONS = {
    "SecItemImportExportKeyParameters", "SecKeyImportExportParameters", "SecKeychainCallback",
}

# Members of enumerations that Swift does not show. Members of value 0 are Swift's empty sets.
C_MEMBERS = {
    "SecPadding": [("kSecPaddingNone", 0)],
    "SecKeyUsage": [("kSecKeyUsageUnspecified", 0)],
    "SecTrustResultType": [("kSecTrustResultConfirm", 2)],
    "SecCSFlags": [("kSecCSDefaultFlags", 0)],
}

# Constants that Swift does not show, by header.
C_CONSTANTS = {
    "SecTrustSettings.h": [
        "#define kSecTrustSettingsDefaultRootCertSetting ((SecCertificateRef)-1)", "",
    ],
}

# Types that Linux does not have.
PREAMBLES = {
    "SecTask.h": """
typedef struct {
  unsigned int val[8];
} audit_token_t;
""",
    "SecCode.h": "typedef void *xpc_object_t;",
}

PROTOTYPES = {
    "SecCertificateCopyPreference": """
extern OSStatus SecCertificateCopyPreference(CFStringRef name, uint32_t keyUsage, SecCertificateRef _Nullable *_Nonnull certificate);
""",
    "SecCertificateSetPreference": """
extern OSStatus SecCertificateSetPreference(SecCertificateRef _Nullable certificate, CFStringRef name, uint32_t keyUsage, CFDateRef _Nullable date);
""",
    "SecKeychainItemExport": """
extern OSStatus SecKeychainItemExport(CFTypeRef keychainItemOrArray, SecExternalFormat outputFormat, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, CFDataRef _Nullable *_Nonnull exportedData);
""",
    "SecKeychainItemImport": """
extern OSStatus SecKeychainItemImport(CFDataRef importedData, CFStringRef _Nullable fileNameOrExtension, SecExternalFormat *_Nullable inputFormat, SecExternalItemType *_Nullable itemType, SecItemImportExportFlags flags, const SecKeyImportExportParameters *_Nullable keyParams, SecKeychainRef _Nullable importKeychain, CFArrayRef _Nullable *_Nullable outItems);
""",
    "SecIdentityCopyPreference": """
extern OSStatus SecIdentityCopyPreference(CFStringRef name, uint32_t keyUsage, CFArrayRef _Nullable validIssuers, SecIdentityRef _Nullable *_Nonnull identity);
""",
    "SecIdentitySetPreference": """
extern OSStatus SecIdentitySetPreference(SecIdentityRef _Nullable identity, CFStringRef name, uint32_t keyUsage);
""",
    "SecIdentitySearchCreate": """
extern OSStatus SecIdentitySearchCreate(CFTypeRef _Nullable keychainOrArray, uint32_t keyUsage, SecIdentitySearchRef _Nullable *_Nullable searchRef);
""",
    "SecIdentitySearchGetTypeID": "extern CFTypeID SecIdentitySearchGetTypeID(void);",
    "SecIdentitySearchCopyNext": """
extern OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef _Nullable *_Nonnull identity);
""",
    "SecKeychainSearchGetTypeID": "extern CFTypeID SecKeychainSearchGetTypeID(void);",
    "SecKeychainSearchCreateFromAttributes": """
extern OSStatus SecKeychainSearchCreateFromAttributes(CFTypeRef _Nullable keychainOrArray, SecItemClass itemClass, const SecKeychainAttributeList *_Nullable attrList, SecKeychainSearchRef _Nullable *_Nonnull searchRef);
""",
    "SecKeychainSearchCopyNext": """
extern OSStatus SecKeychainSearchCopyNext(SecKeychainSearchRef searchRef, SecKeychainItemRef _Nullable *_Nonnull itemRef);
""",
    "CMSEncoderSetEncapsulatedContentType": """
extern OSStatus CMSEncoderSetEncapsulatedContentType(CMSEncoderRef cmsEncoder, const void *eContentType);
""",
    "CMSEncode": """
extern OSStatus CMSEncode(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients, const void *_Nullable eContentType, Boolean detachedContent, CMSSignedAttributes signedAttributes, const void *content, size_t contentLen, CFDataRef _Nullable *_Nonnull encodedContent);
""",
    "SecHostCreateGuest": """
extern OSStatus SecHostCreateGuest(SecGuestRef host, uint32_t status, CFURLRef path, CFDictionaryRef _Nullable attributes, SecCSFlags flags, SecGuestRef *newGuest);
""",
    "SecHostRemoveGuest": """
extern OSStatus SecHostRemoveGuest(SecGuestRef host, SecGuestRef guest, SecCSFlags flags);
""",
    "SecHostSelectGuest": """
extern OSStatus SecHostSelectGuest(SecGuestRef guestRef, SecCSFlags flags);
""",
    "SecHostSelectedGuest": """
extern OSStatus SecHostSelectedGuest(SecCSFlags flags, SecGuestRef *guestRef);
""",
    "SecHostSetGuestStatus": """
extern OSStatus SecHostSetGuestStatus(SecGuestRef guestRef, uint32_t status, CFDictionaryRef _Nullable attributes, SecCSFlags flags);
""",
    "SecHostSetHostingPort": """
extern OSStatus SecHostSetHostingPort(uint32_t hostingPort, SecCSFlags flags);
""",
}

# Functions with the system's own spelling where Swift's Bool says too little, and the newer of two
# forms.
RESULTS = {"SecTrustEvaluateWithError": "bool", "SecTrustSetExceptions": "bool"}

# Functions with thunks written by hand: structures by value, blocks, results that their object
# keeps.
BY_HAND = {
    "SecItemImport", "SecItemExport", "SecTaskCreateWithAuditToken", "SecTrustEvaluateAsync",
    "SecTrustEvaluateAsyncWithError", "SecTrustGetCertificateAtIndex",
    "SecTrustEvaluateWithError", "SecKeyRawVerify", "SecPKCS12Import",
    "SecTrustCreateWithCertificates", "CMSEncode", "CMSEncoderSetEncapsulatedContentType",
    "SecKeychainAddCallback", "SecKeychainRemoveCallback",
    "SecKeychainCreate", "SecKeychainDelete", "SecKeychainGetVersion", "SecKeychainSetSettings",
    "SecKeychainCopySettings", "SecKeychainSearchCreateFromAttributes",
    "SecKeychainSearchCopyNext", "SecACLCopyContents", "SecKeychainItemCreateFromContent",
    "SecKeychainItemImport", "SecKeychainItemExport", "SecKeyGeneratePairAsync",
    "SecKeyUnwrapSymmetric", "SecIdentitySearchCreate", "SecIdentitySearchCopyNext",
    "SecCertificateCopyPreference", "SecCertificateSetPreference", "SecIdentityCopyPreference",
    "SecIdentitySetPreference",
}
