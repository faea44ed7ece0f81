// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
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

/// What a key is for, as types: a key of one role does not fit where another is wanted.
///
/// Each arrow of the hierarchy is one method on one type (KeyHierarchy in
/// Documentation/Formats/keybag.md).
package enum KeyRole {
  /// Binds the store to this device or account; kept in a file of its own.
  package enum Device {}
  /// Derived from the device key, and from the passcode too where it is set; unwraps class keys.
  package enum Unlock {}
  /// One for each protection class; unwraps metadata, item and index keys.
  package enum Class {}
  /// Opens the attributes of all rows of a protection class.
  package enum Metadata {}
  /// Opens the secret of one version of one item.
  package enum Item {}
  /// Makes the digests of attribute values.
  package enum Index {}
  /// Derived from the device key; wraps unlock keys that are held outside the process.
  package enum Holding {}
}

/// The byte that names a role where a wrapped key is bound to it; never reused.
enum KeyPurpose: UInt8 {
  case classKey = 1
  case metadataKey = 2
  case indexKey = 3
  case heldUnlockKey = 4
  case heldFirstUnlockKey = 5
}

/// What a wrapped key of the keybag is bound to, so that records cannot be swapped.
struct KeyBinding: Sendable {
  let store: Identifier16
  let protection: Protection
  let epoch: UInt32

  /// The associated data of the wrapping.
  func encode(_ purpose: KeyPurpose) -> [UInt8] {
    Array("latchkey 1 wrap".utf8) + [purpose.rawValue, protection.rawValue]
      + Canonical.littleEndian(epoch) + store.bytes
  }
}
