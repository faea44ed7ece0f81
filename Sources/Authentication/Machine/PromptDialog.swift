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
