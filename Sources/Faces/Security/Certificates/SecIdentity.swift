// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes

/// An identity: a certificate, and the private key that belongs to the public key in the
/// certificate.
///
/// An identity never changes and may be used by many threads. Like `SecKey`, the class is not
/// `Sendable`.
public final class SecIdentity {
  let certificate: SecCertificate
  let privateKey: SecKey

  init(_ certificate: SecCertificate, _ privateKey: SecKey) {
    self.certificate = certificate
    self.privateKey = privateKey
  }
}

extension SecIdentity: Hashable {
  /// True if the two identities have equal certificates and equal private keys.
  public static func == (left: SecIdentity, right: SecIdentity) -> Bool {
    left.certificate == right.certificate && left.privateKey == right.privateKey
  }

  /// Hashes the certificate and the private key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(privateKey)
  }
}

extension SecIdentity: CustomStringConvertible {
  /// The memory address of the identity object, for logs; its certificate and key are left out.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecIdentityRef: 0x\(address)>"
  }
}

/// Returns the type identifier of `SecIdentity`.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { TypeIdentifier.identity.rawValue }

/// Makes an identity from a certificate and its private key, without using a keychain
/// (Specification/certificates.md, "Formation of an identity").
///
/// - Parameter allocator: has no effect.
/// - Returns: nil if the private key does not belong to the public key in the certificate, or if
///   `privateKey` is not a private key.
@discardableResult
public func SecIdentityCreate(
  _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
  if case .software(let key) = privateKey.body, key.half != .privateHalf { return nil }
  guard privateKey.publicForm == certificate.value.subjectPublicKey.bits else { return nil }
  return SecIdentity(certificate, privateKey)
}

/// Makes an identity from a certificate and its private key, which the function finds in keychains
/// (Specification/certificates.md, "Formation of an identity").
///
/// - Parameters:
///   - keychainOrArray: a keychain or an array of keychains. If it is nil, the function searches
///     Latchkey's own store first, then the keychains of the search list.
///   - certificateRef: the certificate; it need not be in a keychain.
///   - identityRef: receives the identity if the function succeeds.
/// - Returns: -25300 if no keychain has the private key. errSecInvalidKeychain if
///   `keychainOrArray` is or contains an object that is not a keychain. Other failures have the
///   status of `SecItemCopyMatching`.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  guard let label = try? certificateRef.value.subjectPublicKey.hash() else {
    return errSecInternalError
  }
  if keychainOrArray == nil {
    let status = unsafe storedIdentity(certificateRef, label, identityRef)
    // On a simulated device the store is the only keychain.
    guard status == errSecItemNotFound, (try? KeychainChoice.current()) != nil else {
      return status
    }
  }
  return KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainObjects(keychainOrArray)
    guard let key = try keychains.privateKeys().first(where: { $0.hash == label }) else {
      throw .noPrivateKey
    }
    let identity = try key.identity(of: certificateRef.value)
    unsafe identityRef.pointee = SecIdentity(certificateRef, identity.privateKey)
  }
}

/// Makes an identity from a certificate and its private key in Latchkey's own store.
///
/// - Parameter label: the hash of the certificate's public key, by which the private key is found.
/// - Returns: errSecItemNotFound if the store does not have the private key.
private func storedIdentity(
  _ certificate: SecCertificate, _ label: [UInt8],
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  let query: NSMutableDictionary = [
    kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    kSecAttrApplicationLabel: ResultBytes(label), kSecReturnRef: true,
  ]
  // In the profile `macos`, only this flag sends the call to the store and not to keychain files.
  if ProfileChoice.mergesFiles { query[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
  var found: CFTypeRef?
  let status = unsafe SecItemCopyMatching(query, &found)
  guard status == errSecSuccess else { return status }
  guard let key = found as? SecKey else { return errSecItemNotFound }
  unsafe identityRef.pointee = SecIdentity(certificate, key)
  return errSecSuccess
}

/// Stores the certificate of an identity in a variable.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func SecIdentityCopyCertificate(
  _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  unsafe certificateRef.pointee = identityRef.certificate
  return errSecSuccess
}

/// Stores the private key of an identity in a variable.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func SecIdentityCopyPrivateKey(
  _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  unsafe privateKeyRef.pointee = identityRef.privateKey
  return errSecSuccess
}

extension SecKey {
  /// The bytes of this key if it is a public key, or of its public key if it is a private key.
  ///
  /// Two keys with equal bytes belong to one pair.
  /// Nil if this key is a symmetric key.
  fileprivate var publicForm: [UInt8]? {
    switch body {
    case .software(let key): key.publicForm
    case .element(let held): held.key.point
    case .file(let held): held.publicHalf.publicForm
    case .symmetric: nil
    }
  }
}
