// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// A private key of a keychain file in a `SecKey`, with the public key of its pair.
///
/// The key stays in its file until it is used, so that a search finds the key even if the keychain
/// is locked. Each use reads the key, if the access list of the key's item permits the operation.
final class HeldFileKey: Sendable {
  let item: KeychainItem
  let publicHalf: SoftwareKey

  init(_ item: KeychainItem, of publicHalf: SoftwareKey) {
    (self.item, self.publicHalf) = (item, publicHalf)
  }

  /// Returns a copy of this key for a rehearsed call: the copy is in the rehearsal's copy of the
  /// keychain, which never asks the user.
  ///
  /// - Parameter rehearsal: the rehearsal; nil for a real call, for which the function returns this
  ///   key.
  func copied(by rehearsal: FileRehearsal?) -> HeldFileKey {
    guard let rehearsal else { return self }
    let copy = rehearsal.copy(of: item.keychain)
    return HeldFileKey(KeychainItem(item, in: copy), of: publicHalf)
  }

  /// Returns the key, read from its file for an operation.
  ///
  /// - Throws: the errors of the item's access list and of a locked keychain. -26275 if the item
  ///   does not have the private key of the pair.
  func key(for operation: Authorization) throws(KeychainError) -> SoftwareKey {
    guard case .key(let key) = try item.softwareKey(for: operation), key.half == .privateHalf,
      key.publicForm == publicHalf.publicForm
    else {
      throw KeychainError(.decode, "the item does not have the private key of its public key")
    }
    return key
  }

  /// Returns the key, to be copied to another keychain.
  ///
  /// - Throws: -25316 for a key that must not leave its keychain. Also the errors of `key(for:)`.
  func exported() throws(KeychainError) -> SoftwareKey {
    guard try item.isExtractable() else { throw .keyStays }
    return try key(for: .exportClear)
  }

  /// Returns the bytes of the key in the clear.
  ///
  /// - Throws: -25316 for a key that must not leave its keychain. -25260 for a key that may leave
  ///   it only encrypted with a passphrase. Also the errors of `key(for:)`.
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
  /// Makes the private key of an item; the keychain may be locked.
  ///
  /// - Parameter publicHalf: the public key of the pair, for example from a certificate.
  convenience init(
    _ item: KeychainItem, in keychain: SecKeychain, of publicHalf: SoftwareKey
  ) throws(KeychainError) {
    let values = try item.values()
    let label = values[KeyAttribute.printName]?.content ?? []
    let name = ImportedItem.givenName(String(decoding: label, as: UTF8.self))
    self.init(
      .file(HeldFileKey(item, of: publicHalf)),
      try item.terms(),
      name: name.map { .ofItem($0) } ?? .unknown,
      of: SecKeychainItem(.file(item), in: keychain))
  }
}
