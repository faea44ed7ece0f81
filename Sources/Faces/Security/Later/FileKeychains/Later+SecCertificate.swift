// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCertificate.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCertificateAddToKeychain(_ certificate: SecCertificate, _ keychain: SecKeychain?)
  -> OSStatus
{ errSecUnimplemented }

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCertEncodingItemAttr: Int = 1667591779
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCertTypeItemAttr: Int = 1668577648
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecIssuerItemAttr: Int = 1769173877
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecPublicKeyHashItemAttr: Int = 1752198009
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecSerialNumberItemAttr: Int = 1936614002
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecSubjectItemAttr: Int = 1937072746
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecSubjectKeyIdentifierItemAttr: Int = 1936419172
