// SPDX-License-Identifier: Apache-2.0
package import Authentication
package import KeychainTypes

/// The actions on the files of a store that the program passes to its commands, as closures.
extension StoreAccess {
  /// The actions that examine or repair the files of a closed store, even if the store is too
  /// damaged to open.
  package struct Maintenance {
    let diagnose: () throws(KeychainError) -> CheckReport
    let repair: () throws(KeychainError) -> RepairReport?
    let reseal: () throws(KeychainError) -> CheckReport?

    /// Creates the set of actions from a closure for each action.
    ///
    /// - Parameters:
    ///   - diagnose: Finds damage by reading the files.
    ///   - repair: Builds a new store and moves the old files aside. Returns nil if nothing is
    ///     damaged.
    ///   - reseal: Accepts database pages that a program with another SQLite has written. Accepts
    ///     nothing if there is other damage. Returns nil if nothing is damaged.
    package init(
      diagnose: @escaping () throws(KeychainError) -> CheckReport,
      repair: @escaping () throws(KeychainError) -> RepairReport?,
      reseal: @escaping () throws(KeychainError) -> CheckReport?
    ) {
      self.diagnose = diagnose
      self.repair = repair
      self.reseal = reseal
    }
  }

  /// The actions for `lock-store --follow-session`, which locks the store when the user's screen is
  /// locked.
  package struct Following {
    let follower: SessionFollower
    let requirePasscode: () throws(KeychainError) -> Void
    let lock: (_ all: Bool) throws(KeychainError) -> Bool
    let renewFingers: () throws(KeychainError) -> Void

    /// Creates the set of actions from `follower`, which watches the user's login session, and a
    /// closure for each action.
    ///
    /// A closure that needs the store opens it when the closure is called, and closes it before the
    /// closure returns.
    ///
    /// - Parameters:
    ///   - follower: Reports when the screen is locked and when a finger is enrolled.
    ///   - requirePasscode: Throws if there is no store, or if the store has no passcode.
    ///   - lock: Locks the store. If `all` is true, the keys of `AfterFirstUnlock` items are
    ///     dropped too. Returns false if there is no store, or if the store has no passcode.
    ///   - renewFingers: Forgets which fingers were enrolled.
    package init(
      _ follower: SessionFollower, requirePasscode: @escaping () throws(KeychainError) -> Void,
      lock: @escaping (_ all: Bool) throws(KeychainError) -> Bool,
      renewFingers: @escaping () throws(KeychainError) -> Void
    ) {
      self.follower = follower
      self.requirePasscode = requirePasscode
      self.lock = lock
      self.renewFingers = renewFingers
    }
  }
}
