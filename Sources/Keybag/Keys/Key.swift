// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// A key of 32 bytes for one role.
///
/// Its bytes are not readable outside this target, and it has no description.
package struct Key<Role>: Sendable {
  package static var size: Int { 32 }

  let bytes: SecretBytes

  /// A key that comes from outside: a file, a test.
  ///
  /// Nil unless there are exactly 32 bytes.
  package init?(bytes: SecretBytes) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  private init(derived: SecretBytes) { bytes = derived }

  /// A fresh random key.
  package static func generate(
    from randomness: some RandomnessSource
  ) throws(RandomnessError) -> Key {
    Key(derived: try randomness.secret(count: size))
  }

  /// HKDF-SHA256 of this key for another role: pure.
  func derive<Other>(
    _ role: Other.Type, salt: [UInt8] = [], info: StaticString
  ) throws(CryptoError) -> Key<Other> {
    let derived = try KeyDerivation.hkdf(
      key: bytes, salt: salt, info: Array("\(info)".utf8), count: Key<Other>.size)
    return Key<Other>(derived: derived)
  }
}

extension Key: CustomStringConvertible, CustomReflectable {
  /// The role, never the bytes.
  package var description: String { "Key<\(Role.self)>" }

  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// A key sealed under another: scheme byte ‖ nonce ‖ ciphertext ‖ tag.
struct Wrapped<Role>: Sendable {
  /// The scheme that this version writes: XAES-256-GCM, 24-byte random nonce in front.
  static var scheme: UInt8 { 1 }
  static var size: Int { 1 + Key<Role>.size + XAES256GCM.overhead }

  let bytes: [UInt8]
}
