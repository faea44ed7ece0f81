// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
package import SecureMemory

/// The streams and the terminal of a process, which a `Terminal` uses.
///
/// Tests replace them by prepared input.
package protocol TerminalDevice: AnyObject {
  /// Writes all bytes to a stream; if writing fails, sets `hasArrived` to false.
  func write(_ bytes: Span<UInt8>, to stream: StandardStream)
  var hasArrived: Bool { get }
  var inputIsTerminal: Bool { get }
  var outputIsTerminal: Bool { get }
  /// True if standard error is the same pipe, socket or file as standard output, and no terminal.
  var errorIsOutput: Bool { get }
  /// True if standard input is a pipe or a socket.
  var inputIsPiped: Bool { get }
  /// Returns the bytes of standard input up to its end, or until more than two lines have arrived.
  ///
  /// The input is a new password, as a single line or as two equal lines. Reading has a time limit.
  ///
  /// - Throws: `inputOpen` if neither two lines nor the end have arrived within the time limit.
  func readInput() throws(QuestionFailure) -> SecretBytes
  /// Returns the next line of standard input without its newline; nil at the end of the input.
  func nextLine() -> [UInt8]?
  /// Shows a question on the controlling terminal and reads the answer without echo.
  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes
  /// Returns all bytes of a file descriptor that was open when the program started.
  ///
  /// If a newline is at the end, it is removed.
  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes
}
