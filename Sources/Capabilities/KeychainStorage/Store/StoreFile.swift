// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import SecureMemory
import UserFiles

/// Checks the database file before SQLite opens it.
///
/// These functions never open the file. Closing a descriptor of the file would drop the locks that
/// other connections of this process hold on it (Specification/system-libraries.md, "fork after
/// use").
package enum StoreFile {
  /// Throws if a file is clearly not a store of this user, judged from its type, owner, size and
  /// file system.
  ///
  /// - Parameter isWhole: True to refuse also an empty file, and a file that is too short for a
  ///   header.
  static func examine(
    _ path: String, _ options: StoreOptions, isWhole: Bool = true
  ) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw errno == ENOENT
        ? refusal(.missing, path) : refusal(.unreadable(errno: errno), path)
    }
    // SQLite would look for the log beside the target of the link. This library would look beside
    // the link.
    guard status.st_mode & S_IFMT != S_IFLNK else { throw refusal(.noPlainFile, path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(.notAStore, path) }
    guard status.st_uid == geteuid() else {
      throw refusal(.foreignOwner(status.st_uid), path)
    }
    if isWhole {
      guard status.st_size > 0 else { throw refusal(.empty, path) }
      guard status.st_size >= 512 else { throw refusal(.truncated, path) }
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw refusal(.unreadable(errno: errno), path)
    }
    try examineFileSystem(path, options)
  }

  /// Throws if a file beside the database, for example the log, exists but is not a regular file.
  ///
  /// Also throws if the system refuses to examine the file, because the file may exist and be
  /// needed.
  static func examineBeside(_ path: String) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw refusal(.unreadable(errno: errno), path) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(.noPlainFile, path) }
  }

  /// The identity of a file: its device number and its inode number.
  struct Place: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// Returns the identity of the file that is now at a path, or nil if there is no file.
  static func place(_ path: String) -> Place? {
    var status = stat()
    // Every call gets here. `withCString` lends the string, which the compiler would otherwise
    // copy.
    let answer = unsafe path.withCString { unsafe stat($0, &status) }
    guard answer == 0 else { return nil }
    return Place(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
  }

  /// Throws if a path is on a network file system, unless the options allow it.
  ///
  /// The path need not exist yet.
  package static func examineFileSystem(
    _ path: String, _ options: StoreOptions
  ) throws(StorageError) {
    guard !options.allowsNetworkFileSystem, let kind = options.fileSystemKind(path),
      kind.isNetwork
    else { return }
    throw refusal(.networkFileSystem, path)
  }

  /// True if this process may create files in a directory.
  static func canWrite(in directory: String) -> Bool { unsafe access(directory, W_OK) == 0 }

  /// True if no file can be created in a directory, because the disk or the quota of the user is
  /// full.
  static func isOutOfRoom(_ directory: String) -> Bool {
    let draft = NewFile.openUnnamed(in: directory)
    guard draft < 0 else {
      close(draft)
      return false
    }
    return errno == ENOSPC || errno == EDQUOT
  }

  /// Returns the size of a file in bytes, or 0 if there is no file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func refusal(_ reason: StoreRefusal.Reason, _ path: String) -> StorageError {
    .refused(StoreRefusal(reason, path: path))
  }
}
