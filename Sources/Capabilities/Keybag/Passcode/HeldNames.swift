// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The names under which a holder keeps the unlock keys of one passcode of one store.
///
/// Another passcode has another salt and so other names. A process that changes the passcode gives
/// the new keys to the holder before the keybag is written, and drops the old keys afterwards. So
/// no process finds the store locked during the change.
package struct HeldNames: Hashable, Sendable {
  let store: Identifier16
  /// The name of the unlock key that is dropped whenever the store is locked.
  package let unlock: String
  /// The name of the unlock key that stays held after the first unlock, even if the store is
  /// locked.
  package let firstUnlock: String

  init(store: Identifier16, derivation: PasscodeRecord.Derivation) {
    self.store = store
    let salt = HexText.lowerCase(derivation.salt.prefix(8))
    unlock = Self.prefix(of: store) + salt + Self.unlockSuffix
    firstUnlock = Self.prefix(of: store) + salt + ":first"
  }

  /// Returns the beginning of the names of all unlock keys of a store.
  static func prefix(of store: Identifier16) -> String { "latchkey:\(store.uuidText):" }

  static let unlockSuffix = ":unlock"
}
