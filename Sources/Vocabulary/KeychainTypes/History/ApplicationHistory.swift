// SPDX-License-Identifier: Apache-2.0

/// What the store remembers of an application: who it was, which groups it had, and when
/// (spec/diagnostics.md 9).
package struct ApplicationHistory: Hashable, Sendable {
  /// The application as long as nothing about it changed.
  package struct Generation: Hashable, Sendable {
    package let number: UInt32
    /// When it was first seen so.
    package let since: Instant
    /// Its effective list, in order.
    package let groups: [String]
    package let version: String?
    package let executable: String?
    package let hasEntitlements: Bool
    /// Whether it came anew with it, after it had been removed.
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

    /// Whether a caller is the same application in the same state.
    package func fits(_ caller: Caller) -> Bool {
      groups == caller.groups.unique && version == caller.version
        && executable == caller.executable && hasEntitlements == caller.hasEntitlements
    }
  }

  package let identifier: String
  /// The oldest first; never empty.
  package private(set) var generations: [Generation]
  /// The shapes of searches that found something, the latest last.
  package private(set) var searches: [GoodSearch]
  package private(set) var habits: Habits

  /// States of the device in which an application was seen.
  package struct Habits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let background = Habits(rawValue: 1)
    package static let locked = Habits(rawValue: 2)
    package static let beforeFirstUnlock = Habits(rawValue: 4)
  }

  /// How many generations of an application are kept.
  package static let most = 64
  /// How many shapes of searches are.
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

  /// The history of an application that is seen for the first time.
  package init(_ caller: Caller, at time: Instant) {
    self.init(identifier: caller.identifier, generations: [])
    _ = see(caller, at: time)
  }

  /// Takes notice of an application; false where nothing about it has changed.
  ///
  /// - Parameter isInstallation: whether it was removed, and has come anew.
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

  /// Takes notice of searches that found something, and of where the application was seen.
  ///
  /// - Returns: whether anything of it is new.
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

  /// The same without what only the keys that made it can compare.
  package var withoutDigests: ApplicationHistory {
    ApplicationHistory(identifier: identifier, generations: generations, habits: habits)
  }

  /// When the application came anew, where it was removed before.
  package var installedAgain: Instant? { generations.last(where: \.isInstallation)?.since }

  /// The group that new items went to before another one took its place; nil where none did, and
  /// where it is not held any more.
  package func formerDefault(of caller: Caller) -> (group: String, version: String?)? {
    guard let now = caller.groups.first,
      let last = former(to: caller).last, let group = last.groups.first, group != now,
      caller.groups.contains(group)
    else { return nil }
    return (group, last.version)
  }

  /// The generations before the one that a caller is of now.
  package func former(to caller: Caller) -> ArraySlice<Generation> {
    generations.last?.fits(caller) == true ? generations.dropLast() : generations[...]
  }

  /// The groups that the application had and has no more, in the order in which it had them last.
  package func lostGroups(to caller: Caller) -> [String] {
    let held = Set(caller.groups)
    return former(to: caller).reversed().flatMap(\.groups).filter { !held.contains($0) }.unique
  }

  /// The last generation that had a group, and when the next one came; nil for one not seen yet.
  package func last(with group: String) -> (generation: Generation, until: Instant?)? {
    guard let place = generations.lastIndex(where: { $0.groups.contains(group) }) else {
      return nil
    }
    let next = generations.indices.contains(place + 1) ? generations[place + 1].since : nil
    return (generations[place], next)
  }
}

extension Caller {
  /// Where items of its own are to be: the first group that it can write to.
  package var mainGroup: String { groups.first { $0 != Self.tokenGroup } ?? identifier }

  /// Whether an entitlements file says who it is.
  package var hasEntitlements: Bool {
    switch origin {
    case .entitlementsFile, .simulated, .named: true
    case .adHoc, .tool: false
    }
  }
}

extension Array where Element: Hashable {
  /// Each once, in order.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
