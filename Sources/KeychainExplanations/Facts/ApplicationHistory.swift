// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

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

    package init(
      number: UInt32, since: Instant, groups: [String], version: String?, executable: String?,
      hasEntitlements: Bool
    ) {
      self.number = number
      self.since = since
      self.groups = groups
      self.version = version
      self.executable = executable
      self.hasEntitlements = hasEntitlements
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

  /// How many generations of an application are kept.
  package static let most = 64

  package init(identifier: String, generations: [Generation]) {
    self.identifier = identifier
    self.generations = generations
  }

  /// The history of an application that is seen for the first time.
  package init(_ caller: Caller, at time: Instant) {
    self.init(identifier: caller.identifier, generations: [])
    _ = see(caller, at: time)
  }

  /// Takes notice of an application; false where nothing about it has changed.
  package mutating func see(_ caller: Caller, at time: Instant) -> Bool {
    if let last = generations.last, last.fits(caller) { return false }
    generations.append(
      Generation(
        number: (generations.last?.number ?? 0) &+ 1, since: time, groups: caller.groups.unique,
        version: caller.version, executable: caller.executable,
        hasEntitlements: caller.hasEntitlements))
    generations = generations.suffix(Self.most)
    return true
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

/// What an application had before, with the items that are there and that it cannot see now
/// (spec/diagnostics.md 6.4).
package struct FormerAccess: Hashable, Sendable {
  /// A group, or an identity, of before with what of it the query means.
  package struct Place: Hashable, Sendable {
    package let group: String
    /// The first of them.
    package let items: [ItemFact]
    package let count: Int

    package init(group: String, items: [ItemFact], count: Int) {
      self.group = group
      self.items = items
      self.count = count
    }
  }

  /// Nil where no history is kept.
  package var history: ApplicationHistory?
  /// Groups that it has no more, with items that it made itself.
  package var lost: [Place] = []
  /// Other programs without entitlements, with items that the query means.
  package var others: [Place] = []

  package init() {}
}

extension Caller {
  /// Whether an entitlements file says who it is.
  package var hasEntitlements: Bool {
    switch origin {
    case .entitlementsFile, .simulated: true
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

/// A service that remembers the applications that used it (spec/diagnostics.md 9).
package protocol Remembering {
  /// What is remembered of the caller; nil where nothing is.
  func ownHistory() throws(KeychainError) -> ApplicationHistory?

  /// What is remembered of all applications, those seen longest ago first; for the store's owner.
  func histories() throws(KeychainError) -> [ApplicationHistory]

  /// What the caller made in groups that it had and has no more.
  func leftBehind() throws(KeychainError) -> [FormerAccess.Place]

  /// Forgets an application, or all of them.
  ///
  /// - Returns: how many were known.
  func forgetHistory(of identifier: String?) throws(KeychainError) -> Int
}
