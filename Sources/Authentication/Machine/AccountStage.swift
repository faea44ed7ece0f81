// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The stage of an evaluation that asks for the password of the account, which PAM looks at
/// (spec/access-control.md 3.1, `pam-only`).
///
/// Wrong ones are PAM's to slow down and to count: the store has no throttle without a passcode.
struct AccountStage {
  /// Wrong passwords after which an evaluation ends; as many as programs of the system take.
  private static let mostTries = 3

  let dialog: PromptDialog

  func run(_ machine: inout PromptMachine) throws(AuthenticationFailure) {
    // The facts that led here come from it.
    guard let helper = dialog.means.helper else { throw .passcodeNotSet }
    var question = dialog.texts.accountPassword
    var tries = 0
    while machine.step == .ask(.passcode) {
      let answer = dialog.ask(question)
      if let event = try dialog.event(answer) { return machine.take(event) }
      guard case .passphrase(let typed) = answer else { return }
      let outcome = helper.checkPassword(
        typed, until: dialog.deadline, cancellation: dialog.ending())
      if outcome == .verdict(.wrong) { tries += 1 }
      // As after a passcode, fingers count again.
      if outcome == .verdict(.right) { _ = try? dialog.store.countBiometry(nil) }
      machine.take(try event(outcome, tries))
      question.lastError = "Wrong password."
    }
  }

  private func event(
    _ outcome: PasswordOutcome, _ tries: Int
  ) throws(AuthenticationFailure) -> PromptMachine.Event {
    // A check that was ended from outside says nothing of the password.
    if let failure = dialog.cancellation.failure { throw failure }
    return switch outcome {
    case .verdict(.right): .passcodeRight
    case .verdict(.wrong): tries < Self.mostTries ? .passcodeWrong : .passcodeExhausted
    case .verdict(.refused): .passcodeExhausted
    // The administrator has taken the service away in between.
    case .verdict(.noService): throw .passcodeNotSet
    case .verdict(.unavailable), .unavailable: throw .notInteractive
    case .timedOut: .deadline
    case .cancelled, .endedWithoutAnswer: .systemCancel
    }
  }
}
