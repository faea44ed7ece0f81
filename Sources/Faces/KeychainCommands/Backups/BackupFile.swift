// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import SecureMemory
package import UserFiles

/// Reads and writes backup files.
///
/// If writing fails or is interrupted, no backup file exists under the given path. Writing a backup
/// never replaces an existing file.
package enum BackupFile {
  /// Refuses a path at which no new backup can be written, before the user is asked for a
  /// passphrase.
  ///
  /// Three kinds of names are refused:
  ///
  /// - A name that exists already: a backup never replaces a file.
  /// - A name that looks like the name of an unfinished backup: the next backup would remove the
  ///   file.
  /// - In the store's directory, a name that the store uses for its own files.
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
        .parameter, "this name is reserved for files that are being written", context: .path(path),
        advice: "name another file")
    }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { throw refusal(EEXIST, path) }
    guard errno == ENOENT else { throw refusal(errno, path) }
  }

  /// Writes a new file with mode 0600, and fails if a file with this path exists.
  ///
  /// The file gets its name only after all bytes are written and synced. Unfinished files that a
  /// killed backup has left in this directory are removed.
  ///
  /// - Parameter ways: The ways to give the written file its name, in the order in which they are
  ///   tried. Tests pass only some of the ways.
  package static func write(
    _ content: [UInt8], to path: String, by ways: [BackupDraft.Way] = BackupDraft.Way.allCases
  ) throws(KeychainError) {
    let failure = unsafe content.withUnsafeBytes {
      unsafe WholeFile.write($0, to: path, replacing: false, by: ways)
    }
    if let failure { throw refusal(failure, path) }
  }

  /// Returns all bytes of a regular file.
  ///
  /// - Throws: -26275 if the file is larger than `Backup.sizeLimit`; the status for any other
  ///   reason why the file cannot be read.
  static func read(_ path: String) throws(KeychainError) -> [UInt8] {
    // O_NONBLOCK: opening a pipe would otherwise wait for its other end.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw refusal(errno, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeychainError(.parameter, "this is not a regular file", context: .path(path))
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
      // The file has become shorter. The backup contains its own size, so decoding notices this.
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
        .parameter, "the file exists already, and it is not replaced", context: context,
        advice: "name a file that does not exist yet")
    case ENOENT, ENOTDIR:
      KeychainError(.parameter, "there is no such file or directory", context: context)
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(.diskFull, "the disk is full", context: context)
    case EROFS: KeychainError(.readOnly, "the file system is read-only", context: context)
    case EACCES, EPERM:
      KeychainError(
        .ioFailed, "the system does not permit it", context: context,
        advice: "look at the owner and mode of the file and its directory")
    default:
      KeychainError(.ioFailed, "the system refused to read or write the file", context: context)
    }
  }
}
