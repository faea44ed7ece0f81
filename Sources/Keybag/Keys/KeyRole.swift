// SPDX-License-Identifier: Apache-2.0

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
