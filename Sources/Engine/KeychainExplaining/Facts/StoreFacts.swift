// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The state of the store and the device that explains the status of a call.
///
/// The state is looked up after the call.
package struct StoreFacts: Sendable {
  package var device = CallFacts.Device()
  /// The first items that meet all conditions of the query, in the order in which they were found.
  ///
  /// `matchCount` is the number of all matching items, also of those that are not in this list. The
  /// number may be too small if `matchesAreCut` is true.
  package var matches: [ItemFact] = []
  package var matchCount = 0
  /// True if counting stopped at a limit, so that more items than `matchCount` may match the query.
  package var matchesAreCut = false
  package var collision: CollisionFact?
  package var absence: AbsenceFact?
  /// The error that stopped the look-up of these facts, or nil if all facts were looked up.
  package var lookUpFailure: KeychainError?
  /// The access groups that the program held in the past, with its items in these groups.
  ///
  /// The facts are looked up if a query without an access group found nothing, or if an access
  /// group was refused. For a call that adds an item and was refused no group, only
  /// `FormerAccess.history` is looked up. Nil for all other calls.
  package var former: FormerAccess?
  /// The store, other than the present store, in which the program was last seen.
  ///
  /// Nil if no other store is known.
  package var otherStore: OtherStore?
  /// Items of other programs that match the query, or nil if they were not looked up.
  ///
  /// Only the owner of the store may see these facts.
  package var owned: OwnedFact?
  /// The plan of the search, or nil if no plan was requested.
  ///
  /// If a plan was requested, the property is an empty plan until the plan is looked up.
  package var plan: PlanFact?
  /// The states of the device in which the program has used the keychain, for example a locked
  /// device.
  package var habits: ApplicationHistory.Habits = []
  /// The time when the store was looked up, by the clock of the store; nil if it was not looked up.
  package var time: Instant?
  /// The layout of the caller's entitlements file.
  ///
  /// Nil unless an access group was refused to the caller.
  package var entitlements: EntitlementsLayout?
  /// The number of the last change of the store, or nil if the number was not looked up.
  package var change: Int64?
  /// The results that two further calls of the program would have now: a deletion of the explained
  /// call's items, and an addition in their place.
  ///
  /// A program may try these two calls if it mistakes a locked item (-25308) for a damaged item.
  /// Nil unless the explained call failed with -25308 or deleted locked items.
  package var deleteTrap: CallFacts.DeleteTrap?

  package init() {}
}

extension CallFacts {
  /// The state of the device: its lock state, its passcode, and its ability to show prompts.
  ///
  /// Specification/diagnostics.md, "Facts of a call", F6, F8.
  package struct Device: Hashable, Sendable {
    package var lock = LockState.unlocked
    /// The time when the state was looked up, or nil if it was not looked up.
    package var now: Instant?
    /// The time when the device was locked.
    ///
    /// Nil if the device is not locked or the time is not known.
    ///
    /// `firstUnlock` is the time of the first unlock after the machine started. `firstUnlock` is
    /// nil if its time is not known, or if the device is not locked now.
    package var lockedSince: Instant?
    package var firstUnlock: Instant?
    /// The time when the machine started, if the device has not been unlocked since then.
    ///
    /// Nil if the device was unlocked since the machine started.
    package var started: Instant?
    /// False if the state of the device was not looked up.
    ///
    /// For example, no store is opened to explain a call on a key in software, because the key has
    /// nothing to do with a store.
    package var isKnown = true
    package var hasPasscode = false
    package var isInBackground = false
    /// True if the device is a real machine, whose owner has the `security` command.
    ///
    /// False if the device is simulated.
    package var isMachine = true
    /// The reason why the device can show no prompt now, in words.
    ///
    /// Nil if a prompt can appear.
    package var noPrompt: String?

    package init() {}

    /// Returns true if the device can decrypt items with the given protection while it is in this
    /// state.
    package func has(_ protection: Protection) -> Bool {
      lock.has(protection, hasPasscode: hasPasscode)
    }
  }

  /// The results that a deletion of items, and an addition in their place, would have at this
  /// moment (finding K310).
  ///
  /// If the deletion succeeds and the addition fails, the program loses the secret.
  package struct DeleteTrap: Sendable {
    /// The error with which the deletion would fail, or nil if it would succeed.
    package let delete: KeychainError?
    /// The error with which the addition would fail after the deletion, or nil if it would succeed.
    package let add: KeychainError?
    /// The source of the protection that the predicted addition has.
    package let shape: Shape

    package enum Shape: Hashable, Sendable {
      /// The addition is the explained call itself, made once more.
      case ofCall
      /// The addition has this protection, which the program named when it last added the item.
      case ofEarlierCall(String)
      case byDefault
    }

    package init(delete: KeychainError?, add: KeychainError?, as shape: Shape = .byDefault) {
      self.delete = delete
      self.add = add
      self.shape = shape
    }

    /// True if the deletion would succeed and the addition would fail, so that the secret would be
    /// lost.
    package var isSet: Bool { delete == nil && add != nil }
  }
}
