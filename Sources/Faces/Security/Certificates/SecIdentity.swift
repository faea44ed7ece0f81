// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes

/// An identity: a certificate and the private key of the public key in it.
///
/// Never changes, and may be used by many threads. Like `SecKey` it is not `Sendable`.
public final class SecIdentity {
  let certificate: SecCertificate
  let privateKey: SecKey

  init(_ certificate: SecCertificate, _ privateKey: SecKey) {
    self.certificate = certificate
    self.privateKey = privateKey
  }
}

extension SecIdentity: Hashable {
  /// Whether both halves are equal.
  public static func == (left: SecIdentity, right: SecIdentity) -> Bool {
    left.certificate == right.certificate && left.privateKey == right.privateKey
  }

  /// Hashes both halves.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(privateKey)
  }
}

extension SecIdentity: CustomStringConvertible {
  /// Where it is; nothing of its halves, for logs.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecIdentityRef: 0x\(address)>"
  }
}

/// The type identifier of identities.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { TypeIdentifier.identity.rawValue }

/// Makes an identity of its halves (spec/certificates.md 3.1); no keychain is looked at.
///
/// - Parameter allocator: without meaning.
/// - Returns: nil where the key is not that of the certificate, or only its public half.
@discardableResult
public func SecIdentityCreate(
  _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
  if case .software(let key) = privateKey.body, key.half != .privateHalf { return nil }
  guard privateKey.publicForm == certificate.value.subjectPublicKey.bits else { return nil }
  return SecIdentity(certificate, privateKey)
}

/// Makes the identity of a certificate with the private key that the keychain has for it
/// (spec/certificates.md 3.1).
///
/// - Parameters:
///   - keychainOrArray: nil; file-based keychains do not exist yet.
///   - certificateRef: need not be in the keychain.
///   - identityRef: receives the identity.
/// - Returns: -25300 where there is no such key; else what the search for it answers.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  guard keychainOrArray == nil else { return errSecNotAvailable }
  guard let label = try? certificateRef.value.subjectPublicKey.hash() else {
    return errSecInternalError
  }
  let query: NSDictionary = [
    kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    kSecAttrApplicationLabel: ResultBytes(label), kSecReturnRef: true,
  ]
  var found: CFTypeRef?
  let status = unsafe SecItemCopyMatching(query, &found)
  guard status == errSecSuccess else { return status }
  guard let key = found as? SecKey else { return errSecItemNotFound }
  unsafe identityRef.pointee = SecIdentity(certificateRef, key)
  return errSecSuccess
}

/// Gives the certificate of an identity.
///
/// - Returns: always 0.
@discardableResult
public func SecIdentityCopyCertificate(
  _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  unsafe certificateRef.pointee = identityRef.certificate
  return errSecSuccess
}

/// Gives the private key of an identity.
///
/// - Returns: always 0.
@discardableResult
public func SecIdentityCopyPrivateKey(
  _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  unsafe privateKeyRef.pointee = identityRef.privateKey
  return errSecSuccess
}

extension SecKey {
  /// The external form of the public half; nil for a symmetric key.
  fileprivate var publicForm: [UInt8]? {
    switch body {
    case .software(let key): key.publicForm
    case .element(let held): held.key.point
    case .symmetric: nil
    }
  }
}
