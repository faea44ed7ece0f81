// SPDX-License-Identifier: Apache-2.0

/// A report of `latchkey-prompt` about the user's login sessions and their lock state.
///
/// The reports arrive in the order of the events.
package enum SessionReport: Hashable, Sendable {
  /// A source says that the screen is locked or unlocked now.
  case source(LockSource, isLocked: Bool)
  /// A source of reports no longer exists, for example because its bus was lost.
  case lost(LockSource)
  /// The user has the login session with this identifier of logind.
  ///
  /// The session is new, or existed when `latchkey-prompt` was started.
  case session(id: String, SessionKind)
  /// A login session of the user has ended.
  ///
  /// If `isLingering` is true, the user's programs continue after the last session (systemd's
  /// lingering).
  case ended(session: String, isLingering: Bool)
  /// All login sessions and sources that exist now have been reported; only changes follow.
  ///
  /// If `isLingering` is true, the user's programs continue after the last session.
  case complete(isLingering: Bool)
  /// A finger was enrolled (Specification/access-control.md, "Domain state and
  /// biometryCurrentSet").
  ///
  /// The finger may belong to another user: fprintd does not say whose finger it is.
  case fingerEnrolled
}

/// The kind of a login session: without a screen, with a screen, or the login session in which
/// `latchkey-prompt` runs.
package enum SessionKind: UInt8, Hashable, Sendable {
  /// A login session at a text terminal or over the network, without a screen that could be locked.
  case textual = 1
  case graphical
  /// The graphical login session in which `latchkey-prompt` runs.
  ///
  /// `latchkey-prompt` listens to the session bus of this session.
  case own
}

extension SessionReport {
  /// The first byte in the content of a report's message (frame): the kind of the report, or its
  /// source.
  ///
  /// The second byte is a Boolean or a `SessionKind`. The name of a session or bus follows.
  private enum Word: UInt8 {
    case request = 1
    case hint, screenSaver, sleep, shutdown, session, ended, complete, fingerEnrolled
  }

  /// The bit which says that the source of the report no longer exists.
  ///
  /// The bit is in the first byte of the message's content, beside the number of the source
  /// (`Word`).
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

  /// Reads a report from a message of `latchkey-prompt`.
  ///
  /// - Throws: `garbled` if the message is no report.
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
