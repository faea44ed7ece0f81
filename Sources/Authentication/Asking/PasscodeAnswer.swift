// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// How a question for a passcode ended (spec/access-control.md 3.3).
package enum PasscodeAnswer: Equatable, Sendable {
  /// A try, which nobody has verified; it may be empty.
  case passphrase(SecretBytes)
  /// The person, or `Cancellation`: -2.
  case cancelled
  /// The third button of a question that has one: -3.
  case notConfirmed
  /// The deadline of the question: -4.
  case timedOut
  /// Nobody can be asked: -1004.
  case unavailable(Unavailability)
  /// The prompting program ended first: -4.
  case endedWithoutAnswer
}
