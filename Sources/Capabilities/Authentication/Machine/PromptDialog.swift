// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// An authentication of the user, from the first prompt to its success or failure
/// (Specification/access-control.md, "Evaluation", "Presence by passphrase: pinentry", "Presence by
/// finger: fprintd").
///
/// The state machine `PromptMachine` says which proof to ask for next. This type asks for the
/// proof, and passes each event to the state machine.
struct PromptDialog {
  /// The proofs that the user gave in a successful authentication.
  ///
  /// `password` is the application password of an item, as the user typed it. Nil if the request
  /// did not ask for an application password.
  struct Outcome {
    let gained: [Proof.Means]
    let password: SecretBytes?
  }

  let store: any AuthenticationStore
  let means: PromptMeans
  let prompter: any Prompter
  let cancellation: AuthenticationCancellation
  let texts: PromptTexts
  let facts: AuthenticationFacts
  /// The moment at which the whole authentication fails for lack of time.
  let deadline: Deadline
  private let request: AuthenticationRequest

  init(
    _ request: AuthenticationRequest, store: any AuthenticationStore, facts: AuthenticationFacts,
    means: PromptMeans, prompter: any Prompter, cancellation: AuthenticationCancellation,
    deadline: Deadline
  ) {
    self.request = request
    self.store = store
    self.facts = facts
    self.means = means
    self.prompter = prompter
    self.cancellation = cancellation
    texts = PromptTexts(request: request, passcodeIsGate: facts.passcodeIsGate)
    self.deadline = deadline
  }

  /// Asks the user until the authentication succeeds or fails.
  ///
  /// - Throws: the failure of the authentication.
  func run() throws(AuthenticationFailure) -> Outcome {
    var machine = PromptMachine(request, in: facts)
    var password: SecretBytes?
    while case .ask(let stage) = machine.step {
      if let failure = cancellation.failure { throw failure }
      if deadline.isPast {
        machine.take(.deadline)
        continue
      }
      switch stage {
      case .biometry: try FingerStage(dialog: self).run(&machine)
      case .passcode:
        if facts.passcodeIsGate {
          try AccountStage(dialog: self).run(&machine)
        } else {
          try PasscodeStage(dialog: self).run(&machine)
        }
      case .applicationPassword: password = try askPassword(&machine)
      // No companion can be paired with this machine.
      case .companion: machine.take(.systemCancel)
      }
    }
    if case .end(.failure(let failure)) = machine.step { throw failure }
    return Outcome(gained: machine.gained, password: password)
  }

  /// Asks the user for a passcode or a password, until the deadline of the authentication.
  ///
  /// If the authentication is cancelled, the prompt closes.
  func ask(_ question: PasscodeQuestion) -> PasscodeAnswer {
    prompter.askPasscode(question, until: deadline, cancellation: ending())
  }

  /// Returns a new cancellation, which is cancelled when the authentication is cancelled.
  ///
  /// Pass it to a prompt, or to a call of `latchkey-prompt`, that must then end.
  func ending() -> Cancellation {
    let stop = Cancellation()
    cancellation.onCancel { _ in stop.cancel() }
    return stop
  }

  /// Returns the event for the state machine if the user typed no passcode and no password.
  ///
  /// Nil if the user typed a text, which the caller must verify.
  ///
  /// - Throws: the failure if the authentication was cancelled, or if the user cannot be asked.
  func event(_ answer: PasscodeAnswer) throws(AuthenticationFailure) -> PromptMachine.Event? {
    // A prompt that was ended from outside reports a cancellation, as if the user had cancelled.
    if let failure = cancellation.failure { throw failure }
    return switch answer {
    case .passphrase: nil
    case .cancelled: .cancel
    case .notConfirmed: .fallback
    case .timedOut: .deadline
    case .endedWithoutAnswer: .systemCancel
    case .unavailable: throw .notInteractive
    }
  }

  /// Asks for the application password of an item, until the user types at least one byte.
  ///
  /// Nil if the prompt ended without a password. The state machine then knows why.
  private func askPassword(
    _ machine: inout PromptMachine
  ) throws(AuthenticationFailure) -> SecretBytes? {
    var question = texts.applicationPassword
    while true {
      let answer = ask(question)
      if let event = try event(answer) {
        machine.take(event)
        return nil
      }
      guard case .passphrase(let typed) = answer else { return nil }
      if !typed.isEmpty {
        machine.take(.applicationPasswordTyped)
        return typed
      }
      question.lastError = "A password has at least one character."
    }
  }
}

/// The part of an authentication that asks for the store's passcode
/// (Specification/access-control.md, "Evaluation", "Throttling").
///
/// If the passcode is wrong, or a delay after wrong passcodes is running, the user is asked again.
/// The questions end at the deadline of the authentication.
private struct PasscodeStage {
  /// The number of wrong passcodes, since the last right passcode, at which an authentication
  /// fails.
  ///
  /// An Apple device is disabled, or erases itself, at the same number
  /// (Specification/access-control.md, "Throttling"). Latchkey ends only the authentication.
  private static let mostTries = 10

  let dialog: PromptDialog

  func run(_ machine: inout PromptMachine) throws(AuthenticationFailure) {
    var question = dialog.texts.passcode
    question.lastError = try delay()
    while machine.step == .ask(.passcode) {
      let answer = dialog.ask(question)
      if let event = try dialog.event(answer) { return machine.take(event) }
      guard case .passphrase(let typed) = answer else { return }
      guard let passcode = try? Passcode(typed) else {
        question.lastError = "A passcode has 1 to 1,024 bytes of text."
        continue
      }
      switch try verdict(on: passcode) {
      case .right: machine.take(.passcodeRight)
      case .wrong(let tries):
        machine.take(tries >= Self.mostTries ? .passcodeExhausted : .passcodeWrong)
        question.lastError = try delay() ?? "Wrong passcode."
      case .throttled(let seconds): question.lastError = Self.delay(seconds)
      case .notSet: throw .passcodeNotSet
      }
    }
  }

  private func verdict(on passcode: Passcode) throws(AuthenticationFailure) -> PasscodeVerdict {
    do {
      return try dialog.store.verdict(on: passcode)
    } catch {
      // The store could not verify the passcode, so nothing is known about the user.
      throw .systemCancel
    }
  }

  /// Returns the text with the remaining delay, if no passcode is accepted now.
  ///
  /// Nil if a passcode is accepted now.
  private func delay() throws(AuthenticationFailure) -> String? {
    do {
      let seconds = try dialog.store.secondsToWait()
      return seconds == 0 ? nil : Self.delay(seconds)
    } catch {
      throw .systemCancel
    }
  }

  private static func delay(_ seconds: Int) -> String {
    "Too many wrong passcodes. Try again in \(seconds) seconds."
  }
}

/// The part of an authentication that asks for the password of the user's Linux account, which PAM
/// verifies (Specification/access-control.md, "The passcode on Linux", `pam-only`).
///
/// PAM delays and counts wrong passwords. The store counts only wrong passcodes, and has no
/// passcode in this mode.
private struct AccountStage {
  /// The number of wrong account passwords at which an authentication fails.
  ///
  /// Other programs that ask for the account's password have the limit 3 too.
  private static let mostTries = 3

  let dialog: PromptDialog

  func run(_ machine: inout PromptMachine) throws(AuthenticationFailure) {
    // Only a helper gives the facts that lead to this stage, so a helper is installed.
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
      // As after a right passcode, fingers are accepted again.
      if outcome == .verdict(.right) { _ = try? dialog.store.countBiometry(nil) }
      machine.take(try event(outcome, tries))
      question.lastError = "Wrong password."
    }
  }

  private func event(
    _ outcome: PasswordOutcome, _ tries: Int
  ) throws(AuthenticationFailure) -> PromptMachine.Event {
    // A check that was ended from outside proves nothing about the password.
    if let failure = dialog.cancellation.failure { throw failure }
    return switch outcome {
    case .verdict(.right): .passcodeRight
    case .verdict(.wrong): tries < Self.mostTries ? .passcodeWrong : .passcodeExhausted
    case .verdict(.refused): .passcodeExhausted
    // The administrator removed the service in between.
    case .verdict(.noService): throw .passcodeNotSet
    case .verdict(.unavailable), .unavailable: throw .notInteractive
    case .timedOut: .deadline
    case .cancelled, .endedWithoutAnswer: .systemCancel
    }
  }
}
