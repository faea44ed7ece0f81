// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Reads a file of certificates or keys that the user named on the command line.
enum InputFile {
  /// Returns all bytes of a file or pipe, in secret memory, because the file may contain keys.
  ///
  /// - Throws: The status for the error of the system; -25302 if the file has more than 64 MiB.
  static func read(_ path: [UInt8]) throws(KeychainError) -> SecretBytes {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: CChar.self).baseAddress.map {
        unsafe open($0, O_RDONLY | O_CLOEXEC)
      } ?? -1
    }
    guard descriptor >= 0 else { throw systemError(errno) }
    defer { close(descriptor) }
    do throws(QuestionFailure) {
      return try DescriptorSecret.content(of: descriptor)
    } catch {
      guard case .unreadable(let number) = error else {
        throw KeychainError(.dataTooLarge, "a file of keys has at most 64 MiB")
      }
      throw systemError(number)
    }
  }

  private static func systemError(_ number: Int32) -> KeychainError {
    KeychainError(.init(rawValue: StatusText.errnoBase + number), "")
  }
}
