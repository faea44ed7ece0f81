// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The state of store and device that bears on a call, looked up after it by its request and trail.
package struct StoreFacts: Sendable {
  package var device = CallFacts.Device()
  /// The rows that meet all conditions, in order, and how many there are.
  package var matches: [ItemFact] = []
  package var matchCount = 0
  /// Whether there may be more than were counted.
  package var matchesAreCut = false
  package var collision: CollisionFact?
  package var absence: AbsenceFact?
  /// The error that ended the look into the store; nil where everything was looked up.
  package var lookUpFailure: KeychainError?
  /// The access that the program had before, where nothing was found or something is added.
  package var former: FormerAccess?
  /// A store in which the program was seen later than in this one.
  package var otherStore: OtherStore?
  /// Items of other programs, of which only the store's owner is told.
  package var owned: OwnedFact?
  /// The plan of the search, where it was asked for; empty until it is looked up.
  package var plan: PlanFact?
  /// States of the device in which the program was seen.
  package var habits: ApplicationHistory.Habits = []
  /// When it was looked into, by the clock of the store.
  package var time: Instant?
  /// The layout of the caller's entitlements file, where a group was refused.
  package var entitlements: EntitlementsLayout?
  /// The change number of the store.
  package var change: Int64?
  /// The result of a delete and an add after it, which a program might try next.
  package var deleteTrap: CallFacts.DeleteTrap?

  package init() {}
}

extension CallFacts {
  /// The state of the device (F6, F8).
  package struct Device: Hashable, Sendable {
    package var lock = LockState.unlocked
    /// When what follows was looked up; nil where nothing was.
    package var now: Instant?
    /// Since when it is locked, and when it was first unlocked before; nil where that is not known.
    package var lockedSince: Instant?
    package var firstUnlock: Instant?
    /// When the machine started, where it was not unlocked since.
    package var started: Instant?
    /// False where nobody looked: a key in software has nothing to do with any store, and none is
    /// opened for a report.
    package var isKnown = true
    package var hasPasscode = false
    package var isInBackground = false
    /// Whether it is a machine whose owner has `security`, and no simulated device.
    package var isMachine = true
    /// Nil where a prompt could appear; else why not, in words.
    package var noPrompt: String?

    package init() {}

    /// Whether items of a protection can be opened.
    package func has(_ protection: Protection) -> Bool {
      lock.has(protection, hasPasscode: hasPasscode)
    }
  }

  /// Whether a delete would be a trap now (K310).
  package struct DeleteTrap: Sendable {
    /// The error of the delete; nil where it would succeed.
    package let delete: KeychainError?
    /// The error of the add after it; nil where it would succeed.
    package let add: KeychainError?
    /// Which add is meant.
    package let shape: Shape

    package enum Shape: Hashable, Sendable {
      /// The call itself.
      case ofCall
      /// The one that the program made last, with its protection.
      case ofEarlierCall(String)
      case byDefault
    }

    package init(delete: KeychainError?, add: KeychainError?, as shape: Shape = .byDefault) {
      self.delete = delete
      self.add = add
      self.shape = shape
    }

    /// Whether the secret would be gone and not be back.
    package var isSet: Bool { delete == nil && add != nil }
  }
}
