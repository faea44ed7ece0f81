// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCertificate.h that are not there yet.

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCertificateAddToKeychain(_ certificate: SecCertificate, _ keychain: SecKeychain?)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet: no function knows it.
public let kSecCertEncodingItemAttr: Int = 1667591779
/// Not there yet: no function knows it.
public let kSecCertTypeItemAttr: Int = 1668577648
/// Not there yet: no function knows it.
public let kSecIssuerItemAttr: Int = 1769173877
/// Not there yet: no function knows it.
public let kSecPublicKeyHashItemAttr: Int = 1752198009
/// Not there yet: no function knows it.
public let kSecSerialNumberItemAttr: Int = 1936614002
/// Not there yet: no function knows it.
public let kSecSubjectItemAttr: Int = 1937072746
/// Not there yet: no function knows it.
public let kSecSubjectKeyIdentifierItemAttr: Int = 1936419172
