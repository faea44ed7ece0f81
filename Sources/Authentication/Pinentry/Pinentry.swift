// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Asks through a pinentry: one process for each question (spec/access-control.md 3.3).
///
/// At a terminal the caller must be in its foreground and wait for the answer, as the program draws
/// there; `PromptChoice` sees to that.
package struct Pinentry: Prompter {
  private let program: PinentryProgram
  private let surroundings: PromptSurroundings

  /// - Parameters:
  ///   - program: which one to start.
  ///   - surroundings: display and terminal that it is told of, and nothing else of the
  ///     environment.
  package init(program: PinentryProgram, surroundings: PromptSurroundings) {
    self.program = program
    self.surroundings = surroundings
  }

  package func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    do {
      return try withConversation(waiting) { (conversation) throws(AssuanError) in
        try conversation.askPasscode(question)
      }
    } catch {
      return .unavailable(error)
    }
  }

  package func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    do {
      return try withConversation(waiting) { (conversation) throws(AssuanError) in
        try conversation.confirm(question)
      }
    } catch {
      return .unavailable(error)
    }
  }

  /// Starts the program, talks to it, and ends it.
  private func withConversation<Answer: PinentryAnswer>(
    _ waiting: Waiting, _ body: (PinentryConversation) throws(AssuanError) -> Answer
  ) throws(Unavailability) -> Answer {
    if waiting.cancellation.isCancelled { return Answer(.cancelled) }
    if waiting.deadline.isPast { return Answer(.timedOut) }
    // A program that is killed leaves its terminal as it had made it.
    let settings = surroundings.terminal.flatMap { TerminalSettings(path: $0.path) }
    // Told a file that is no terminal, pinentry-curses waits for its keys until the time is over.
    if program.needsTerminal, settings == nil { throw .noTerminal }
    let child = try ChildProcess.start(
      program.path, environment: surroundings.pinentryEnvironment)
    guard let socket = child.stream else { throw .notStarted }
    var canAsk = false
    do {
      let connection = try AssuanConnection(SocketStream(socket: socket, waiting: waiting))
      let conversation = PinentryConversation(connection: connection, deadline: waiting.deadline)
      try conversation.introduce(surroundings)
      canAsk = true
      let answer = try body(conversation)
      connection.sayGoodbye()
      child.end(.polite)
      settings?.restore()
      return answer
    } catch {
      // It is in the middle of a question, and does not listen.
      child.end(.atOnce)
      settings?.restore()
      // Gone before it could be asked anything: nobody has seen a prompt.
      if error == .ended, !canAsk { throw .notStarted }
      return Answer(error)
    }
  }
}

/// An answer that an exchange can end in.
protocol PinentryAnswer {
  init(_ error: AssuanError)
}

extension PasscodeAnswer: PinentryAnswer {}
extension ConfirmationAnswer: PinentryAnswer {}
