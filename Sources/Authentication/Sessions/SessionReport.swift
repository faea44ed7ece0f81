// SPDX-License-Identifier: Apache-2.0

/// What `latchkey-prompt` tells of the user's sessions, in the order in which it came about.
package enum SessionReport: Hashable, Sendable {
  /// What a source says now.
  case source(LockSource, isLocked: Bool)
  /// A source is not there any more.
  case lost(LockSource)
  /// A session is there.
  case session(id: String, SessionKind)
  /// A session is over; a lingering user's programs go on.
  case ended(session: String, isLingering: Bool)
  /// All that is there at first has been told.
  case complete(isLingering: Bool)
  /// A finger was enrolled, whosever it is: fprintd does not say (spec/access-control.md 3.5).
  case fingerEnrolled
}

/// What a session is to its user.
package enum SessionKind: UInt8, Hashable, Sendable {
  /// At a terminal, or from afar: it has no screen that could be locked.
  case textual = 1
  case graphical
  /// Graphical, and the one whose session bus is listened to.
  case own
}
