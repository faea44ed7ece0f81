// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// The reason why a secret could not be read from the user, a file descriptor or standard input.
package enum QuestionFailure: Error, Equatable, Sendable {
  /// The user cannot be asked.
  ///
  /// The process has no controlling terminal or is a background process of its terminal, or
  /// `LATCHKEY_INTERACTION=never` is set.
  case nobodyToAsk
  /// The user did not answer before the deadline.
  case unanswered
  /// The user closed the question without an answer, for example with Ctrl-D.
  case cancelled
  /// The answer is longer than the longest line that a terminal can pass to a program.
  case tooLong
  /// The file descriptor cannot be read, for example because it is not open.
  case unreadable(errno: Int32)
  /// The file descriptor is a terminal, which would show the secret while it is typed.
  case wouldEcho
  /// The secret cannot be read from standard input, because the commands are read from it.
  case inputIsTaken
  /// The answer is longer than the longest secret, which is 64 MiB long.
  case tooLarge
  /// Standard input ended before the first line of the password.
  case inputEmpty
  /// Standard input neither ended nor contained two lines before the deadline.
  case inputOpen
}

extension QuestionFailure {
  /// Prints the reason why a secret could not be read, and returns the status for the reason.
  ///
  /// - Parameters:
  ///   - option: The option that the message recommends. The option names a descriptor for the
  ///     secret, or gives the secret itself if `takesSecret` is true.
  ///   - command: The name of the command, which is printed before the message. Nil to leave it
  ///     out.
  func tell(
    on terminal: Terminal, option: String = "--password-fd", takesSecret: Bool = false,
    of command: String? = nil
  ) -> Int32 {
    let status: KeychainError.Code
    let reason: String
    switch self {
    case .nobodyToAsk:
      status = .interactionNotAllowed
      reason =
        takesSecret
        ? "there is no terminal for the question; \(option) gives the password, which other"
          + " programs can see"
        : "there is no terminal for the question; \(option) N reads the secret from a descriptor"
    case .unanswered:
      status = .interactionNotAllowed
      reason = "the question got no answer in time"
    case .cancelled:
      status = .userCancelled
      reason = "the question was not answered"
    case .tooLong:
      status = .parameter
      reason =
        "a terminal passes on at most 4094 bytes of a line; "
        + "\(option)\(takesSecret ? "" : " N") takes more"
    case .unreadable(let number):
      status = .parameter
      reason = unsafe "\(option): \(String(cString: strerror(number)))"
    case .wouldEcho:
      status = .parameter
      reason =
        "\(option) names a terminal, which would show the secret;"
        + (option == "--password-fd" && command == nil
          ? " -w as the last option" : " without it the command")
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
        "standard input neither ended nor gave two lines in time: close it after the password"
    case .tooLarge:
      status = .dataTooLarge
      reason = "\(KeychainError.secretTooLarge.reason), \(SecretBytes.mostBytes >> 20) MiB"
    }
    let message = StatusText.message(status.rawValue)
    terminal.complain(command.map { "\($0): \(message)" } ?? message)
    terminal.complain(reason)
    return status.rawValue
  }
}
