// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
package import SecureMemory

/// The only way to the outside: everything that `security` prints or asks goes through here.
///
/// The contract, which scripts rely on (spec/security-cli.md 11):
/// - Standard output carries what was asked for: attributes, lists, the secret of `-w`, help.
/// - Standard error carries everything else: refusals, the `password: ` line of `-g`, usage after a
///   mistake, `password has been deleted.`, the answer of show-keychain-info, notes.
/// - The controlling terminal carries questions, and their answers are not echoed. A question is
///   put only where somebody can answer it: without a terminal, in the background, or with
///   `LATCHKEY_INTERACTION=never`, it fails at once (-25308); unanswered it fails too.
/// - Standard input carries commands (`-i`), or the password of `-w` without a value where it is a
///   pipe; then nobody is asked.
/// - Refusals begin with `security: `, one line each: what happened, then where and why, then what
///   can be done. No exclamation marks, no colour, English only. A secret is never in them.
/// - What goes to both streams keeps its order, as output is passed on before an error is written.
package final class Terminal {
  private let device: any TerminalDevice
  private var pending: [UInt8] = []
  private static let passOnAt = 16_384
  /// `-q`: without the byte count of export and the status lines of `-i`.
  var isQuiet = false
  /// `-v`: more of them.
  package var isVerbose = false
  /// Whether the commands come from standard input, so that nothing else may be read there.
  var readsCommandsFromInput = false

  init(device: any TerminalDevice) {
    self.device = device
  }

  /// Writes text to standard output.
  package func output(_ text: String) {
    output(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  func output(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= Self.passOnAt { flush() }
  }

  /// Writes a secret and a newline to a stream, past all buffers.
  func write(_ secret: SecretBytes, to stream: StandardStream) {
    writeContent(secret, to: stream)
    device.write([0x0A].span, to: stream)
  }

  /// The same without a newline: what comes is a whole file.
  func writeContent(_ content: SecretBytes, to stream: StandardStream) {
    flush()
    content.withBytes { device.write($0, to: stream) }
  }

  /// Writes text to standard error as it is.
  func error(_ text: String) {
    flush()
    device.write(Array(text.utf8).span, to: .error)
  }

  /// Writes one line of refusal to standard error, whatever is in the names that it quotes.
  package func complain(_ text: String) {
    error("security: \(VisibleText.of(text))\n")
  }

  /// Passes on what is still pending for standard output.
  func flush() {
    guard !pending.isEmpty else { return }
    device.write(pending.span, to: .output)
    pending.removeAll(keepingCapacity: true)
  }

  /// Whether everything written has arrived; false after a full disk, for example.
  var hasArrived: Bool {
    flush()
    return device.hasArrived
  }

  package var outputIsTerminal: Bool { device.outputIsTerminal }

  /// Asks for a secret on the controlling terminal, without echo.
  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    flush()
    return try device.ask(question)
  }

  /// Puts a question that is answered by y or n.
  ///
  /// - Returns: nil where nobody answers.
  package func confirm(_ question: String) -> Bool? {
    let answer: SecretBytes
    do throws(QuestionFailure) { answer = try ask(question + " [y/N] ") } catch {
      // A person who closes the question has answered it.
      return error == .cancelled ? false : nil
    }
    return answer.withBytes { bytes in
      !bytes.isEmpty && (bytes[0] == UInt8(ascii: "y") || bytes[0] == UInt8(ascii: "Y"))
    }
  }

  /// Reads a descriptor to its end, as the secret of `--password-fd`.
  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    if descriptor == 0, readsCommandsFromInput { throw .inputIsTaken }
    return try device.readSecret(from: descriptor)
  }

  /// Whether standard input may hold the answer to a question: a pipe that does not carry
  /// the commands.
  var inputHoldsAnswers: Bool { !readsCommandsFromInput && device.inputIsPiped }

  /// Reads standard input for the answer to a question.
  func readInput() throws(QuestionFailure) -> SecretBytes {
    flush()
    return try device.readInput()
  }

  /// The next line of standard input without its newline; shows `prompt` if somebody sits there.
  func nextLine(prompt: String) -> [UInt8]? {
    flush()
    if device.inputIsTerminal { device.write(Array(prompt.utf8).span, to: .error) }
    return device.nextLine()
  }
}

/// The streams that can be written to.
package enum StandardStream: Sendable {
  case output, error
}

/// Why a question has no answer.
package enum QuestionFailure: Error, Equatable, Sendable {
  /// No controlling terminal, not in its foreground, or `LATCHKEY_INTERACTION=never`.
  case nobodyToAsk
  /// Nobody answered before the deadline.
  case unanswered
  /// End of file instead of an answer.
  case cancelled
  /// More than a terminal hands over in one line.
  case tooLong
  /// The descriptor is not open for reading.
  case unreadable(errno: Int32)
  /// The descriptor is a terminal, which would echo.
  case wouldEcho
  /// Standard input already carries the commands.
  case inputIsTaken
  /// More than a secret may have.
  case tooLarge
  /// Standard input ended before any line.
  case inputEmpty
  /// Standard input did not end before the deadline.
  case inputOpen
}

/// What `Terminal` needs of the system; tests script it.
package protocol TerminalDevice: AnyObject {
  /// Writes all bytes, or remembers in `hasArrived` that it could not.
  func write(_ bytes: Span<UInt8>, to stream: StandardStream)
  var hasArrived: Bool { get }
  var inputIsTerminal: Bool { get }
  var outputIsTerminal: Bool { get }
  /// Whether standard input is a pipe or a socket.
  var inputIsPiped: Bool { get }
  /// Reads standard input up to its end, or past two lines, and never for ever.
  func readInput() throws(QuestionFailure) -> SecretBytes
  /// The next line of standard input without its newline; nil at the end.
  func nextLine() -> [UInt8]?
  /// Shows a question on the controlling terminal and reads the answer without echo.
  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes
  /// Reads a descriptor that was open when the program started to its end; one newline at the end
  /// is dropped.
  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes
}

/// A question before something that is not taken back.
package enum Question {
  /// Whether a person at the terminal says yes; says where nobody can be asked, or says no.
  ///
  /// - Parameter other: what else can be done where nobody can be asked, behind a comma.
  package static func isAgreed(
    _ question: String, _ terminal: Terminal, _ command: String, or other: String = ""
  ) -> Bool {
    switch terminal.confirm(question) {
    case true?: return true
    case false?:
      terminal.complain("\(command): nothing was changed")
      return false
    case nil:
      terminal.complain(
        "\(command): nobody can be asked; --yes does it without the question\(other)")
      return false
    }
  }
}

extension QuestionFailure {
  /// Says why there is no answer, and gives the status of it.
  ///
  /// - Parameters:
  ///   - option: the one that would have read it from a descriptor.
  ///   - command: named first, where all refusals of the command do so.
  func tell(
    on terminal: Terminal, option: String = "--password-fd", of command: String? = nil
  ) -> Int32 {
    let status: KeychainError.Code
    let reason: String
    switch self {
    case .nobodyToAsk:
      status = .interactionNotAllowed
      reason = "there is no terminal to ask at; \(option) N reads the secret from a descriptor"
    case .unanswered:
      status = .interactionNotAllowed
      reason = "nobody answered the question in time"
    case .cancelled:
      status = .userCancelled
      reason = "the question was not answered"
    case .tooLong:
      status = .parameter
      reason = "a terminal hands over at most 4094 bytes in a line; \(option) N takes more"
    case .unreadable(let number):
      status = .parameter
      reason = unsafe "\(option): \(String(cString: strerror(number)))"
    case .wouldEcho:
      status = .parameter
      reason =
        "\(option) names a terminal, which would show the secret;"
        + (option == "--password-fd" ? " -w as the last option" : " without it the command")
        + " asks without echo"
    case .inputIsTaken:
      status = .parameter
      reason = "\(option) 0: standard input already carries the commands of -i"
    case .inputEmpty:
      status = .interactionNotAllowed
      reason = "standard input ended without a line: pipe the password in, or use \(option) N"
    case .inputOpen:
      status = .interactionNotAllowed
      reason =
        "standard input neither ended nor gave two lines in time: close it behind the password"
    case .tooLarge:
      status = .dataTooLarge
      reason = "a secret has at most 64 MiB"
    }
    let message = StatusText.message(status.rawValue)
    terminal.complain(command.map { "\($0): \(message)" } ?? message)
    terminal.complain(reason)
    return status.rawValue
  }
}
