// SPDX-License-Identifier: Apache-2.0

/// A fingerprint reader, and the fingers that the user of this process has enrolled
/// (Specification/access-control.md, "Presence by finger: fprintd", "Domain state and
/// biometryCurrentSet").
package struct FingerSensor: Hashable, Sendable {
  /// The model name of the fingerprint reader.
  package let name: String
  /// The movement that the fingerprint reader needs, `press` or `swipe`, for the text of the
  /// prompt.
  package let scanType: String
  /// The names of the enrolled fingers, sorted, for example `right-thumb`.
  ///
  /// The names do not identify a person.
  package let fingers: [String]

  package init(name: String, scanType: String, fingers: [String]) {
    self.name = name
    self.scanType = scanType
    self.fingers = fingers.sorted()
  }
}

extension FingerSensor {
  /// The message (frame) in which `latchkey-prompt` reports the reader and its fingers.
  ///
  /// The message's content is a list of texts: model name, movement, and the names of the fingers.
  /// A zero byte follows each text.
  package var frame: HelperFrame {
    HelperFrame(.found, ([name, scanType] + fingers).flatMap { Array($0.utf8) + [0] })
  }

  /// Reads the fingerprint reader and its fingers from a message of `latchkey-prompt`.
  ///
  /// - Throws: `garbled` if the message does not describe a fingerprint reader.
  package init(_ frame: HelperFrame) throws(HelperError) {
    let texts = frame.bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    guard frame.kind == .found, texts.count >= 2 else { throw .garbled }
    self.init(name: texts[0], scanType: texts[1], fingers: Array(texts.dropFirst(2)))
  }
}

/// An event at the fingerprint reader, before the finger is verified or the wait ends
/// (Specification/access-control.md, "Presence by finger: fprintd").
package enum FingerEvent: Hashable, Sendable {
  /// The reason why the fingerprint reader could not read the finger and the user must try again.
  ///
  /// The attempt does not count as failed.
  package enum Hint: UInt8, Hashable, Sendable {
    case retryScan = 1
    case swipeTooShort
    case fingerNotCentered
    case removeAndRetry
  }

  /// The reader waits for a finger: for the first attempt, and again after each failed attempt.
  case waiting(FingerSensor)
  case hint(Hint)
  /// An attempt failed: the finger was read, but it is not enrolled.
  case noMatch
}

/// The outcome of waiting for an enrolled finger.
package enum FingerOutcome: Hashable, Sendable {
  case matched
  /// An attempt failed, and the caller of `HelperProgram.verifyFinger` allowed no further attempt.
  case stopped
  case cancelled
  case timedOut
  case failed(FingerFailure)
  /// The program `latchkey-prompt` cannot be started, or violates its protocol.
  case unavailable(Unavailability)
  /// The program `latchkey-prompt` ended before it reported an outcome.
  case endedWithoutAnswer
}

/// The reason why fingers cannot be verified on this machine now (Specification/access-control.md,
/// "Presence by finger: fprintd").
///
/// Each case names the LAError code that the calling program receives.
package enum FingerFailure: UInt8, Error, Hashable, Sendable {
  /// There is no reader or no fprintd, or fprintd does not answer within 3 s: LAError -6
  /// (biometryNotAvailable), biometry type `none`.
  case absent = 1
  /// The user has enrolled no finger: LAError -7 (biometryNotEnrolled).
  case noneEnrolled
  /// polkit refuses access to the reader, because this process has no login session at the machine
  /// itself: LAError -6 (biometryNotAvailable), biometry type `touchID`.
  case refused
  /// Another program used the reader, and did not release it within 2 s: LAError -4
  /// (systemCancel).
  case busy
  /// The reader was unplugged, or fprintd ended: LAError -6 (biometryNotAvailable).
  ///
  /// The user can still authenticate with the passcode.
  case disconnected
  /// The reader reports a fault: LAError -6 (biometryNotAvailable).
  ///
  /// The user can still authenticate with the passcode.
  case broken
}
