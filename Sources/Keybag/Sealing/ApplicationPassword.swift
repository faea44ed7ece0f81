// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// A password of an application's own with what a try of it costs (spec/access-control.md 3.6).
package struct ApplicationPassword: Sendable {
  package let bytes: SecretBytes
  package let cost: PasscodeCost

  /// What a new item costs where nothing else is said: an item is opened more often than a store.
  package static let standardCost = PasscodeCost(PasscodeCost.limits.lowerBound)

  package init(_ bytes: SecretBytes, cost: PasscodeCost = standardCost) {
    self.bytes = bytes
    self.cost = cost
  }
}

/// A secret under an application password, as it goes from one sealing of its row to the next
/// without the password: a rotation of keys has none.
package struct PasswordSecret: Sendable {
  /// Cost, salt, item key under the password, and the code of the body.
  let head: SecretBytes
  /// The sealed secret.
  let body: [UInt8]
}

/// The head of such a secret: 122 bytes (Documentation/Formats/sealing.md 3).
struct PasswordHead {
  static let size = 2 + saltSize + keySize + tagSize
  static let saltSize = 32
  static let keySize = Key<KeyRole.Item>.size + XAES256GCM.overhead
  static let tagSize = 16

  let cost: PasscodeCost
  let salt: [UInt8]
  let sealedKey: [UInt8]
  let tag: [UInt8]

  init(cost: PasscodeCost, salt: [UInt8], sealedKey: [UInt8], tag: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.sealedKey = sealedKey
    self.tag = tag
  }

  /// - Throws: `notAuthentic` for anything that `encode` would not have made.
  init(decoding head: SecretBytes) throws(SealError) {
    let bytes = head.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard bytes.count == Self.size, bytes[0] <= 1,
      let cost = try? PasscodeCost(logarithm: bytes[1], r: 8, p: 1, isForTests: bytes[0] == 1)
    else { throw .notAuthentic }
    let keyStart = 2 + Self.saltSize
    self.init(
      cost: cost, salt: Array(bytes[2..<keyStart]),
      sealedKey: Array(bytes[keyStart..<keyStart + Self.keySize]),
      tag: Array(bytes[(keyStart + Self.keySize)...]))
  }

  func encode() -> SecretBytes {
    SecretBytes(copying: [cost.isForTests ? 1 : 0, cost.logarithm] + salt + sealedKey + tag)
  }

  /// The key that a password gives with this salt.
  static func key(
    _ password: ApplicationPassword, salt: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    try KeyDerivation.scrypt(
      passcode: password.bytes, salt: salt, cost: password.cost.parameters(),
      count: XAES256GCM.keySize)
  }

  static func keyBinding(_ salt: [UInt8]) -> [UInt8] {
    Array("latchkey 1 password key".utf8) + salt
  }

  static func bodyBinding(_ salt: [UInt8]) -> [UInt8] {
    Array("latchkey 1 password secret".utf8) + salt
  }
}
