// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Asks the user at a terminal, without starting a program (Specification/access-control.md, "The
/// passcode on Linux", "Whom to ask; headless").
package struct TerminalPrompt: Prompter {
  /// The allowed length of a passcode in bytes (Specification/access-control.md, "Derivation").
  private static let passcodeLengths = 1...1024

  private let terminal: PromptSurroundings.Terminal

  /// Prepares to ask at a terminal.
  ///
  /// - Parameter terminal: the terminal's device, or `/dev/tty` for the controlling terminal of
  ///   this process.
  package init(terminal: PromptSurroundings.Terminal) {
    self.terminal = terminal
  }

  /// Asks for a passcode until the user types 1 to 1024 bytes.
  ///
  /// A new passcode is typed twice. If the two lines differ, the user is asked for both again.
  package func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    do {
      return .passphrase(
        try withTerminal(deadline, cancellation) { (line) throws(HiddenLine.Failure) in
          line.show(Self.heading(question.title, question.description))
          if let error = question.lastError { line.show(QuotedText.cleaned(error) + "\n") }
          return try Self.askPasscode(question, on: line)
        })
    } catch {
      return PasscodeAnswer(error)
    }
  }

  /// Asks the user to type `y` to allow an action, or `n` to refuse it.
  ///
  /// An empty line means no. If the question has labels for both refusing and cancelling, the user
  /// types 1 to allow, 2 to refuse or 3 to cancel. An empty line then cancels. After any other
  /// line, the question is asked again.
  package func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    if let refuse = question.refuse, let cancel = question.cancel {
      return choose(
        question, [question.accept, refuse, cancel], until: deadline, cancellation: cancellation)
    }
    do {
      let isYes = try withTerminal(deadline, cancellation) { (line) throws(HiddenLine.Failure) in
        line.show(Self.heading(question.title, question.description))
        let words = [question.accept, question.refuse ?? question.cancel ?? "Cancel"]
          .map(QuotedText.cleaned)
        return try Self.askYesOrNo("\(words[0]) [y], \(words[1]) [n]: ", on: line)
      }
      return isYes ? .accepted : question.refuse == nil ? .cancelled : .refused
    } catch {
      return ConfirmationAnswer(error)
    }
  }

  private func choose(
    _ question: ConfirmationQuestion, _ labels: [String], until deadline: Deadline,
    cancellation: Cancellation
  ) -> ConfirmationAnswer {
    let answers: [ConfirmationAnswer] = [.accepted, .refused, .cancelled]
    let choices = labels.enumerated().map { "\(QuotedText.cleaned($1)) [\($0 + 1)]" }
    do {
      return try withTerminal(deadline, cancellation) { (line) throws(HiddenLine.Failure) in
        line.show(Self.heading(question.title, question.description))
        while true {
          let typed = try line.ask(choices.joined(separator: ", ") + ": ", limit: 4095)
          if typed.isEmpty { return .cancelled }
          // This answer is no secret.
          let digit = typed.withBytes { Int($0[0]) - 0x31 }
          if typed.count == 1, answers.indices.contains(digit) { return answers[digit] }
        }
      }
    } catch {
      return ConfirmationAnswer(error)
    }
  }

  private func withTerminal<R>(
    _ deadline: Deadline, _ cancellation: Cancellation,
    _ body: (HiddenLine) throws(HiddenLine.Failure) -> R
  ) throws(HiddenLine.Failure) -> R {
    let device = unsafe open(terminal.path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard device >= 0 else { throw .nobodyToAsk }
    defer { close(device) }
    return try body(
      HiddenLine(
        terminal: device, interrupt: .cancels, until: deadline, cancellation: cancellation))
  }

  private static func heading(_ title: String, _ description: String) -> String {
    [title, description].filter { !$0.isEmpty }.map { QuotedText.cleaned($0) + "\n" }.joined()
  }

  private static func askPasscode(
    _ question: PasscodeQuestion, on line: HiddenLine
  ) throws(HiddenLine.Failure) -> SecretBytes {
    while true {
      let passcode = try askOnce(question.prompt, on: line)
      guard let repetition = question.repetition else { return passcode }
      if try askOnce(repetition.prompt, on: line) == passcode { return passcode }
      line.show(QuotedText.cleaned(repetition.mismatch) + "\n")
    }
  }

  private static func askOnce(
    _ prompt: String, on line: HiddenLine
  ) throws(HiddenLine.Failure) -> SecretBytes {
    let text = QuotedText.cleaned(prompt) + " "
    while true {
      do {
        let passcode = try line.ask(text, limit: passcodeLengths.upperBound)
        if passcodeLengths.contains(passcode.count) { return passcode }
        line.show("A passcode has at least one character.\n")
      } catch {
        guard error == .tooLong else { throw error }
        line.show("A passcode has at most \(passcodeLengths.upperBound) bytes.\n")
      }
    }
  }

  private static func askYesOrNo(
    _ prompt: String, on line: HiddenLine
  ) throws(HiddenLine.Failure) -> Bool {
    while true {
      let answer = try line.ask(prompt, limit: 4095)
      if answer.isEmpty { return false }
      // This answer is no secret.
      let first = answer.withBytes { $0[0] }
      if answer.count == 1, [UInt8(ascii: "y"), UInt8(ascii: "Y")].contains(first) { return true }
      if answer.count == 1, [UInt8(ascii: "n"), UInt8(ascii: "N")].contains(first) { return false }
    }
  }
}

extension PasscodeAnswer {
  fileprivate init(_ failure: HiddenLine.Failure) {
    switch failure {
    case .nobodyToAsk: self = .unavailable(.noTerminal)
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .tooLong: self = .cancelled
    }
  }
}

extension ConfirmationAnswer {
  fileprivate init(_ failure: HiddenLine.Failure) {
    switch failure {
    case .nobodyToAsk: self = .unavailable(.noTerminal)
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .tooLong: self = .cancelled
    }
  }
}
