// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Asks through a pinentry: one process for each question (spec/access-control.md 3.3).
///
/// At a terminal the caller must be in its foreground and wait for the answer, as the program draws
/// there; `PromptChoice` sees to that.
package struct Pinentry: Prompter {
  /// Milliseconds for a greeting, at most half of the time, where another one could ask: a display
  /// that does not answer holds its program up before that.
  private static let longestStart = 10_000

  private let program: PinentryProgram
  private let surroundings: PromptSurroundings
  private let isLast: Bool

  /// - Parameters:
  ///   - program: which one to start.
  ///   - surroundings: display and terminal that it is told of, and nothing else of the
  ///     environment.
  ///   - isLast: whether nobody else could ask; else a program that does not greet counts as not
  ///     started while there is time left.
  package init(
    program: PinentryProgram, surroundings: PromptSurroundings, isLast: Bool = true
  ) {
    self.program = program
    self.surroundings = surroundings
    self.isLast = isLast
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
      try waitForGreeting(on: socket, waiting)
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
      if !canAsk, error == .ended || error == .garbled { throw .notStarted }
      if !canAsk, error == .timedOut, !waiting.deadline.isPast { throw .notStarted }
      return Answer(error)
    }
  }

  /// Waits for its first word, where it has less time for it than for the answer.
  private func waitForGreeting(on socket: Int32, _ waiting: Waiting) throws(AssuanError) {
    guard !isLast else { return }
    let time = min(Self.longestStart, waiting.deadline.millisecondsLeft / 2)
    let start = Waiting(
      deadline: Deadline(milliseconds: time), cancellation: waiting.cancellation)
    do { _ = try start.forInput(socket) } catch { throw AssuanError(SocketStream.End(error)) }
  }
}

/// An answer that an exchange can end in.
protocol PinentryAnswer {
  init(_ error: AssuanError)
}

extension PasscodeAnswer: PinentryAnswer {}
extension ConfirmationAnswer: PinentryAnswer {}
