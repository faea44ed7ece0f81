// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import SecureMemory
package import UserFiles

/// The file of a backup: whole or absent, and never in place of another.
package enum BackupFile {
  /// Refuses a name that something has, before anybody is asked for a passphrase.
  ///
  /// A name of the form that drafts have is refused too: the next backup would take the file for a
  /// draft. In the store's directory the names of the store's files are refused, as such a file
  /// would be taken for part of the store.
  static func requireFree(_ path: String, besides store: StoreAccess.Place) throws(KeychainError) {
    let name = path.split(separator: "/").last ?? ""
    let isInStore = OutputFile.isSame(WholeFile.directory(of: path), store.directory)
    guard !isInStore || !store.isOwn(String(name)) else {
      throw KeychainError(
        .parameter, "a file of the store has this name", context: .path(path),
        advice: "name another file")
    }
    guard !BackupDraft.isDraft(name) else {
      throw KeychainError(
        .parameter, "files that are being written have such names", context: .path(path),
        advice: "name another file")
    }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { throw refusal(EEXIST, path) }
    guard errno == ENOENT else { throw refusal(errno, path) }
  }

  /// Writes a file with mode 0600, which gets its name when it is whole and synced, and replaces
  /// nothing; removes what a backup to the same directory has left that was killed.
  ///
  /// - Parameter ways: of giving it its name; fewer only in tests.
  package static func write(
    _ content: [UInt8], to path: String, by ways: [BackupDraft.Way] = BackupDraft.Way.allCases
  ) throws(KeychainError) {
    let failure = unsafe content.withUnsafeBytes {
      unsafe WholeFile.write($0, to: path, replacing: false, by: ways)
    }
    if let failure { throw refusal(failure, path) }
  }

  /// The whole content of a regular file.
  ///
  /// - Throws: -26275 for what is too large to be a backup.
  static func read(_ path: String) throws(KeychainError) -> [UInt8] {
    // Not waiting for a pipe's other end.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw refusal(errno, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeychainError(.parameter, "this is no regular file", context: .path(path))
    }
    guard status.st_size <= Backup.sizeLimit else {
      throw KeychainError(
        .decode, "the file is too large to be a backup", context: .path(path))
    }
    var content = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < content.count {
      let part = unsafe content.withUnsafeMutableBytes { bytes in
        Interrupted.retry {
          unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        }
      }
      guard part >= 0 else { throw refusal(errno, path) }
      // Shorter than it was: the backup's own size tells.
      guard part > 0 else { break }
      count += part
    }
    return Array(content.prefix(count))
  }

  private static func refusal(_ code: Int32, _ path: String) -> KeychainError {
    let context = KeychainError.Context.path(path)
    return switch code {
    case EEXIST:
      KeychainError(
        .parameter, "there is something already, and it is not replaced", context: context,
        advice: "name a file that is not there yet")
    case ENOENT, ENOTDIR:
      KeychainError(.parameter, "there is no such file or directory", context: context)
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(.diskFull, "the disk is full", context: context)
    case EROFS: KeychainError(.readOnly, "the file system is read-only", context: context)
    case EACCES, EPERM:
      KeychainError(
        .ioFailed, "the system does not permit it", context: context,
        advice: "look at owner and mode of file and directory")
    default:
      KeychainError(.ioFailed, "the system refused to read or write the file", context: context)
    }
  }
}
