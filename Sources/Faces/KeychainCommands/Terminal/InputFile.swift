// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// A file that a command line names, with certificates or keys in it.
enum InputFile {
  /// The whole content, of a pipe too; in secret memory, as it may hold keys.
  ///
  /// - Throws: the status of the system's refusal; -25302 for more than 64 MiB.
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
