// SPDX-License-Identifier: Apache-2.0
import Authentication

/// What fprintd says about an attempt: the table of spec/access-control.md 3.4.
enum FingerStatus {
  case match
  case noMatch
  case hint(FingerEvent.Hint)
  case failed(FingerFailure)

  /// - Parameter isDone: whether the attempt is over; one that is over without a known word is
  ///   broken, one that goes on can be read again.
  init(_ result: String, isDone: Bool) {
    switch result {
    case "verify-match": self = .match
    case "verify-no-match": self = .noMatch
    case "verify-retry-scan": self = .hint(.retryScan)
    case "verify-swipe-too-short": self = .hint(.swipeTooShort)
    case "verify-finger-not-centered": self = .hint(.fingerNotCentered)
    case "verify-remove-and-retry": self = .hint(.removeAndRetry)
    case "verify-disconnected": self = .failed(.disconnected)
    default: self = isDone ? .failed(.broken) : .hint(.retryScan)
    }
  }
}
