// SPDX-License-Identifier: Apache-2.0

import Authentication
import Glibc
import SecureMemory

/// A question on the controlling terminal whose answer is not echoed.
///
/// Ctrl-C ends the program, as in the middle of any other work of a command.
enum HiddenQuestion {
  /// A call with all its prompts may take this long (spec/access-control.md 3.8).
  private static let limit = 120_000  // milliseconds
  /// Terminals cut a line at 4096 bytes; one that may have been cut is refused.
  private static let longestLine = 4094

  static func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    guard PromptSurroundings.current().allowsQuestions else { throw .nobodyToAsk }
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard terminal >= 0 else { throw .nobodyToAsk }
    defer { close(terminal) }
    let line = HiddenLine(
      terminal: terminal, interrupt: .isDelivered, until: Deadline(milliseconds: limit),
      cancellation: Cancellation())
    do {
      return try line.ask(question, limit: longestLine)
    } catch {
      switch error {
      case .nobodyToAsk: throw .nobodyToAsk
      case .cancelled: throw .cancelled
      case .timedOut: throw .unanswered
      case .tooLong: throw .tooLong
      }
    }
  }
}
