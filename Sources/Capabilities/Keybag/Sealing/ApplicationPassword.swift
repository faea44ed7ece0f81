// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
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

/// Secrets under an application password: the item key is sealed by the password's key, and that
/// with all that belongs to it by the class key (scheme 2 of Documentation/Formats/sealing.md).
///
/// So a wrong password is told from a damaged row, and a row can be sealed anew without the
/// password.
extension ItemSealer {
  private static let scheme: UInt8 = 2
  private static let outerSize = PasswordHead.size + XAES256GCM.overhead

  /// Whether a sealed secret is under an application password.
  package static func needsPassword(_ sealed: [UInt8]) -> Bool { sealed.first == scheme }

  /// Makes the parts of a secret that need the password; for about 70 milliseconds of work.
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

  /// Seals what `lock` made, or what another row had, into a row.
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

  /// What a row holds, without its password.
  ///
  /// - Throws: `notAuthentic` where anything of it was changed.
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
    // The code of a body says which body it is: none can be put in its place.
    guard try PasswordHead(decoding: head).tag.elementsEqual(body.suffix(PasswordHead.tagSize))
    else { throw .notAuthentic }
    return PasswordSecret(head: head, body: body)
  }

  /// Opens a secret with its password.
  ///
  /// - Throws: `wrongPassword`.
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
