// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Everything that the findings about a call may use (spec/diagnostics.md 2): values, collected by
/// the code that makes the decisions.
package struct CallFacts: Sendable {
  /// What may be told (spec/diagnostics.md 8.1).
  package enum Level: String, Sendable {
    /// What the program's own calls could tell.
    case caller
    /// What the store's owner may know: other programs' groups and names, no values.
    case owner
  }

  /// A state that is assumed in place of the real one (`--if`).
  package enum Assumption: String, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    case beforeFirstUnlock = "before-first-unlock"
    case background
    case headless
    case noPasscode = "no-passcode"
  }

  /// One pair of a caller's dictionary (F2).
  package struct Pair: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case text, data, number, boolean, date, constant, reference, other
    }

    package enum Effect: String, Sendable {
      case filter, stored, changed, `return`, option, ignored, stripped, rejected
    }

    package let key: String
    package let kind: Kind
    /// Bytes of text and data.
    package let length: Int?
    /// The value where it is no personal one: a constant, a Boolean, a number of a limit.
    package let value: String?
    package var effect: Effect
    /// Tells equal values of one process from different ones.
    package let digest: UInt32?

    package init(
      key: String, kind: Kind, length: Int?, value: String?, effect: Effect, digest: UInt32? = nil
    ) {
      self.key = key
      self.kind = kind
      self.length = length
      self.value = value
      self.effect = effect
      self.digest = digest
    }
  }

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

  package var verb: Verb
  package var profile: Profile
  /// False where the environment names none that is there: no rule was looked at.
  package var isProfileKnown = true
  /// What the call threw; nil: it succeeds.
  package var error: KeychainError?
  /// False where a real call is explained.
  package var isDryRun = true
  package var assumptions: [Assumption] = []
  package var caller: Caller
  package var device = Device()
  package var pairs: [Pair] = []
  package var changedPairs: [Pair] = []
  /// Whether there is a place for the result.
  package var hasResult = true
  /// What was asked; nil for Add, and where the dictionary was refused.
  package var query: Query?
  /// What was to be added.
  package var item: NewItem?
  package var changes: Changes?
  package var itemClass: ItemClass?
  package var group = RequestedGroup.absent
  package var newGroup = RequestedGroup.absent
  /// The rows that meet all conditions, in order, and how many there are.
  package var matches: [ItemFact] = []
  package var matchCount = 0
  /// How many of what a delete acts on are locked.
  package var lockedCount = 0
  /// Whether there may be more than were counted.
  package var matchesAreCut = false
  package var collision: CollisionFact?
  package var absence: AbsenceFact?
  /// What kept anybody from looking afterwards; nil: everything was looked up.
  package var lookUpFailure: KeychainError?
  /// What the program had before, where nothing was found, or where it adds something.
  package var former: FormerAccess?
  /// A store in which the program was seen later than in this one.
  package var otherStore: OtherStore?
  /// Who is told.
  package var level = Level.caller
  /// What only the store's owner is told.
  package var owned: OwnedFact?
  /// How the call is answered, where that was asked for.
  package var plan: PlanFact?
  /// States of the device in which the program was seen.
  package var habits: ApplicationHistory.Habits = []
  /// When it was looked into, by the clock of the store.
  package var time: Instant?
  /// How the caller's entitlements file is written, where a group was refused.
  package var entitlements: EntitlementsLayout?
  /// Whether the program makes its calls by the functions of C.
  package var isFromC = false
  /// Whether the caller's context forbids prompts.
  package var forbidsInteraction = false
  /// What a person was to be asked for, had anybody been asked.
  package var asks: [AuthenticationRequirement] = []
  /// The calls before it, the oldest first.
  package var earlier: [CallRecord] = []
  /// When it was made; in a rehearsal, when it was asked about.
  package var moment: MonotonicTime?
  /// On which thread.
  package var thread: UInt64 = 0
  /// The change number of the store.
  package var change: Int64?
  /// Whether nobody listened to the call, so that what it met is not known.
  package var isUnobserved = false
  /// What came of trying what a program might do next: delete, then add again.
  package var deleteTrap: DeleteTrap?
  /// What is asked of a key or a context, where the call is no item's.
  package var use = UseFact()
  /// The calls for items that it made itself and that failed, at most one.
  package var inner: [CallFacts] = []

  /// Whether a delete would be a trap now (K310).
  package struct DeleteTrap: Sendable {
    /// What the delete would answer; nil: it succeeds.
    package let delete: KeychainError?
    /// What the add after it would answer.
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

  package init(_ verb: Verb, _ profile: Profile, _ caller: Caller) {
    self.verb = verb
    self.profile = profile
    self.caller = caller
  }

  /// Bytes of the secret that was given.
  package var secretLength: Int? { pairs.first { $0.key == "v_Data" }?.length }

  /// The status, 0 for success; the code of an `LAError` where the call answers with one.
  package var status: Int32 {
    if verb.tellsOutcome, case .authentication(let failure)? = error?.context {
      return Int32(failure.rawValue)
    }
    return error?.code.rawValue ?? 0
  }

  /// The function that the program called.
  package var function: String { use.function ?? verb.function }
}
