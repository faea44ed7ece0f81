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

/// What says whether the user's screen is locked (spec/access-control.md 3.2).
package enum LockSource: Hashable, Sendable {
  /// logind's `Lock` and `Unlock`: the desktop was asked to.
  case request(session: String)
  /// logind's `LockedHint`: the desktop says that it did.
  case hint(session: String)
  /// A screen saver on the session bus, by its name there.
  case screenSaver(String)
  /// The machine is about to sleep, until it has slept.
  case sleep
  /// The machine is about to end.
  case shutdown
}

extension SessionReport {
  /// What the first byte of a frame says; the second is a truth or a `SessionKind`, then a name.
  private enum Word: UInt8 {
    case request = 1
    case hint, screenSaver, sleep, shutdown, session, ended, complete, fingerEnrolled
  }

  /// Added to the word of a source that is lost.
  private static let lostMark: UInt8 = 0x80

  package var frame: HelperFrame {
    switch self {
    case .source(let source, let isLocked):
      let (word, name) = Self.named(source)
      return Self.frame(word.rawValue, isLocked ? 1 : 0, name)
    case .lost(let source):
      let (word, name) = Self.named(source)
      return Self.frame(word.rawValue | Self.lostMark, 0, name)
    case .session(let id, let kind): return Self.frame(Word.session.rawValue, kind.rawValue, id)
    case .ended(let id, let isLingering):
      return Self.frame(Word.ended.rawValue, isLingering ? 1 : 0, id)
    case .complete(let isLingering):
      return Self.frame(Word.complete.rawValue, isLingering ? 1 : 0)
    case .fingerEnrolled: return Self.frame(Word.fingerEnrolled.rawValue, 0)
    }
  }

  /// Reads what `frame` wrote.
  package init(_ frame: HelperFrame) throws(HelperError) {
    let bytes = frame.bytes
    guard frame.kind == .report, bytes.count >= 2,
      let word = Word(rawValue: bytes[0] & ~Self.lostMark)
    else { throw .garbled }
    let name = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    let flag = bytes[1] == 1
    if let source = Self.source(word, name) {
      self = bytes[0] & Self.lostMark == 0 ? .source(source, isLocked: flag) : .lost(source)
      return
    }
    guard bytes[0] & Self.lostMark == 0 else { throw .garbled }
    switch word {
    case .session:
      guard let kind = SessionKind(rawValue: bytes[1]) else { throw .garbled }
      self = .session(id: name, kind)
    case .ended: self = .ended(session: name, isLingering: flag)
    case .complete: self = .complete(isLingering: flag)
    case .fingerEnrolled: self = .fingerEnrolled
    default: throw .garbled
    }
  }

  private static func frame(_ word: UInt8, _ flag: UInt8, _ name: String = "") -> HelperFrame {
    HelperFrame(.report, [word, flag] + Array(name.utf8.prefix(HelperFrame.longest - 2)))
  }

  private static func named(_ source: LockSource) -> (Word, String) {
    switch source {
    case .request(let session): (.request, session)
    case .hint(let session): (.hint, session)
    case .screenSaver(let name): (.screenSaver, name)
    case .sleep: (.sleep, "")
    case .shutdown: (.shutdown, "")
    }
  }

  private static func source(_ word: Word, _ name: String) -> LockSource? {
    switch word {
    case .request: .request(session: name)
    case .hint: .hint(session: name)
    case .screenSaver: .screenSaver(name)
    case .sleep: .sleep
    case .shutdown: .shutdown
    case .session, .ended, .complete, .fingerEnrolled: nil
    }
  }
}
