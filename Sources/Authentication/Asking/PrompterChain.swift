// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Several who could ask, the best one first: where one turns out to be unable to, the next one
/// asks, in what is left of the time (spec/access-control.md 3.7).
///
/// Only one that certainly has shown nothing is followed by another: nobody sees a question twice.
/// Who could not is not tried again.
final class PrompterChain: Prompter {
  private let prompters: [any Prompter]
  /// The place of who asks now.
  private let place = Lock(0)

  /// - Parameter prompters: at least one.
  init(_ prompters: [any Prompter]) {
    self.prompters = prompters
  }

  func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    while true {
      let (prompter, place) = current
      let answer = prompter.askPasscode(question, until: deadline, cancellation: cancellation)
      guard case .unavailable(let reason) = answer, goesOn(from: place, reason) else {
        return answer
      }
    }
  }

  func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    while true {
      let (prompter, place) = current
      let answer = prompter.confirm(question, until: deadline, cancellation: cancellation)
      guard case .unavailable(let reason) = answer, goesOn(from: place, reason) else {
        return answer
      }
    }
  }

  private var current: (any Prompter, Int) {
    place.withLock { (prompters[$0], $0) }
  }

  /// Takes the next one, where there is one and nothing can have been shown.
  private func goesOn(from failed: Int, _ reason: Unavailability) -> Bool {
    guard reason.provesNothingShown, failed + 1 < prompters.count else { return false }
    place.withLock { $0 = max($0, failed + 1) }
    return true
  }
}
