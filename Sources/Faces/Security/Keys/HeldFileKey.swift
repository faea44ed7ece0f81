// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// A private key of a keychain file in a `SecKey`, with the public key of its pair.
///
/// The key stays in its file. Each use reads it, if the access list of its item permits the
/// operation, so that a key is found also while its keychain is locked.
final class HeldFileKey: Sendable {
  let item: KeychainItem
  let publicHalf: SoftwareKey

  init(_ item: KeychainItem, of publicHalf: SoftwareKey) {
    (self.item, self.publicHalf) = (item, publicHalf)
  }

  /// Returns the key for an operation.
  ///
  /// - Throws: the errors of the access list and of the lock; -26275 if the item does not have the
  ///   private key of the pair.
  func key(for operation: Authorization) throws(KeychainError) -> SoftwareKey {
    guard case .key(let key) = try item.softwareKey(for: operation), key.half == .privateHalf,
      key.publicForm == publicHalf.publicForm
    else {
      throw KeychainError(.decode, "the item does not have the private key of its public key")
    }
    return key
  }

  /// Returns the key for another keychain.
  ///
  /// - Throws: -25316 for a key that must not leave; the errors of `key(for:)`.
  func exported() throws(KeychainError) -> SoftwareKey {
    guard try item.isExtractable() else { throw .keyStays }
    return try key(for: .exportClear)
  }

  /// Returns the bytes of the key in the clear.
  ///
  /// - Throws: -25316 for a key that must not leave, -25260 for one that leaves under a passphrase
  ///   only; the errors of `key(for:)`.
  func clearBytes() throws(KeychainError) -> SecretBytes {
    try item.requireClearExport()
    return try key(for: .exportClear).externalForm()
  }
}

extension HeldFileKey: MessageKey {
  func sign(_ input: Span<UInt8>, _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
    try key(for: .sign).sign(input, algorithm)
  }

  func decrypt(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    try key(for: .decrypt).decrypt(ciphertext, algorithm)
  }

  func exchange(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    try key(for: .derive).exchange(algorithm, with: peer, parameters)
  }
}

extension SecKey {
  /// Makes the private key of an item, whose public key is known from a certificate.
  ///
  /// The keychain may be locked.
  convenience init(
    _ item: KeychainItem, in keychain: SecKeychain, of publicHalf: SoftwareKey
  ) throws(KeychainError) {
    let values = try item.values()
    let label = values[KeyAttribute.printName]?.content ?? []
    let name = ImportedItem.givenName(String(decoding: label, as: UTF8.self))
    self.init(
      .file(HeldFileKey(item, of: publicHalf)),
      KeyTerms(isExtractable: try item.isExtractable(), isSensitive: try item.isSensitive()),
      name: name.map { .ofItem($0) } ?? .unknown,
      of: SecKeychainItem(.file(item), in: keychain))
  }
}
