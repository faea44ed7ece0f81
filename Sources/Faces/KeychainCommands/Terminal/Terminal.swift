// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// All output and all questions of `security` go through this type.
///
/// Scripts rely on the following rules (Specification/security-cli.md, "Compatibility checklist"):
///
/// - Standard output gets the result: attributes, lists, the secret of `-w`, help.
/// - Standard error gets all other text: errors, the `password: ` line of `-g`, the usage after a
///   mistake, `password has been deleted.`, the line of show-keychain-info, notes.
/// - Questions are asked on the controlling terminal. Answers are not echoed. A question fails
///   immediately with -25308 if there is no terminal, if the process is in the background, or with
///   `LATCHKEY_INTERACTION=never`. A question without an answer fails with -25308 after a time
///   limit.
/// - Commands are read from standard input with `-i`. Without `-i`, a pipe at standard input gives
///   the password for `-w` without a value, and the user is not asked.
/// - Error messages begin with `security: `. They have one line for the event, one for path and
///   reason, and one for advice. They have no exclamation marks and no colour, are in English, and
///   never contain a secret.
/// - The order of output is kept: pending output is written before an error message.
package final class Terminal {
  private let device: any TerminalDevice
  private var pending: [UInt8] = []
  private static let passOnAt = 16_384
  /// True if the option `-q` is given: the program then prints less.
  ///
  /// The byte count of `export` and the status lines of `-i` are left out.
  var isQuiet = false
  /// True if the option `-v` is given: the program then prints more.
  ///
  /// Each command is shown before it runs, and further notes are printed.
  package var isVerbose = false
  /// True if the commands are read from standard input, because of the option `-i`.
  ///
  /// Passwords are then not read from standard input.
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

  /// Writes content that is no secret to standard output, such as a certificate.
  ///
  /// The content waits with other output, so that a pipe gets it in few pieces. With many pieces, a
  /// reader that ends early, such as `head`, would end this program by SIGPIPE. A script with
  /// `set -o pipefail` would then end too.
  func output(publicContent content: SecretBytes) {
    content.withBytes { bytes in
      pending.reserveCapacity(pending.count + bytes.count)
      for index in bytes.indices { pending.append(bytes[index]) }
    }
    if pending.count >= Self.passOnAt { flush() }
  }

  /// Writes a secret and a newline to a stream, in one piece.
  ///
  /// Programs that write to one pipe at the same time would otherwise mix their lines. The line
  /// exists in secret memory only.
  func write(_ secret: SecretBytes, to stream: StandardStream) {
    let line = SecretBytes(count: secret.count + 1) { (line: inout MutableSpan<UInt8>) in
      secret.withBytes { bytes in
        for index in bytes.indices { line[index] = bytes[index] }
      }
      line[secret.count] = 0x0A
    }
    writeContent(line, to: stream)
  }

  /// Writes the content of a file to a stream, without a newline at the end.
  func writeContent(_ content: SecretBytes, to stream: StandardStream) {
    flush()
    content.withBytes { device.write($0, to: stream) }
  }

  /// Writes text to standard error, unchanged and without a newline at the end.
  func error(_ text: String) {
    flush()
    device.write(Array(text.utf8).span, to: .error)
  }

  /// Writes one line of an error message to standard error, after `security: `.
  ///
  /// Control characters in the line are made visible.
  package func complain(_ text: String) {
    error("security: \(VisibleText.of(text))\n")
  }

  /// Writes the pending output (text that is still in the buffer) to standard output.
  func flush() {
    guard !pending.isEmpty else { return }
    device.write(pending.span, to: .output)
    pending.removeAll(keepingCapacity: true)
  }

  /// True if all output of the command could be written; false if the disk is full, for example.
  var hasArrived: Bool {
    flush()
    return device.hasArrived
  }

  package var outputIsTerminal: Bool { device.outputIsTerminal }

  /// True if a reader of standard output also reads standard error, as with `2>&1 |` in a script.
  var errorIsOutput: Bool { device.errorIsOutput }

  /// Asks the user for a secret on the controlling terminal, and returns the answer, which is not
  /// echoed.
  func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    flush()
    return try device.ask(question)
  }

  /// Asks the user a question whose answer is yes or no.
  ///
  /// - Returns: True if the answer begins with y or Y. False for any other answer, or if the user
  ///   ends the question with Ctrl-D. Nil if the user cannot be asked or does not answer in time.
  package func confirm(_ question: String) -> Bool? {
    let answer: SecretBytes
    do throws(QuestionFailure) { answer = try ask(question + " [y/N] ") } catch {
      // A user who closes the question has answered it.
      return error == .cancelled ? false : nil
    }
    return answer.withBytes { bytes in
      !bytes.isEmpty && (bytes[0] == UInt8(ascii: "y") || bytes[0] == UInt8(ascii: "Y"))
    }
  }

  /// Returns the secret from the file descriptor that an option such as `--password-fd` names.
  ///
  /// The file descriptor is read to its end.
  ///
  /// - Throws: `inputIsTaken` if the file descriptor is standard input and the commands are read
  ///   from standard input.
  func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    if descriptor == 0, readsCommandsFromInput { throw .inputIsTaken }
    return try device.readSecret(from: descriptor)
  }

  /// True if a password may be read from standard input.
  ///
  /// Standard input is then a pipe or a socket, and the commands are not read from it.
  var inputHoldsAnswers: Bool { !readsCommandsFromInput && device.inputIsPiped }

  /// Returns the bytes that contain the new password, from a pipe at standard input.
  func readInput() throws(QuestionFailure) -> SecretBytes {
    flush()
    return try device.readInput()
  }

  /// Returns the next line of standard input without its newline; nil at the end of the input.
  ///
  /// If standard input is a terminal, `prompt` is shown first.
  func nextLine(prompt: String) -> [UInt8]? {
    flush()
    if device.inputIsTerminal { device.write(Array(prompt.utf8).span, to: .error) }
    return device.nextLine()
  }
}

/// The standard streams to which a command can write: standard output or standard error.
package enum StandardStream: Sendable {
  case output, error
}
