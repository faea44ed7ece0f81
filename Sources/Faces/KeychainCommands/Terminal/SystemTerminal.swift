// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
package import SecureMemory

/// The real terminal device: the standard streams and the controlling terminal of this process.
package final class SystemTerminal: TerminalDevice {
  private var input: [UInt8] = []
  private var inputPlace = 0
  private var isAtEnd = false
  package private(set) var hasArrived = true

  package init() {}

  package var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  package var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package var errorIsOutput: Bool {
    var (output, error) = (stat(), stat())
    guard !outputIsTerminal, unsafe fstat(STDOUT_FILENO, &output) == 0,
      unsafe fstat(STDERR_FILENO, &error) == 0
    else { return false }
    return (output.st_dev, output.st_ino) == (error.st_dev, error.st_ino)
  }

  package func write(_ bytes: Span<UInt8>, to stream: StandardStream) {
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    let isComplete = unsafe bytes.withUnsafeBytes { unsafe Self.writeAll($0, to: descriptor) }
    if !isComplete, stream == .output { hasArrived = false }
  }

  package func nextLine() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = input[inputPlace...].firstIndex(of: 0x0A) {
        line += input[inputPlace..<end]
        inputPlace = end + 1
        return line
      }
      line += input[inputPlace...]
      inputPlace = input.count
      if isAtEnd { return line.isEmpty ? nil : line }
      fillInput()
    }
  }

  package var inputIsPiped: Bool { InputSecret.isThere }

  package func readInput() throws(QuestionFailure) -> SecretBytes {
    try InputSecret.read()
  }

  package func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    try HiddenQuestion.ask(question)
  }

  package func readSecret(from descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    // A descriptor with the close-on-exec flag was opened by this program, not by its caller. The
    // descriptor may be a file of the store, which must not be read as a secret.
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw .unreadable(errno: EBADF) }
    if isatty(descriptor) == 1 { throw .wouldEcho }
    return try DescriptorSecret.read(descriptor)
  }

  private func fillInput() {
    let room = 65_536
    input = [UInt8](repeating: 0, count: room)
    inputPlace = 0
    let count = unsafe input.withUnsafeMutableBytes { buffer in
      Interrupted.retry { unsafe read(STDIN_FILENO, buffer.baseAddress, room) }
    }
    input.removeLast(room - max(0, count))
    if count <= 0 { isAtEnd = true }
  }

  /// Writes all bytes to a file descriptor, and returns false if an error stops the writing.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = Interrupted.retry {
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}

/// A question on the controlling terminal, whose answer is read without echo.
///
/// Ctrl-C ends the program, as at any other time while a command runs.
private enum HiddenQuestion {
  /// The longest time to wait for the answer, in milliseconds.
  ///
  /// The time equals the limit for a keychain call with all its prompts
  /// (Specification/access-control.md, "Deadlines and cancellation").
  private static let limit = 120_000  // milliseconds
  /// The largest number of bytes in an answer at the terminal.
  ///
  /// A terminal cuts a line at 4096 bytes. An answer of more than 4094 bytes may have been cut and
  /// is refused.
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
