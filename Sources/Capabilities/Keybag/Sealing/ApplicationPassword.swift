// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// A password with which an application protects an item's secret, and the scrypt cost of trying it
/// (Specification/access-control.md, "Other limits on Linux").
package struct ApplicationPassword: Sendable {
  package let bytes: SecretBytes
  package let cost: PasscodeCost

  /// The default scrypt cost for a new item.
  ///
  /// The default is the lowest allowed cost, because an item is opened more often than a store.
  package static let standardCost = PasscodeCost(PasscodeCost.limits.lowerBound)

  package init(_ bytes: SecretBytes, cost: PasscodeCost = standardCost) {
    self.bytes = bytes
    self.cost = cost
  }
}

/// A secret that is sealed under an application password, but not under the class key.
///
/// In a row, the class key seals it again. A rotation of keys replaces the seal of the class key,
/// and does not need the password.
package struct PasswordSecret: Sendable {
  /// The head: the scrypt cost, the salt, the item key sealed under the password, and the tag of
  /// `body`.
  let head: SecretBytes
  /// The item's secret, sealed under the item key.
  let body: [UInt8]
}

/// The 122-byte head of a secret under an application password (Documentation/Formats/sealing.md,
/// section 3).
private struct PasswordHead {
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

  /// Reads the bytes that `encode` made.
  ///
  /// - Throws: `notAuthentic` for bytes that `encode` would not have made.
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

  /// Derives the key that seals the item key, from the application password and a salt.
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

/// Seals and opens secrets under an application password (scheme 2 of
/// Documentation/Formats/sealing.md).
///
/// A key that is derived from the password seals the item key. The class key then seals the result,
/// with the salt, the cost and the tag of the secret. So a wrong password can be told apart from a
/// damaged row, and a row can be sealed under another class key without the password.
extension ItemSealer {
  private static let scheme: UInt8 = 2
  private static let outerSize = PasswordHead.size + XAES256GCM.overhead

  /// Returns true if the sealed secret of a row can be opened only with an application password.
  package static func needsPassword(_ sealed: [UInt8]) -> Bool { sealed.first == scheme }

  /// Seals a secret under an application password; `sealLocked` then seals the result for a row.
  ///
  /// At the standard cost, the call takes about 70 milliseconds.
  package func lock(
    _ secret: SecretBytes, with password: ApplicationPassword
  ) throws(SealError) -> PasswordSecret {
    guard PasscodeCost.opensTestKeybags || !password.cost.isForTests else {
      throw .failed(.cryptography)
    }
    let padded = secret.withBytes { Padding.pad($0) }
    do {
      let salt = try randomness.bytes(count: PasswordHead.saltSize)
      let nonces = try randomness.bytes(count: 2 * XAES256GCM.nonceSize)
      let key = try Key<KeyRole.Item>.generate(from: randomness)
      let passwordKey = try PasswordHead.key(password, salt: salt)
      var sealedKey = [UInt8](repeating: 0, count: PasswordHead.keySize)
      try key.bytes.withBytes { (bytes) throws(CryptoError) in
        try XAES256GCM.sealOnce(
          bytes, key: passwordKey, nonce: nonces.span.extracting(..<XAES256GCM.nonceSize),
          binding: PasswordHead.keyBinding(salt).span, into: &sealedKey, at: 0)
      }
      var body = [UInt8](repeating: 0, count: padded.count + XAES256GCM.overhead)
      try padded.withBytes { (bytes) throws(CryptoError) in
        try XAES256GCM.sealOnce(
          bytes, key: key.bytes, nonce: nonces.span.extracting(XAES256GCM.nonceSize...),
          binding: PasswordHead.bodyBinding(salt).span, into: &body, at: 0)
      }
      let head = PasswordHead(
        cost: password.cost, salt: salt, sealedKey: sealedKey,
        tag: Array(body.suffix(PasswordHead.tagSize)))
      return PasswordSecret(head: head.encode(), body: body)
    } catch {
      throw SealError(error)
    }
  }

  /// Seals under the class key a secret that is already sealed under an application password.
  ///
  /// `lock` made the secret, or `openLocked` took it from another row. The password is not needed.
  ///
  /// - Parameter binding: the unsealed values of the row for which the secret is sealed.
  package func sealLocked(
    _ secret: PasswordSecret, binding: RowBinding
  ) throws(SealError) -> [UInt8] {
    let key = try classKey(binding)
    let data = binding.encode(.itemKey)
    var output = [UInt8](repeating: 0, count: 1 + Self.outerSize)
    output[0] = Self.scheme
    do {
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      try secret.head.withBytes { (bytes) throws(CryptoError) in
        try key.cipher.seal(
          bytes, nonce: nonce.span, binding: data.span, into: &output, at: 1)
      }
    } catch {
      throw SealError(error)
    }
    return output + secret.body
  }

  /// Removes the class key's seal from the secret of a row.
  ///
  /// The result is still sealed under the application password.
  ///
  /// - Throws: `notAuthentic` if any byte of the sealed secret was changed.
  package func openLocked(
    _ sealed: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> PasswordSecret {
    let start = 1 + Self.outerSize
    guard sealed.count >= start + XAES256GCM.overhead, sealed[0] == Self.scheme else {
      throw .notAuthentic
    }
    let key = try classKey(binding)
    let head: SecretBytes
    do throws(CryptoError) {
      head = try key.cipher.open(
        sealed.extracting(1..<start), binding: binding.encode(.itemKey).span)
    } catch {
      throw SealError(error)
    }
    let body = (start..<sealed.count).map { sealed[$0] }
    // The tag identifies the body, so that no other body can be put in its place.
    guard try PasswordHead(decoding: head).tag.elementsEqual(body.suffix(PasswordHead.tagSize))
    else { throw .notAuthentic }
    return PasswordSecret(head: head, body: body)
  }

  /// Opens a secret with its application password.
  ///
  /// - Throws: `wrongPassword`, `notAuthentic` if the bytes were changed, or `failed`.
  package func open(
    _ secret: PasswordSecret, with password: SecretBytes
  ) throws(SealError) -> SecretBytes {
    let head = try PasswordHead(decoding: secret.head)
    let key: SecretBytes
    do throws(CryptoError) {
      let passwordKey = try PasswordHead.key(
        ApplicationPassword(password, cost: head.cost), salt: head.salt)
      key = try XAES256GCM.openOnce(
        head.sealedKey.span, key: passwordKey, binding: PasswordHead.keyBinding(head.salt).span)
    } catch .notAuthentic {
      throw .wrongPassword
    } catch {
      throw SealError(error)
    }
    do throws(CryptoError) {
      let padded = try XAES256GCM.openOnce(
        secret.body.span, key: key, binding: PasswordHead.bodyBinding(head.salt).span)
      guard let content = Padding.unpad(padded) else { throw .notAuthentic }
      return content
    } catch {
      throw SealError(error)
    }
  }
}
