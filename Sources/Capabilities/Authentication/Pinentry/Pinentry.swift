// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Asks the user through a pinentry program, with a new process for each question
/// (Specification/access-control.md, "Presence by passphrase: pinentry").
///
/// A program for terminals draws on the terminal. So the calling process must be in the terminal's
/// foreground and wait for the answer. `PromptChoice` ensures that.
package struct Pinentry: Prompter {
  /// The milliseconds within which a pinentry program must send its first line (greeting), if
  /// another prompter could ask instead.
  ///
  /// If less than twice this time remains until the deadline, the limit is half of the remaining
  /// time. A display that does not answer blocks the program before its greeting.
  private static let longestStart = 10_000

  private let program: PinentryProgram
  private let surroundings: PromptSurroundings
  private let isLast: Bool

  /// Prepares to ask through a pinentry program.
  ///
  /// - Parameters:
  ///   - program: the pinentry program to start.
  ///   - surroundings: the display and terminal at which the program asks. The program receives
  ///     only the environment variables of `PromptSurroundings.pinentryEnvironment`.
  ///   - isLast: true if no other prompter follows. If false, a program that does not send its
  ///     first line (greeting) in time is ended. The question then fails with `notStarted`, so that
  ///     the next prompter can ask.
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

  /// Starts the pinentry program, runs `body` to ask a question, and ends the program.
  ///
  /// - Returns: the answer of `body`. If the conversation with the program fails, the answer that
  ///   stands for the failure, such as `endedWithoutAnswer`.
  /// - Throws: the reason why the program could not be started, or found no terminal.
  private func withConversation<Answer: PinentryAnswer>(
    _ waiting: Waiting, _ body: (PinentryConversation) throws(AssuanError) -> Answer
  ) throws(Unavailability) -> Answer {
    if waiting.cancellation.isCancelled { return Answer(.cancelled) }
    if waiting.deadline.isPast { return Answer(.timedOut) }
    // A program that is killed leaves its terminal in a changed state.
    let settings = surroundings.terminal.flatMap { TerminalSettings(path: $0.path) }
    // If pinentry-curses gets a file that is no terminal, it waits for typed keys until its time
    // limit.
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
      // The program is in the middle of a question, and does not listen.
      child.end(.atOnce)
      settings?.restore()
      // The program ended before it could be asked anything, so no prompt was shown.
      if !canAsk, error == .ended || error == .garbled { throw .notStarted }
      if !canAsk, error == .timedOut, !waiting.deadline.isPast { throw .notStarted }
      return Answer(error)
    }
  }

  /// Waits until the pinentry program sends its greeting, if another prompter could ask instead.
  ///
  /// - Throws: `timedOut` after `longestStart`, or after half of the remaining time if that is
  ///   shorter.
  private func waitForGreeting(on socket: Int32, _ waiting: Waiting) throws(AssuanError) {
    guard !isLast else { return }
    let time = min(Self.longestStart, waiting.deadline.millisecondsLeft / 2)
    let start = Waiting(
      deadline: Deadline(milliseconds: time), cancellation: waiting.cancellation)
    do { _ = try start.forInput(socket) } catch { throw AssuanError(SocketStream.End(error)) }
  }
}

/// An answer that can be made from an `AssuanError`, if the conversation with the program fails.
protocol PinentryAnswer {
  init(_ error: AssuanError)
}

extension PasscodeAnswer: PinentryAnswer {}
extension ConfirmationAnswer: PinentryAnswer {}

/// A conversation with a pinentry program: the commands that ask a question, in their order.
private struct PinentryConversation {
  let connection: AssuanConnection
  let deadline: Deadline

  /// Sends the program its display, terminal and locale, and the seconds that the user has to
  /// answer.
  func introduce(_ surroundings: PromptSurroundings) throws(AssuanError) {
    // Refusals are ignored: if an option matters, the question is refused as well. The option
    // allow-external-password-cache is never sent, because it could put a passcode into another
    // store.
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

  /// Asks for a passcode, which the user must type twice if it is a new passcode.
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

  /// Asks the user to press a button, and returns the answer.
  func confirm(_ question: ConfirmationQuestion) throws(AssuanError) -> ConfirmationAnswer {
    try set("SETTITLE", question.title)
    try set("SETDESC", question.description)
    var keys: Set<Character> = []
    try setButton("SETOK", question.accept, &keys)
    if let refuse = question.refuse { try setButton("SETNOTOK", refuse, &keys) }
    if let cancel = question.cancel { try setButton("SETCANCEL", cancel, &keys) }
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
      // This pinentry has no second field, so the repetition is a question of its own.
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

  /// Sends the label of a button.
  ///
  /// Underscores are doubled, because pinentry underlines the letter after a single underscore.
  private func setButton(_ command: String, _ text: String) throws(AssuanError) {
    try set(command, Self.escaped(text))
  }

  /// Sends the label of a button whose key differs from the keys of the other buttons.
  ///
  /// The key is the first letter of the label that no other button has: an underscore before a
  /// letter makes it the key. If two buttons had one key, pinentry-tty would press the wrong
  /// button.
  ///
  /// - Parameter keys: the keys of the buttons whose labels were sent before. The key of this
  ///   button is added.
  private func setButton(
    _ command: String, _ text: String, _ keys: inout Set<Character>
  ) throws(AssuanError) {
    let letters = text.indices.filter { text[$0].isASCII && text[$0].isLetter }
    func key(_ place: String.Index) -> Character { Character(text[place].lowercased()) }
    guard let place = letters.first(where: { !keys.contains(key($0)) }) else {
      return try setButton(command, text)
    }
    keys.insert(key(place))
    let mark = place == letters.first ? "" : "_"
    try set(command, Self.escaped(text[..<place]) + mark + Self.escaped(text[place...]))
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}

/// The settings of a terminal before a question, so that they can be restored afterwards.
private struct TerminalSettings {
  private let path: String
  private let settings: termios

  /// Reads the settings of the terminal with this path.
  ///
  /// Nil if the path is no terminal, or if it cannot be opened.
  init?(path: String) {
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
    self.path = path
    self.settings = settings
  }

  /// Restores the settings of the terminal.
  ///
  /// Does nothing if the terminal is this process's controlling terminal and another process is in
  /// the terminal's foreground.
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
