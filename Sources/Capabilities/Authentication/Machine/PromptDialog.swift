// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// One evaluation with a real person: does what `PromptMachine` says, stage by stage, and tells it
/// what happened (spec/access-control.md 1.6, 3.3, 3.4).
struct PromptDialog {
  /// What an evaluation has brought.
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
  /// When the evaluation has to be over.
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

  /// Asks until there is an outcome.
  ///
  /// - Throws: the outcome, where it is none of success.
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
      // None is ever paired with a machine.
      case .companion: machine.take(.systemCancel)
      }
    }
    if case .end(.failure(let failure)) = machine.step { throw failure }
    return Outcome(gained: machine.gained, password: password)
  }

  /// Shows a question of ours, which a cancellation of the evaluation ends.
  func ask(_ question: PasscodeQuestion) -> PasscodeAnswer {
    prompter.askPasscode(question, until: deadline, cancellation: ending())
  }

  /// What ends a process of ours with the evaluation.
  func ending() -> Cancellation {
    let stop = Cancellation()
    cancellation.onCancel { _ in stop.cancel() }
    return stop
  }

  /// What an answer that is none means at every stage; nil for one that was typed.
  func event(_ answer: PasscodeAnswer) throws(AuthenticationFailure) -> PromptMachine.Event? {
    // A prompt that was ended from outside says the same as the person.
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

  /// The password of an item, of at least one byte; nil where none came.
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

/// The stage of an evaluation that asks for the passcode: asked again while it is wrong and while
/// no try is looked at, until the evaluation's time is over (spec/access-control.md 1.6, 4.3).
private struct PasscodeStage {
  /// Wrong tries after which an evaluation ends, as on a device that erases itself then.
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
      // The store cannot tell: nothing is known of the person.
      throw .systemCancel
    }
  }

  /// What to say where no try is looked at now.
  private func delay() throws(AuthenticationFailure) -> String? {
    do {
      let seconds = try dialog.store.secondsToWait()
      return seconds == 0 ? nil : Self.delay(seconds)
    } catch {
      throw .systemCancel
    }
  }

  private static func delay(_ seconds: Int) -> String {
    "Too many wrong passcodes: none is looked at for \(seconds) seconds."
  }
}

/// The stage of an evaluation that asks for the password of the account, which PAM looks at
/// (spec/access-control.md 3.1, `pam-only`).
///
/// Wrong ones are PAM's to slow down and to count: the store has no throttle without a passcode.
private struct AccountStage {
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
