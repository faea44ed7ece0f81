// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainTypes

/// Adds a certificate to a keychain; if `keychain` is nil, to the default keychain.
///
/// - Returns: errSecDuplicateItem if the keychain has the certificate already. errSecNoSuchKeychain
///   if the file of the keychain is missing. errSecWrPerm for the read-only keychain that shows the
///   certificate authorities of the Linux distribution.
@discardableResult
public func SecCertificateAddToKeychain(
  _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    _ = try SecKeychain.forAdding(keychain).add(certificate)
  }
}

extension SecKeychain {
  /// Adds a certificate to this keychain, and returns the place of the new item.
  func add(_ certificate: SecCertificate) throws(KeychainError) -> KeychainObjects.Place {
    guard case .file(let file) = member else {
      return try addToStore(certificate, labelled: nil)
    }
    return .file(try file.add(.certificate(certificate.value)), in: self)
  }

  /// Adds a key to this keychain, and returns the place of the new item.
  ///
  /// - Parameters:
  ///   - label: the name of the key; nil for the default name, for example `Imported Private Key`
  ///     in a keychain file.
  ///   - access: the access list of a key in a file; nil to trust only the calling program.
  /// - Throws: -25316 for a key that must not leave the secure element or its keychain file. -25256
  ///   for a kind of key that keychain files do not have.
  func add(
    _ key: SecKey, labelled label: NSString?, _ access: AccessList? = nil
  ) throws(KeychainError) -> KeychainObjects.Place {
    guard case .file(let file) = member else { return try addToStore(key, labelled: label) }
    let external: ExternalItem
    switch key.body {
    case .software(let software): external = .key(software)
    case .symmetric(let bytes): external = .symmetricKey(bytes)
    case .file(let held): external = .key(try held.exported())
    case .element: throw .keyStays
    }
    var terms = ImportedKeyTerms()
    terms.usage = key.terms.usage
    (terms.isExtractable, terms.isSensitive) = (key.terms.isExtractable, key.terms.isSensitive)
    return .file(
      try file.add(external, named: label.map { String($0) }, terms, access), in: self)
  }

  private func addToStore(
    _ object: AnyObject, labelled label: NSString?
  ) throws(KeychainError) -> KeychainObjects.Place {
    if case .authorities(let path) = member { throw .readOnlyAuthorities(path) }
    let reference = try StoreItems.add(object: object, labelled: label)
    KeychainEvents.post(.addEvent, self)
    return .store(reference)
  }
}
