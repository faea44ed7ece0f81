// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The stage of an evaluation that asks for the passcode: asked again while it is wrong and while
/// no try is looked at, until the evaluation's time is over (spec/access-control.md 1.6, 4.3).
struct PasscodeStage {
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
