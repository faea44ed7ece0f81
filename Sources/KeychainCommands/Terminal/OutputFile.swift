// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// A file that a command writes, with keys in it: for its owner alone.
enum OutputFile {
  /// Writes a file anew.
  ///
  /// - Throws: the status of the system's refusal; what was there is gone then, or cut.
  static func write(_ content: SecretBytes, to path: [UInt8]) throws(KeychainError) {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: CChar.self).baseAddress.map {
        unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      } ?? -1
    }
    guard descriptor >= 0 else { throw systemError(errno) }
    let failure = unsafe content.withUnsafeBytes { unsafe write($0, to: descriptor) }
    guard close(descriptor) == 0 || failure != nil else { throw systemError(errno) }
    if let failure { throw systemError(failure) }
  }

  /// The `errno` of a write that failed.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = Interrupted.retry {
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return nil
  }

  private static func systemError(_ number: Int32) -> KeychainError {
    KeychainError(.init(rawValue: StatusText.errnoBase + number), "")
  }
}
