// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainTypes
import SecureMemory

/// The secret of `--password-fd N`.
///
/// Everything up to the end of file belongs to it, except one newline at the very end, which
/// `echo` and here-strings append. A secret that ends in a newline is given with two of them, or
/// with `-X` (Documentation/Decisions/security-tool.md).
enum DescriptorSecret {
  /// Enough for nearly every secret, and little enough for locked memory.
  private static let firstRoom = 4096
  private static let furtherRoom = 65_536

  static func read(_ descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    let secret = try content(of: descriptor)
    let total = secret.count
    let endsInNewline = total > 0 && secret.withBytes { $0[total - 1] == 0x0A }
    let length = endsInNewline ? total - 1 : total
    guard length <= SecretBytes.mostBytes else { throw .tooLarge }
    return secret.slice(0..<length)
  }

  /// All that comes up to the end, of a file that may hold keys for example; one byte more at most
  /// than a secret may have.
  static func content(of descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    var parts: [SecretBytes] = []
    var total = 0
    while let part = try readPart(descriptor, after: parts.count) {
      total += part.count
      guard total <= SecretBytes.mostBytes + 1 else { throw .tooLarge }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : joined(parts, count: total)
  }

  /// The bytes of one read, after `others` earlier reads; nil at the end.
  static func readPart(_ descriptor: Int32, after others: Int) throws(QuestionFailure)
    -> SecretBytes?
  {
    let room = others == 0 ? firstRoom : furtherRoom
    var count = 0
    let buffer = unsafe SecretBytes(count: room) { (buffer: UnsafeMutableRawBufferPointer) in
      count = Interrupted.retry { unsafe Glibc.read(descriptor, buffer.baseAddress, room) }
    }
    guard count >= 0 else { throw .unreadable(errno: errno) }
    guard count > 0 else { return nil }
    let part = buffer.slice(0..<count)
    // A slice keeps its whole buffer: a slow writer's bytes would each cost one.
    return count > room / 2 || room == firstRoom ? part : joined([part], count: count)
  }

  static func joined(_ parts: [SecretBytes], count: Int) -> SecretBytes {
    SecretBytes(count: count) { (target: inout MutableSpan<UInt8>) in
      var place = 0
      for part in parts {
        part.withBytes { bytes in
          for index in bytes.indices { target[place + index] = bytes[index] }
        }
        place += part.count
      }
    }
  }
}
