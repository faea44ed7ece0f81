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

/// The commands of one question to a pinentry, in their order.
private struct PinentryConversation {
  let connection: AssuanConnection
  let deadline: Deadline

  /// Tells where to ask, and how long.
  func introduce(_ surroundings: PromptSurroundings) throws(AssuanError) {
    // Refusals are ignored: what matters is refused by the question as well. Never sent:
    // allow-external-password-cache, with which a passcode could end up in a store.
    if let display = surroundings.variables["DISPLAY"] {
      try option("display", display)
    }
    if let terminal = surroundings.terminal {
      try option("ttyname", terminal.path)
      if let kind = terminal.kind { try option("ttytype", kind) }
    }
    if let locale = surroundings.locale {
      try option("lc-ctype", locale)
      try option("lc-messages", locale)
    }
    let seconds = max(1, deadline.millisecondsLeft / 1000)
    _ = try connection.exchange("SETTIMEOUT", String(seconds))
  }

  /// Asks for a passcode, for a new one twice.
  func askPasscode(_ question: PasscodeQuestion) throws(AssuanError) -> PasscodeAnswer {
    try set("SETTITLE", question.title)
    try set("SETDESC", question.description)
    try set("SETPROMPT", question.prompt)
    if let accept = question.accept { try setButton("SETOK", accept) }
    if let fallback = question.fallback { try setButton("SETNOTOK", fallback) }
    if let cancel = question.cancel { try setButton("SETCANCEL", cancel) }
    if let error = question.lastError { try set("SETERROR", error) }
    guard let repetition = question.repetition else { return try getPasscode(question).answer }
    return try askTwice(question, repetition)
  }

  /// Asks for a click.
  func confirm(_ question: ConfirmationQuestion) throws(AssuanError) -> ConfirmationAnswer {
    try set("SETTITLE", question.title)
    try set("SETDESC", question.description)
    try setButton("SETOK", question.accept)
    if let refuse = question.refuse { try setButton("SETNOTOK", refuse) }
    if let cancel = question.cancel { try setButton("SETCANCEL", cancel) }
    switch try connection.exchange("CONFIRM").result {
    case .done: return .accepted
    case .refused(let code): return ConfirmationAnswer(PinentryRefusal(code))
    }
  }

  private func askTwice(
    _ question: PasscodeQuestion, _ repetition: PasscodeQuestion.Repetition
  ) throws(AssuanError) -> PasscodeAnswer {
    try set("SETREPEAT", repetition.prompt)
    try set("SETREPEATERROR", repetition.mismatch)
    while true {
      let first = try getPasscode(question)
      guard case .passphrase(let passcode) = first.answer, !first.wasRepeated else {
        return first.answer
      }
      // A pinentry without a second field: the second time is a question of its own.
      try set("SETPROMPT", repetition.prompt)
      let second = try getPasscode(question)
      guard case .passphrase(let again) = second.answer else { return second.answer }
      if again == passcode { return second.answer }
      try set("SETPROMPT", question.prompt)
      try set("SETERROR", repetition.mismatch)
    }
  }

  private func getPasscode(
    _ question: PasscodeQuestion
  ) throws(AssuanError) -> (answer: PasscodeAnswer, wasRepeated: Bool) {
    let reply = try connection.exchange("GETPIN")
    switch reply.result {
    case .done:
      let empty = SecretBytes(copying: [])
      return (.passphrase(reply.data ?? empty), reply.statuses.contains("PIN_REPEATED"))
    case .refused(let code):
      let hasFallback = question.fallback != nil
      return (PasscodeAnswer(PinentryRefusal(code), hasFallback: hasFallback), false)
    }
  }

  private func option(_ name: String, _ value: String) throws(AssuanError) {
    _ = try connection.exchange("OPTION", "\(name)=\(value)")
  }

  private func set(_ command: String, _ text: String) throws(AssuanError) {
    _ = try connection.exchange(command, QuotedText.cleaned(text))
  }

  /// Labels of buttons: an underscore would underline the letter behind it.
  private func setButton(_ command: String, _ text: String) throws(AssuanError) {
    let escaped = text.split(separator: "_", omittingEmptySubsequences: false)
      .joined(separator: "__")
    try set(command, escaped)
  }
}

/// How a terminal was set, to set it so again.
private struct TerminalSettings {
  private let path: String
  private let settings: termios

  /// Notes the settings; nil where there is no such terminal.
  init?(path: String) {
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
    self.path = path
    self.settings = settings
  }

  /// Sets them again, where this process has the foreground or the terminal is not its own.
  func restore() {
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    let foreground = tcgetpgrp(terminal)
    guard foreground < 0 || foreground == getpgrp() else { return }
    var settings = settings
    unsafe tcsetattr(terminal, TCSANOW, &settings)
  }
}
