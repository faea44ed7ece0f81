// SPDX-License-Identifier: Apache-2.0

/// A fingerprint reader and the caller's fingers (spec/access-control.md 3.4, 3.5).
package struct FingerSensor: Hashable, Sendable {
  /// The model.
  package let name: String
  /// `press` or `swipe`, for the text of the prompt.
  package let scanType: String
  /// Names of the enrolled fingers, sorted; they say nothing about whose they are.
  package let fingers: [String]

  package init(name: String, scanType: String, fingers: [String]) {
    self.name = name
    self.scanType = scanType
    self.fingers = fingers.sorted()
  }
}

extension FingerSensor {
  /// The texts, each with a zero behind it.
  package var frame: HelperFrame {
    HelperFrame(.found, ([name, scanType] + fingers).flatMap { Array($0.utf8) + [0] })
  }

  /// Reads what `frame` wrote.
  package init(_ frame: HelperFrame) throws(HelperError) {
    let texts = frame.bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    guard frame.kind == .found, texts.count >= 2 else { throw .garbled }
    self.init(name: texts[0], scanType: texts[1], fingers: Array(texts.dropFirst(2)))
  }
}

/// What happens while a finger is waited for (spec/access-control.md 3.4).
package enum FingerEvent: Hashable, Sendable {
  /// A try that could not be read; not counted.
  package enum Hint: UInt8, Hashable, Sendable {
    case retryScan = 1
    case swipeTooShort
    case fingerNotCentered
    case removeAndRetry
  }

  /// The reader waits now, at first and after each failed attempt.
  case waiting(FingerSensor)
  case hint(Hint)
  /// A finger that is not enrolled: a failed attempt.
  case noMatch
}

/// How a verification of a finger ended.
package enum FingerOutcome: Hashable, Sendable {
  case matched
  /// The caller wanted no further attempt.
  case stopped
  case cancelled
  case timedOut
  case failed(FingerFailure)
  /// The helper program cannot be started, or says what its protocol does not know.
  case unavailable(Unavailability)
  /// The helper program ended first.
  case endedWithoutAnswer
}

/// Why no finger can be verified, with the LAError that it stands for (spec/access-control.md 3.4).
package enum FingerFailure: UInt8, Error, Hashable, Sendable {
  /// No reader, or no fprintd, or one that does not answer in 3 s: -6, type none.
  case absent = 1
  /// -7.
  case noneEnrolled
  /// Only the session at the machine may (polkit): -6, type touchID.
  case refused
  /// Another program holds the reader, for 2 s now: -4.
  case busy
  /// The reader was unplugged, or fprintd went: -6; the other mechanism goes on.
  case disconnected
  /// The reader says that something is wrong: as `disconnected`.
  case broken
}
