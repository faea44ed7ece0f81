// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import UserFiles

/// The mark that disables the trust settings of users: a file in the administrator's directory.
///
/// The settings of users count as long as no file has the path of the mark. The content of the
/// file has no meaning, so it cannot be damaged.
package struct UserSettingsMark: Sendable {
  package let path: String

  init(in directory: String) { path = directory + "/UserTrustSettingsDisabled" }

  /// True if the settings of users count: the mark does not exist.
  ///
  /// - Throws: -25262 if the system cannot say whether the mark exists.
  package func isEnabled() throws(KeychainError) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { return false }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw KeychainError(
        .invalidTrustSettings, "the administrator's directory cannot be read",
        context: .path(path))
    }
    return true
  }

  /// Removes the mark if `isEnabled` is true, and makes it otherwise.
  ///
  /// The settings of users count afterwards exactly if `isEnabled` is true.
  ///
  /// - Throws: -61 if the system does not permit the change; -36 if it fails.
  package func set(isEnabled: Bool) throws(KeychainError) {
    if isEnabled {
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw refusal(errno) }
      return
    }
    let directory = WholeFile.directory(of: path)
    guard AdminDirectory.make(directory) || errno == EEXIST else { throw refusal(errno) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe open(path, flags, 0o644)
    guard file >= 0 else {
      guard errno == EEXIST else { throw refusal(errno) }
      return
    }
    defer { close(file) }
    guard fsync(file) == 0 else { throw refusal(errno) }
  }

  private func refusal(_ number: Int32) -> KeychainError {
    [EACCES, EPERM, EROFS].contains(number)
      ? KeychainError(
        .writePermission, "the system does not let this user change the mark",
        context: .path(path))
      : KeychainError(.ioFailed, "the system failed to change the mark", context: .path(path))
  }
}

/// Makes the directory that has the administrator's trust settings, which all users can read.
enum AdminDirectory {
  /// Makes the directory with mode 0755, whatever the umask is.
  ///
  /// - Returns: false, with `errno` set, if a call fails.
  static func make(_ path: String) -> Bool {
    guard unsafe mkdir(path, 0o755) == 0 else { return false }
    return unsafe chmod(path, 0o755) == 0
  }
}
