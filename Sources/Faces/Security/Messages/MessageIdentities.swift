// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Finds the certificates and private keys of messages in the keychain.
///
/// The thread must have entered the fork barrier (which delays forks during calls) exactly once.
/// The thread leaves the barrier while it searches the keychain, because the user may be asked
/// then.
struct MessageIdentities: @unchecked Sendable {
  /// The keychain or keychains to search; nil for the search list.
  ///
  /// Keychain objects never change, so any thread may use them.
  let keychains: AnyObject?

  /// Returns the certificate that a message names, with its private key.
  ///
  /// Nil if the keychain does not have both.
  ///
  /// - Throws: the status of `SecItemCopyMatching`.
  func identity(named reference: CertificateReference) throws(KeychainError) -> MessageIdentity? {
    for case let identity as SecIdentity in try found(reference, kSecClassIdentity) {
      guard reference.names(identity.certificate.value), let key = identity.privateKey.messageKey
      else { continue }
      return MessageIdentity(identity.certificate.value, key)
    }
    return nil
  }

  /// Returns the certificates of the keychain that a message names; empty if they cannot be read.
  func certificates(named reference: CertificateReference) -> [Certificate] {
    let found = (try? found(reference, kSecClassCertificate)) ?? []
    return found.compactMap { ($0 as? SecCertificate)?.value }.filter { reference.names($0) }
  }

  private func found(
    _ reference: CertificateReference, _ itemClass: CFString
  ) throws(KeychainError) -> [Any] {
    guard let attributes = reference.storedAttributes else { return [] }
    let query = NSMutableDictionary()
    query[kSecClass] = itemClass
    query[kSecReturnRef] = kCFBooleanTrue
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
    if let keychains {
      query[kSecMatchSearchList] = keychains as? NSArray ?? NSArray(object: keychains)
    }
    for (attribute, value) in attributes {
      guard case .bytes(let bytes) = value else { continue }
      query[NSString(string: attribute.name)] = ResultBytes(bytes)
    }
    ForkBarrier.end()
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    try ForkBarrier.beginCall()
    guard status != errSecItemNotFound else { return [] }
    guard status == errSecSuccess else {
      throw KeychainError(
        KeychainError.Code(rawValue: status), "the keychain cannot be searched for the private key")
    }
    return (result as? NSArray).map { PropertyList.elements(of: $0) } ?? []
  }
}

extension SecKey {
  /// This private key in the type that signs and decrypts messages.
  ///
  /// Nil if the key is public or symmetric.
  var messageKey: (any MessageKey)? {
    switch body {
    case .software(let key): key.half == .privateHalf ? key : nil
    case .element(let held): held.privateKey
    case .file(let held): held
    case .symmetric: nil
    }
  }
}
