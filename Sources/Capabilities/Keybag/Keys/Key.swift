// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// A key of 32 bytes for one role.
///
/// Code outside this target cannot read the bytes, and the description shows only the role.
package struct Key<Role>: Sendable {
  package static var size: Int { 32 }

  let bytes: SecretBytes

  /// Makes a key from bytes that were read from a file, unwrapped or derived.
  ///
  /// Nil unless there are exactly 32 bytes.
  package init?(bytes: SecretBytes) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  private init(derived: SecretBytes) { bytes = derived }

  /// Makes a fresh random key.
  package static func generate(
    from randomness: some RandomnessSource
  ) throws(RandomnessError) -> Key {
    Key(derived: try randomness.secret(count: size))
  }

  /// Derives a key for another role by HKDF-SHA256, from this key, `salt` and `info`.
  ///
  /// Equal inputs give equal keys.
  func derive<Other>(
    _ role: Other.Type, salt: [UInt8] = [], info: StaticString
  ) throws(CryptoError) -> Key<Other> {
    let derived = try KeyDerivation.hkdf(
      key: bytes, salt: salt, info: Array("\(info)".utf8), count: Key<Other>.size)
    return Key<Other>(derived: derived)
  }
}

extension Key: CustomStringConvertible, CustomReflectable {
  /// The role of the key; the description never has the key's bytes.
  package var description: String { "Key<\(Role.self)>" }

  /// A mirror without children, so that no dump of the key shows its bytes.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// A key that is sealed under another key: scheme number (1 byte) ‖ nonce ‖ ciphertext ‖ tag.
struct Wrapped<Role>: Sendable {
  /// The number of the scheme by which this version of Latchkey wraps keys.
  ///
  /// Scheme 1 is XAES-256-GCM with a random 24-byte nonce in front of the ciphertext.
  static var scheme: UInt8 { 1 }
  static var size: Int { 1 + Key<Role>.size + XAES256GCM.overhead }

  let bytes: [UInt8]
}

/// The kind of a wrapped key, which its associated data names.
///
/// The raw value is a byte in the associated data, so a wrapped key cannot be unwrapped as another
/// kind. A raw value is never reused.
enum KeyPurpose: UInt8 {
  case classKey = 1
  case metadataKey = 2
  case indexKey = 3
  case heldUnlockKey = 4
  case heldFirstUnlockKey = 5
}

/// The store, protection and epoch to which a wrapped key of the keybag belongs.
///
/// These values are associated data of the wrapped key, so that a key cannot be put into another
/// record.
struct KeyBinding: Sendable {
  let store: Identifier16
  let protection: Protection
  let epoch: UInt32

  /// Returns the associated data for wrapping a key, from these values and the kind of the key.
  func encode(_ purpose: KeyPurpose) -> [UInt8] {
    Array("latchkey 1 wrap".utf8) + [purpose.rawValue, protection.rawValue]
      + Canonical.littleEndian(epoch) + store.bytes
  }
}
