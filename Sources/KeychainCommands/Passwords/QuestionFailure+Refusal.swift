// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

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
