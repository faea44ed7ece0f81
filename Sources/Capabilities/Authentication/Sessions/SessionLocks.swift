// SPDX-License-Identifier: Apache-2.0

/// Whether the user's screen is locked, from what all sources have said (spec/access-control.md
/// 3.2): locked where one of them says so, each by its last word.
///
/// With several graphical sessions it is locked where each of them is. What has told and is lost
/// counts on; where it said *unlocked*, that is believed for a minute. Pure: moments are the
/// caller's, in milliseconds.
package struct SessionLocks: Hashable, Sendable {
  /// What is to be done with the store.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Its keys have to go; with `all`, those of the first unlocking too.
    case lock(all: Bool)
    /// The screen is open; what was dropped comes back by the passcode only.
    case unlocked
  }

  private struct Report: Hashable {
    var isLocked: Bool
    /// Since when its source is lost.
    var lostSince: Int64?
  }

  /// How long a lost source's *unlocked* is believed.
  private let patience: Int64
  private var reports: [LockSource: Report] = [:]
  private var sessions: [String: SessionKind] = [:]
  /// What a new connection has told of so far; nil when it has told everything.
  private var arriving: Set<String>? = []
  private var isLoggedOut = false
  private var keepsFirstUnlock = false
  /// What the last action was about.
  private var wasLocked = false

  package init(patience: Int64 = 60_000) {
    self.patience = patience
  }

  /// The connection is lost, and every source with it; another one begins by telling everything.
  package mutating func loseConnection(at now: Int64) -> Action {
    for source in reports.keys { lose(source, now) }
    arriving = []
    return action(now)
  }

  /// Takes what was told.
  package mutating func take(_ report: SessionReport, at now: Int64) -> Action {
    var saysLocked = false
    switch report {
    case .source(let source, let isLocked):
      hear(source, isLocked)
      saysLocked = isLocked
    case .lost(let source): lose(source, now)
    case .session(let id, let kind):
      sessions[id] = kind
      arriving?.insert(id)
      isLoggedOut = false
    case .ended(let id, let isLingering): saysLocked = end(id, isLingering)
    case .complete(let isLingering):
      // What was there before and is not told of again has ended meanwhile.
      let gone = arriving.map { arrived in sessions.keys.filter { !arrived.contains($0) } } ?? []
      for id in gone where end(id, isLingering) { saysLocked = true }
      arriving = nil
    case .fingerEnrolled: return .nothing
    }
    return action(now, saysLocked: saysLocked)
  }

  /// What time has changed.
  package mutating func passTime(at now: Int64) -> Action { action(now) }

  /// When time changes something next.
  package func nextChange(after now: Int64) -> Int64? { ends.filter { $0 > now }.min() }

  /// Whether the screen is locked.
  package func isLocked(at now: Int64) -> Bool {
    if isLoggedOut || says(.sleep, now) || says(.shutdown, now) { return true }
    let graphical = sessions.filter { $0.value != .textual }
    guard !graphical.isEmpty else { return screenSaverSays(now) }
    // Where none is known as the own one, the screen saver may be anyone's.
    let hasOwn = graphical.values.contains(.own)
    return graphical.allSatisfy { id, kind in
      says(.request(session: id), now) || says(.hint(session: id), now)
        || ((kind == .own || !hasOwn) && screenSaverSays(now))
    }
  }

  private mutating func hear(_ source: LockSource, _ isLocked: Bool) {
    reports[source] = Report(isLocked: isLocked)
    // The desktop has opened the screen that it was asked to lock. What is told at first is how
    // things are, and says nothing of what came of a request.
    if case .hint(let id) = source, !isLocked, arriving == nil {
      reports[.request(session: id)] = nil
    }
  }

  private mutating func lose(_ source: LockSource, _ now: Int64) {
    // That a screen was asked to be locked is no state that anyone could tell again.
    if case .request = source { return }
    guard let report = reports[source], report.lostSince == nil else { return }
    reports[source]?.lostSince = now
  }

  /// - Returns: whether the user has logged out with it.
  private mutating func end(_ id: String, _ isLingering: Bool) -> Bool {
    guard let kind = sessions.removeValue(forKey: id) else { return false }
    reports[.request(session: id)] = nil
    reports[.hint(session: id)] = nil
    // The last screen of the user, or the last session where there was no screen.
    let isLast = sessions.values.allSatisfy { kind != .textual && $0 == .textual }
    guard isLast else { return false }
    isLoggedOut = true
    keepsFirstUnlock = isLingering
    return true
  }

  private mutating func action(_ now: Int64, saysLocked: Bool = false) -> Action {
    // Half of what is there would say something else.
    guard arriving == nil || ends.contains(where: { $0 <= now }) else { return .nothing }
    let isLocked = isLocked(at: now)
    defer { wasLocked = isLocked }
    if isLocked, saysLocked || !wasLocked {
      return .lock(all: says(.shutdown, now) || (isLoggedOut && !keepsFirstUnlock))
    }
    return wasLocked && !isLocked ? .unlocked : .nothing
  }

  /// When *unlocked* is believed no longer, of each source that said so and is lost.
  private var ends: [Int64] {
    reports.values.compactMap { $0.isLocked ? nil : $0.lostSince.map { $0 + patience } }
  }

  private func says(_ source: LockSource, _ now: Int64) -> Bool {
    guard let report = reports[source] else { return false }
    return report.isLocked || report.lostSince.map { now - $0 >= patience } ?? false
  }

  private func screenSaverSays(_ now: Int64) -> Bool {
    reports.keys.contains { source in
      if case .screenSaver = source { says(source, now) } else { false }
    }
  }
}
