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
