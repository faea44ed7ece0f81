// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainTypes
import SecureMemory

/// Reads a secret from the file descriptor that the option `--password-fd N` names.
///
/// The secret is everything up to the end of the file, without one newline at the end, which `echo`
/// and here-strings append. The newline is a line feed, or a carriage return and a line feed, as in
/// files from Windows. If a secret ends in a newline, write two newlines, or use `-X`
/// (Documentation/Decisions/security-tool-secrets.md).
enum DescriptorSecret {
  /// The largest number of bytes in the first read from the file descriptor.
  ///
  /// A read of this size is enough for nearly every secret, and needs little locked memory.
  private static let firstRoom = 4096
  private static let furtherRoom = 65_536

  static func read(_ descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    let secret = try content(of: descriptor)
    let total = secret.count
    let length = secret.withBytes { bytes in
      guard total > 0, bytes[total - 1] == 0x0A else { return total }
      return total > 1 && bytes[total - 2] == 0x0D ? total - 2 : total - 1
    }
    guard length <= SecretBytes.mostBytes else { throw .tooLarge }
    return secret.slice(0..<length)
  }

  /// Returns all bytes that can be read from a file descriptor: a secret, or a file of keys.
  ///
  /// A secret has at most 64 MiB. The result may be two bytes longer, because a newline may follow
  /// the secret.
  ///
  /// - Throws: `tooLarge` if more bytes can be read.
  static func content(of descriptor: Int32) throws(QuestionFailure) -> SecretBytes {
    var parts: [SecretBytes] = []
    var total = 0
    while let part = try readPart(descriptor, after: parts.count) {
      total += part.count
      guard total <= SecretBytes.mostBytes + 2 else { throw .tooLarge }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : joined(parts, count: total)
  }

  /// Reads the next bytes from a file descriptor; nil at the end of the file.
  ///
  /// - Parameter others: The number of earlier reads. Later reads use a larger buffer than the
  ///   first read.
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
    // A slice keeps its whole buffer. If a writer sends single bytes, each byte costs one buffer.
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
