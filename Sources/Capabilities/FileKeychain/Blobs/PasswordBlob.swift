// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// The secret of a password item, encrypted under the item's own key
/// (Specification/keychain-file-format.md, "Password items").
package struct PasswordBlob: Sendable {
  static let labelSize = 20
  static let headSize = 28
  private static let mark = Array("ssgp".utf8)

  /// The label of the item's key in the table of symmetric keys.
  package let label: [UInt8]
  private let vector: [UInt8]
  /// The encrypted secret; no bytes at all for an empty secret.
  private let sealed: [UInt8]

  /// Reads the blob from the data of a password record.
  ///
  /// Nil if the record's data is not encrypted: it is shorter than the head of the blob, or does
  /// not begin with `ssgp`.
  package init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.headSize, Self.isLabel(bytes[..<Self.labelSize]) else { return nil }
    label = Array(bytes[..<Self.labelSize])
    vector = Array(bytes[Self.labelSize..<Self.headSize])
    sealed = Array(bytes[Self.headSize...])
  }

  /// Seals a secret under the key of the item.
  package init(
    _ secret: SecretBytes, key: SecretBytes, label: [UInt8], vector: [UInt8]
  ) throws(BlobFailure) {
    (self.label, self.vector) = (label, vector)
    guard !secret.isEmpty else {
      sealed = []
      return
    }
    sealed = try BlobFailure.calling { () throws(CryptoError) in
      try PasswordCipher.tripleDES.encrypt(
        secret, key: key, vector: SecretBytes(copying: vector))
    }
  }

  package func encode() -> [UInt8] { label + vector + sealed }

  /// Returns the secret.
  ///
  /// - Throws: `notAuthentic` if the padding is wrong. The format has no authentication code over
  ///   the secret, so not every change is noticed.
  package func secret(key: SecretBytes) throws(BlobFailure) -> SecretBytes {
    guard !sealed.isEmpty else { return SecretBytes(copying: []) }
    return try BlobFailure.calling { () throws(CryptoError) in
      try PasswordCipher.tripleDES.decrypt(
        sealed.span, key: key, vector: SecretBytes(copying: vector))
    }
  }

  /// Returns true if bytes begin with `ssgp`, as the label of a password item's key does.
  package static func isLabel(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

  /// Makes a random label for the key of a new item.
  static func label(_ randomness: some RandomnessSource) throws(RandomnessError) -> [UInt8] {
    mark + (try randomness.bytes(count: labelSize - mark.count))
  }
}
