// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Keeps the unlock keys of stores between calls, for all processes of the user where the kernel
/// helps (DESIGN section 5).
///
/// What it is given is wrapped by the device key: a name and 73 bytes that say nothing without the
/// store's files. What it has dropped it never gives back.
package protocol UnlockKeyHolder: Sendable {
  /// Whether other processes of the user find here what this one holds under these names, or
  /// would, were it held now.
  ///
  /// - Parameter names: nil before there is a passcode.
  func isShared(_ names: HeldNames?) -> Bool

  /// Whether some process that locks the store cannot drop what is held here.
  var canOutliveLocks: Bool { get }

  /// What is held under a name, if it still is.
  func held(_ name: String) -> SecretBytes?

  /// Holds bytes under a name, in place of others.
  ///
  /// - Parameter seconds: dropped by itself after so many; nil for never.
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?)

  /// Forgets what is held under a name.
  func drop(_ name: String)

  /// The names that begin so under which something may be held.
  func names(beginningWith prefix: String) -> [String]

  /// When it is dropped by itself, in microseconds since boot; nil where nothing is held or it has
  /// no limit.
  func end(of name: String) -> Int64?
}

/// Holds nothing.
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
  /// Forgets what is held for a store under other names than these: of passcodes that it no longer
  /// has, left by who was killed before dropping it.
  ///
  /// The caller holds the store's lock: who changes the passcode holds the next one's keys first.
  package func dropOthers(of store: Identifier16, than names: HeldNames?) {
    for name in self.names(beginningWith: HeldNames.prefix(of: store))
    where name != names?.unlock && name != names?.firstUnlock {
      drop(name)
    }
  }

  /// Forgets what a lock takes of a store, whatever passcode it is of.
  ///
  /// - Parameter all: what stays after the first unlock too.
  package func dropLocked(of store: Identifier16, all: Bool) {
    for name in names(beginningWith: HeldNames.prefix(of: store))
    where all || name.hasSuffix(HeldNames.unlockSuffix) {
      drop(name)
    }
  }
}

/// The names under which the keys of one passcode of one store are held.
///
/// Of one passcode, since another has another salt: who changes it holds the new keys before the
/// keybag says so, and drops the old ones afterwards, so that nobody finds the store locked in
/// between.
package struct HeldNames: Hashable, Sendable {
  let store: Identifier16
  /// Of the key that goes at each lock.
  package let unlock: String
  /// Of the key that stays.
  package let firstUnlock: String

  init(store: Identifier16, derivation: PasscodeRecord.Derivation) {
    self.store = store
    let salt = HexText.lowerCase(derivation.salt.prefix(8))
    unlock = Self.prefix(of: store) + salt + Self.unlockSuffix
    firstUnlock = Self.prefix(of: store) + salt + ":first"
  }

  /// What all names of a store begin with.
  static func prefix(of store: Identifier16) -> String { "latchkey:\(store.uuidText):" }

  static let unlockSuffix = ":unlock"
}
