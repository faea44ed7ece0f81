// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Keeps the unlock keys of unlocked stores between calls (Specification/design.md, "Embedded or
/// daemon").
///
/// A held key has a name and 73 bytes: the unlock key, wrapped under a key that derives from the
/// device key. The bytes reveal nothing without the store's files. A dropped key is never returned
/// again.
package protocol UnlockKeyHolder: KeyHolder {
  /// Returns true if the user's other processes can also use the unlock keys of this process.
  ///
  /// If the holder has no key under `names` yet, the result is for keys that this process would
  /// add.
  ///
  /// - Parameter names: the names of the unlock keys; nil if the store has no passcode yet.
  func isShared(_ names: HeldNames?) -> Bool
}

/// A holder of unlock keys that keeps no keys.
package struct NoHolder: UnlockKeyHolder {
  package let canOutliveLocks = false

  package init() {}

  package func isShared(_ names: HeldNames?) -> Bool { false }

  package func held(_ name: String) -> SecretBytes? { nil }
  package func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {}
  package func drop(_ name: String) {}
  package func names(beginningWith prefix: String) -> [String] { [] }
  package func end(of name: String) -> Int64? { nil }
}

extension UnlockKeyHolder {
  /// Drops all unlock keys of a store except those held under `names`.
  ///
  /// The dropped keys belong to passcodes that the store no longer has. A process that was killed
  /// while it changed the passcode can have left them.
  ///
  /// The caller must have the store's lock, so that no other process is changing the passcode. A
  /// process that changes the passcode adds the new keys to the holder before it writes the keybag.
  /// A caller without the lock could drop these new keys.
  package func dropOthers(of store: Identifier16, than names: HeldNames?) {
    for name in self.names(beginningWith: HeldNames.prefix(of: store))
    where name != names?.unlock && name != names?.firstUnlock {
      drop(name)
    }
  }

  /// Drops the unlock keys of a store that must not be available while the store is locked.
  ///
  /// Keys of earlier passcodes are dropped too.
  ///
  /// - Parameter all: true to drop also the keys that stay available after the first unlock since
  ///   boot.
  package func dropLocked(of store: Identifier16, all: Bool) {
    for name in names(beginningWith: HeldNames.prefix(of: store))
    where all || name.hasSuffix(HeldNames.unlockSuffix) {
      drop(name)
    }
  }
}
