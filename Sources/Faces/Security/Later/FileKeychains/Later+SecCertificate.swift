// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCertificate.h that Latchkey does not implement yet.

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCertificateAddToKeychain(_ certificate: SecCertificate, _ keychain: SecKeychain?)
  -> OSStatus
{ errSecUnimplemented }
