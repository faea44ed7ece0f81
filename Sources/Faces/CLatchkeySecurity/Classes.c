// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/c_functions.py: classes and their type identifiers.
#include "Objects.h"

const char *const latchkey_class_names[LATCHKEY_CLASSES] = {
  "SecAccessControl",
  "SecCertificate",
  "SecIdentity",
  "SecKey",
  "SecPolicy",
  "SecTrust",
  "SecTask",
  "SecACL",
  "SecAccess",
  "SecKeychain",
  "SecKeychainItem",
  "SecKeychainSearch",
  "SecTrustedApplication",
  "SecIdentitySearch",
  "CMSDecoder",
  "CMSEncoder",
  "SecCode",
  "SecRequirement",
  "SecStaticCode",
};

CFTypeID SecAccessControlGetTypeID(void) { return latchkey_type(0); }
CFTypeID SecCertificateGetTypeID(void) { return latchkey_type(1); }
CFTypeID SecIdentityGetTypeID(void) { return latchkey_type(2); }
CFTypeID SecKeyGetTypeID(void) { return latchkey_type(3); }
CFTypeID SecPolicyGetTypeID(void) { return latchkey_type(4); }
CFTypeID SecTrustGetTypeID(void) { return latchkey_type(5); }
CFTypeID SecTaskGetTypeID(void) { return latchkey_type(6); }
CFTypeID SecACLGetTypeID(void) { return latchkey_type(7); }
CFTypeID SecAccessGetTypeID(void) { return latchkey_type(8); }
CFTypeID SecKeychainGetTypeID(void) { return latchkey_type(9); }
CFTypeID SecKeychainItemGetTypeID(void) { return latchkey_type(10); }
CFTypeID SecKeychainSearchGetTypeID(void) { return latchkey_type(11); }
CFTypeID SecTrustedApplicationGetTypeID(void) { return latchkey_type(12); }
CFTypeID SecIdentitySearchGetTypeID(void) { return latchkey_type(13); }
CFTypeID CMSDecoderGetTypeID(void) { return latchkey_type(14); }
CFTypeID CMSEncoderGetTypeID(void) { return latchkey_type(15); }
CFTypeID SecCodeGetTypeID(void) { return latchkey_type(16); }
CFTypeID SecRequirementGetTypeID(void) { return latchkey_type(17); }
CFTypeID SecStaticCodeGetTypeID(void) { return latchkey_type(18); }
