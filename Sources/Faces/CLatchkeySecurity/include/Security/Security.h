// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py.
#ifndef LATCHKEY_SECURITY_H
#define LATCHKEY_SECURITY_H

#include <Security/CMSDecoder.h>
#include <Security/CMSEncoder.h>
#include <Security/CSCommon.h>
#include <Security/SecACL.h>
#include <Security/SecAccess.h>
#include <Security/SecAccessControl.h>
#include <Security/SecBase.h>
#include <Security/SecCertificate.h>
#include <Security/SecCertificateOIDs.h>
#include <Security/SecCode.h>
#include <Security/SecCodeHost.h>
#include <Security/SecIdentity.h>
#include <Security/SecIdentitySearch.h>
#include <Security/SecImportExport.h>
#include <Security/SecItem.h>
#include <Security/SecKey.h>
#include <Security/SecKeychain.h>
#include <Security/SecKeychainItem.h>
#include <Security/SecKeychainSearch.h>
#include <Security/SecPolicy.h>
#include <Security/SecRandom.h>
#include <Security/SecRequirement.h>
#include <Security/SecSharedCredential.h>
#include <Security/SecStaticCode.h>
#include <Security/SecTask.h>
#include <Security/SecTrust.h>
#include <Security/SecTrustSettings.h>
#include <Security/SecTrustedApplication.h>

#endif
