// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainTypes

/// Adds a certificate to a keychain; nil for the default keychain.
///
/// - Returns: errSecDuplicateItem if the keychain has the certificate, errSecNoSuchKeychain if its
///   file is missing, errSecWrPerm for the distribution's certificates.
@discardableResult
public func SecCertificateAddToKeychain(
  _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    _ = try SecKeychain.forAdding(keychain).add(certificate)
  }
}

extension SecKeychain {
  /// Adds a certificate, and returns its place.
  func add(_ certificate: SecCertificate) throws(KeychainError) -> KeychainObjects.Place {
    guard case .file(let file) = member else {
      return try addToStore(certificate, labelled: nil)
    }
    return told(try file.add(.certificate(certificate.value)))
  }

  /// Adds a key, and returns its place.
  ///
  /// - Parameters:
  ///   - label: the name of the key; nil for the name that importers give.
  ///   - access: the access list of a key in a file; nil to trust the calling program alone.
  /// - Throws: -25316 for a key that cannot leave its place, -25256 for a key of a kind that
  ///   keychain files do not have.
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
    return told(try file.add(external, named: label.map { String($0) }, terms, access))
  }

  private func addToStore(
    _ object: AnyObject, labelled label: NSString?
  ) throws(KeychainError) -> KeychainObjects.Place {
    if case .authorities(let path) = member { throw .readOnlyAuthorities(path) }
    let reference = try StoreItems.add(object: object, labelled: label)
    KeychainEvents.post(.addEvent, self)
    return .store(reference)
  }

  /// Posts the addition of an item to this keychain's file.
  private func told(_ item: KeychainItem) -> KeychainObjects.Place {
    KeychainEvents.post(.addEvent, self, SecKeychainItem(.file(item), in: self))
    return .file(item, in: self)
  }
}
