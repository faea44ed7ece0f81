// SPDX-License-Identifier: Apache-2.0

import Authentication
import Glibc
import KeychainTypes
import SecureMemory

/// The password that a pipe at standard input holds, for `-w` without a value: one line, or the
/// same line twice, as it is typed at a terminal.
enum InputSecret {
  /// The time to wait for the password, the same as for an answer at a terminal.
  private static let limit = 120_000  // milliseconds
  /// The time to wait behind two lines for a third, with which the input is no password.
  private static let pause = 100  // milliseconds
  /// Two lines of the longest password, with their ends.
  private static let mostBytes = 2 * (SecretBytes.mostBytes + 2)

  /// Whether standard input is a pipe or a socket that was open when the program started.
  ///
  /// Others hold no answer: a terminal is asked by itself, /dev/null is nobody, and a file may be
  /// what a loop reads its lines from.
  static var isThere: Bool {
    // A descriptor that this program has opened itself closes at exec.
    let flags = fcntl(STDIN_FILENO, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { return false }
    var about = stat()
    guard unsafe fstat(STDIN_FILENO, &about) == 0 else { return false }
    switch about.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: return true
    default: return false
    }
  }

  /// Reads standard input to its end, or past two lines.
  ///
  /// A program that answers as a person does may keep the pipe open behind its two lines; one that
  /// sends more than two is refused anyway, and not read further.
  ///
  /// - Throws: `inputOpen` where fewer lines than two have come and no end in two minutes.
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

  /// The lines of the input without their ends, LF or CR LF.
  ///
  /// Three lines are returned at most, as more than two are refused.
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

  /// Whether a read would give something, the end of input included.
  private static func hasInput(within milliseconds: Int) throws(QuestionFailure) -> Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let count = Interrupted.retry {
      Int(unsafe poll(&entry, 1, Int32(clamping: milliseconds)))
    }
    guard count >= 0 else { throw .unreadable(errno: errno) }
    return count > 0
  }
}
