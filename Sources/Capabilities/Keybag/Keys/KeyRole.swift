// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The roles of keys, as types, so that a key cannot be used in another role.
///
/// Each step from a key to the next key in the hierarchy of keys is one method of one type
/// (Documentation/Formats/keybag.md, "Key hierarchy").
package enum KeyRole {
  /// The device key, which binds the store to this device or account.
  ///
  /// The device key is the content of the file `device.key`.
  package enum Device {}
  /// The unlock key, which unwraps class keys.
  ///
  /// Every unlock key derives from the device key. If a passcode is set, the store has two further
  /// unlock keys, which derive from the passcode too. One is available while the store is unlocked.
  /// The other stays available after the first unlock since boot.
  package enum Unlock {}
  /// The class key of a protection, which wraps the keys of the protection's rows.
  ///
  /// These are the metadata key and the item keys. One class key also wraps the index key.
  package enum Class {}
  /// The metadata key of a protection, which opens the attributes of all rows with that protection.
  package enum Metadata {}
  /// The item key, which opens the secret of one version of one item.
  package enum Item {}
  /// The index key, which makes the digests of attribute values.
  package enum Index {}
  /// The key that wraps an unlock key before an `UnlockKeyHolder` keeps it outside the process.
  ///
  /// This wrapping key derives from the device key.
  package enum Holding {}
}
