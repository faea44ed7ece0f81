// SPDX-License-Identifier: Apache-2.0

/// Decides from reports about the screen whether it is locked (Specification/access-control.md,
/// "The lock state on Linux").
///
/// The reports come from several sources (`LockSource`), such as logind and screen savers. A screen
/// is locked if the last report of any source says so. If the user has several graphical sessions,
/// all of them must be locked. If a source is lost, its last report stays valid. But a report that
/// the screen is unlocked stays valid only for a minute after the loss.
///
/// This is a value without access to the system: each call passes the present moment `now`, in
/// milliseconds since boot.
package struct SessionLocks: Hashable, Sendable {
  /// The action that the caller must perform on the store, when the lock state of the screen may
  /// have changed.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Lock the store, so that its keys are forgotten.
    ///
    /// If `all` is true, also forget the keys that stay available after the first unlock.
    case lock(all: Bool)
    /// Leave the store as it is, although the screen was unlocked.
    ///
    /// The store stays locked until the user enters the passcode.
    case unlocked
  }

  private struct Report: Hashable {
    var isLocked: Bool
    /// The moment at which the source of this report was lost.
    ///
    /// Nil if the source still exists.
    var lostSince: Int64?
  }

  /// The milliseconds for which the report that the screen is unlocked stays valid, after the
  /// source of that report was lost.
  private let patience: Int64
  private var reports: [LockSource: Report] = [:]
  private var sessions: [String: SessionKind] = [:]
  /// The login sessions that `latchkey-prompt` has reported since it was started.
  ///
  /// Nil once `latchkey-prompt` has reported all sessions that exist.
  private var arriving: Set<String>? = []
  private var isLoggedOut = false
  private var keepsFirstUnlock = false
  /// True if the screen was locked when its lock state was last determined.
  private var wasLocked = false

  package init(patience: Int64 = 60_000) {
    self.patience = patience
  }

  /// Handles the end of `latchkey-prompt`, by which all sources of reports are lost.
  ///
  /// When `latchkey-prompt` is started again, it reports all login sessions and lock states again.
  ///
  /// - Returns: the action to perform on the store.
  package mutating func loseConnection(at now: Int64) -> Action {
    for source in reports.keys { lose(source, now) }
    arriving = []
    return action(now)
  }

  /// Handles a report of `latchkey-prompt`, and returns the action to perform on the store.
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
      // Sessions that existed before and are not reported again have ended meanwhile.
      let gone = arriving.map { arrived in sessions.keys.filter { !arrived.contains($0) } } ?? []
      for id in gone where end(id, isLingering) { saysLocked = true }
      arriving = nil
    case .fingerEnrolled: return .nothing
    }
    return action(now, saysLocked: saysLocked)
  }

  /// Returns the action to perform on the store at the moment `now`, although no new report has
  /// arrived.
  ///
  /// The report of a lost source (`LockSource`) that the screen is unlocked may have become too
  /// old. The screen then counts as locked, and the action is to lock the store.
  package mutating func passTime(at now: Int64) -> Action { action(now) }

  /// Returns the next moment at which a report becomes too old, in milliseconds since boot.
  ///
  /// Call `passTime` at that moment: the screen may then count as locked. Nil if no report will
  /// become too old.
  package func nextChange(after now: Int64) -> Int64? { ends.filter { $0 > now }.min() }

  /// True if the user's screen is locked at the moment `now`.
  package func isLocked(at now: Int64) -> Bool {
    if isLoggedOut || says(.sleep, now) || says(.shutdown, now) { return true }
    let graphical = sessions.filter { $0.value != .textual }
    guard !graphical.isEmpty else { return screenSaverSays(now) }
    // If this process's session is unknown, the screen saver may belong to any session.
    let hasOwn = graphical.values.contains(.own)
    return graphical.allSatisfy { id, kind in
      says(.request(session: id), now) || says(.hint(session: id), now)
        || ((kind == .own || !hasOwn) && screenSaverSays(now))
    }
  }

  private mutating func hear(_ source: LockSource, _ isLocked: Bool) {
    reports[source] = Report(isLocked: isLocked)
    // The desktop has unlocked the screen that it was asked to lock. A hint in the initial report
    // describes the state only, and does not answer a request.
    if case .hint(let id) = source, !isLocked, arriving == nil {
      reports[.request(session: id)] = nil
    }
  }

  private mutating func lose(_ source: LockSource, _ now: Int64) {
    // A request to lock is no state that a source could report again, so it is kept.
    if case .request = source { return }
    guard let report = reports[source], report.lostSince == nil else { return }
    reports[source]?.lostSince = now
  }

  /// Removes a login session that has ended, with its reports.
  ///
  /// - Parameters:
  ///   - id: the identifier of the session in logind.
  ///   - isLingering: true if the user's programs continue after the user's last session. The keys
  ///     that stay available after the first unlock are then kept.
  /// - Returns: true if the user counts as logged out now, because the removed session was the
  ///   user's last session or last graphical session.
  private mutating func end(_ id: String, _ isLingering: Bool) -> Bool {
    guard let kind = sessions.removeValue(forKey: id) else { return false }
    reports[.request(session: id)] = nil
    reports[.hint(session: id)] = nil
    // This was the user's last screen, or the last session of a user without a screen.
    let isLast = sessions.values.allSatisfy { kind != .textual && $0 == .textual }
    guard isLast else { return false }
    isLoggedOut = true
    keepsFirstUnlock = isLingering
    return true
  }

  private mutating func action(_ now: Int64, saysLocked: Bool = false) -> Action {
    // A half-reported initial state could lead to a wrong action.
    guard arriving == nil || ends.contains(where: { $0 <= now }) else { return .nothing }
    let isLocked = isLocked(at: now)
    defer { wasLocked = isLocked }
    if isLocked, saysLocked || !wasLocked {
      return .lock(all: says(.shutdown, now) || (isLoggedOut && !keepsFirstUnlock))
    }
    return wasLocked && !isLocked ? .unlocked : .nothing
  }

  /// The moments at which reports that the screen is unlocked become too old.
  ///
  /// Only a report whose source was lost (`LockSource`) becomes too old.
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
