// SPDX-License-Identifier: Apache-2.0

/// The history of one application, which the store keeps: the application's versions and access
/// groups, and the times of their changes (Specification/diagnostics.md, "Application history").
package struct ApplicationHistory: Hashable, Sendable {
  /// A period in which an application's access groups, version, file and entitlements did not
  /// change.
  package struct Generation: Hashable, Sendable {
    package let number: UInt32
    /// The time when this period began.
    ///
    /// The application was then first seen with the access groups, version, file and entitlements
    /// of this period, or was installed again.
    package let since: Instant
    /// The access groups that the application could use in this period, in the order of the
    /// application's list.
    package let groups: [String]
    package let version: String?
    package let executable: String?
    package let hasEntitlements: Bool
    /// True if this period began because the application was removed and then installed again.
    package let isInstallation: Bool

    package init(
      number: UInt32, since: Instant, groups: [String], version: String?, executable: String?,
      hasEntitlements: Bool, isInstallation: Bool = false
    ) {
      self.number = number
      self.since = since
      self.groups = groups
      self.version = version
      self.executable = executable
      self.hasEntitlements = hasEntitlements
      self.isInstallation = isInstallation
    }

    /// True if the access groups, version, file and entitlements of a caller equal those that this
    /// period records.
    package func fits(_ caller: Caller) -> Bool {
      groups == caller.groups.unique && version == caller.version
        && executable == caller.executable && hasEntitlements == caller.hasEntitlements
    }
  }

  package let identifier: String
  /// The recorded periods of the application, the oldest first; never empty.
  package private(set) var generations: [Generation]
  /// The application's recorded searches, the latest last; only searches with a match are recorded.
  package private(set) var searches: [GoodSearch]
  package private(set) var habits: Habits

  /// The circumstances in which an application has made calls: in the background, or while the
  /// device was locked.
  package struct Habits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let background = Habits(rawValue: 1)
    package static let locked = Habits(rawValue: 2)
    package static let beforeFirstUnlock = Habits(rawValue: 4)
  }

  /// The maximum number of periods in `generations` that are kept for an application; older periods
  /// are dropped.
  package static let most = 64
  /// The maximum number of searches that are kept for an application; older searches are dropped.
  package static let mostSearches = 32

  package init(
    identifier: String, generations: [Generation], searches: [GoodSearch] = [],
    habits: Habits = []
  ) {
    self.identifier = identifier
    self.generations = generations
    self.searches = searches
    self.habits = habits
  }

  /// Makes the history of an application that is seen for the first time.
  package init(_ caller: Caller, at time: Instant) {
    self.init(identifier: caller.identifier, generations: [])
    _ = see(caller, at: time)
  }

  /// Records the present access groups, version, file and entitlements of an application.
  ///
  /// - Parameter isInstallation: true if the application was removed and then installed again.
  /// - Returns: true if a new period was added to `generations`, false if nothing about the
  ///   application has changed.
  package mutating func see(
    _ caller: Caller, at time: Instant, isInstallation: Bool = false
  ) -> Bool {
    if !isInstallation, let last = generations.last, last.fits(caller) { return false }
    generations.append(
      Generation(
        number: (generations.last?.number ?? 0) &+ 1, since: time, groups: caller.groups.unique,
        version: caller.version, executable: caller.executable,
        hasEntitlements: caller.hasEntitlements, isInstallation: isInstallation))
    generations = generations.suffix(Self.most)
    return true
  }

  /// Records searches that found an item, and the circumstances in which the application made them.
  ///
  /// - Returns: true if the history has changed, false if it already contained everything.
  package mutating func learn(_ found: [GoodSearch], _ seen: Habits) -> Bool {
    let before = (searches, habits)
    for search in found {
      searches.removeAll { $0.hasShape(of: search) }
      searches.append(search)
    }
    searches = searches.suffix(Self.mostSearches)
    habits.formUnion(seen)
    return before != (searches, habits)
  }

  /// A copy of the history without its searches.
  ///
  /// The searches contain digests, which are useless after the store's keys were replaced.
  package var withoutDigests: ApplicationHistory {
    ApplicationHistory(identifier: identifier, generations: generations, habits: habits)
  }

  /// The time when the application was last installed again after a removal; nil if this never
  /// happened.
  package var installedAgain: Instant? { generations.last(where: \.isInstallation)?.since }

  /// Returns the access group that was the default for new items before the default changed, and
  /// the last version with that default.
  ///
  /// Nil if the default did not change, or if the caller may no longer use that access group.
  package func formerDefault(of caller: Caller) -> (group: String, version: String?)? {
    guard let now = caller.groups.first,
      let last = former(to: caller).last, let group = last.groups.first, group != now,
      caller.groups.contains(group)
    else { return nil }
    return (group, last.version)
  }

  /// Returns the earlier periods of the application, without the period that describes the caller's
  /// present state.
  package func former(to caller: Caller) -> ArraySlice<Generation> {
    generations.last?.fits(caller) == true ? generations.dropLast() : generations[...]
  }

  /// Returns the access groups that the application could use earlier and the caller can no longer
  /// use.
  ///
  /// The groups of the latest period come first.
  package func lostGroups(to caller: Caller) -> [String] {
    let held = Set(caller.groups)
    return former(to: caller).reversed().flatMap(\.groups).filter { !held.contains($0) }.unique
  }

  /// Returns the last period in which the application could use an access group, and the time when
  /// that period ended.
  ///
  /// Nil if no period has the access group. The time is nil if no later period is recorded.
  package func last(with group: String) -> (generation: Generation, until: Instant?)? {
    guard let place = generations.lastIndex(where: { $0.groups.contains(group) }) else {
      return nil
    }
    let next = generations.indices.contains(place + 1) ? generations[place + 1].since : nil
    return (generations[place], next)
  }
}

extension Caller {
  /// The first access group to which the caller can add items; the application identifier if there
  /// is no writable group.
  ///
  /// The group `com.apple.token` is skipped, because programs can only read its items.
  package var mainGroup: String { groups.first { $0 != Self.tokenGroup } ?? identifier }

  /// True if the program has an entitlements file, or if a test or the user of `security` has
  /// stated its identity.
  ///
  /// False for any other program without an entitlements file, and for the command `security`.
  package var hasEntitlements: Bool {
    switch origin {
    case .entitlementsFile, .simulated, .named: true
    case .adHoc, .tool: false
    }
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, without repetitions.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
