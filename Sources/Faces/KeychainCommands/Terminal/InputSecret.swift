// SPDX-License-Identifier: Apache-2.0

import Authentication
import Glibc
import KeychainTypes
import SecureMemory

/// Reads a new password from a pipe at standard input, for the option `-w` without a value.
///
/// The input is a single line, or two equal lines, because a user at a terminal types the password
/// twice.
enum InputSecret {
  /// The longest time to wait for the password, in milliseconds.
  ///
  /// A user at a terminal has this time for an answer too.
  private static let limit = 120_000  // milliseconds
  /// The time to wait for a third line after two lines have arrived, in milliseconds.
  ///
  /// Input with a third line is not a password and is refused.
  private static let pause = 100  // milliseconds
  /// The largest number of bytes in the input: two lines with the longest password, and their ends.
  private static let mostBytes = 2 * (SecretBytes.mostBytes + 2)

  /// True if a password can be read from standard input, because standard input is a pipe or a
  /// socket of the calling program.
  ///
  /// No password is read from other kinds of standard input. At a terminal the user is asked
  /// instead. /dev/null is empty, and a file may be the input of a loop in a script.
  static var isThere: Bool {
    // A descriptor with the close-on-exec flag was opened by this program, not by its caller.
    let flags = fcntl(STDIN_FILENO, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { return false }
    var about = stat()
    guard unsafe fstat(STDIN_FILENO, &about) == 0 else { return false }
    switch about.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: return true
    default: return false
    }
  }

  /// Reads standard input to its end, or until more than two lines have arrived.
  ///
  /// The program at the other end of the pipe may keep the pipe open after two lines. Reading
  /// therefore ends if no third line arrives soon.
  ///
  /// - Throws: `inputOpen` if neither two lines nor the end have arrived within two minutes.
  static func read() throws(QuestionFailure) -> SecretBytes {
    let deadline = Deadline(milliseconds: limit)
    var parts: [SecretBytes] = []
    var (total, ends) = (0, 0)
    while ends <= 2 {
      guard try hasInput(within: ends < 2 ? deadline.millisecondsLeft : pause) else {
        guard ends == 2 else { throw .inputOpen }
        break
      }
      let part = try DescriptorSecret.readPart(STDIN_FILENO, after: parts.count)
      guard let part else { break }
      total += part.count
      guard total <= mostBytes else { throw .tooLarge }
      ends += part.withBytes { bytes in bytes.indices.count { bytes[$0] == newline } }
      parts.append(part)
    }
    return DescriptorSecret.joined(parts, count: total)
  }

  /// Returns the first three lines of the input, without their line ends.
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed. Three lines are
  /// enough, because input of more than two lines is refused.
  static func lines(of content: SecretBytes) -> [SecretBytes] {
    let places = content.withBytes { bytes -> [Range<Int>] in
      var places: [Range<Int>] = []
      var start = 0
      while start < bytes.count, places.count < 3 {
        var end = start
        while end < bytes.count, bytes[end] != newline { end += 1 }
        let hasReturn = end > start && end < bytes.count && bytes[end - 1] == carriageReturn
        places.append(start..<(hasReturn ? end - 1 : end))
        start = end + 1
      }
      return places
    }
    return places.map { content.slice($0) }
  }

  private static let newline: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  /// Waits until standard input can be read; returns false if this takes longer than the given
  /// time.
  ///
  /// Returns true if a read would not block, even at the end of the input.
  private static func hasInput(within milliseconds: Int) throws(QuestionFailure) -> Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let count = Interrupted.retry {
      Int(unsafe poll(&entry, 1, Int32(clamping: milliseconds)))
    }
    guard count >= 0 else { throw .unreadable(errno: errno) }
    return count > 0
  }
}
