// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import SecureMemory

/// What can be seen of the database file from outside, before SQLite touches it.
///
/// The file is never opened here: closing a descriptor of it would drop the locks that other
/// connections of this process hold on it (spec/system-libraries.md 20).
package enum StoreFile {
  /// Refuses what is plainly no store of this user.
  ///
  /// - Parameter isWhole: Whether a file that is too short for a header is refused.
  static func examine(
    _ path: String, _ options: StoreOptions, isWhole: Bool = true
  ) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw errno == ENOENT
        ? refusal(.missing, path) : refusal(.unreadable(errno: errno), path)
    }
    // SQLite would look for the log beside the file that a link leads to, and we beside the link.
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

  /// Refuses what has the name of a file beside the database and is none.
  ///
  /// Where the system does not tell, nobody knows what is needed of it: that is no absence.
  static func examineBeside(_ path: String) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw refusal(.unreadable(errno: errno), path) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(.noPlainFile, path) }
  }

  /// What a path names: the number of its file system and its own there.
  struct Place: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// The file that has the name now; nil when none has.
  static func place(_ path: String) -> Place? {
    var status = stat()
    // Lent and not passed on as a String: asked by every call, and the compiler would copy it.
    let answer = unsafe path.withCString { unsafe stat($0, &status) }
    guard answer == 0 else { return nil }
    return Place(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
  }

  /// Refuses a place on a network file system, also one that does not exist yet.
  package static func examineFileSystem(
    _ path: String, _ options: StoreOptions
  ) throws(StorageError) {
    guard !options.allowsNetworkFileSystem, let kind = options.fileSystemKind(path),
      kind.isNetwork
    else { return }
    throw refusal(.networkFileSystem, path)
  }

  /// Whether files can be made in a directory.
  static func canWrite(in directory: String) -> Bool { unsafe access(directory, W_OK) == 0 }

  /// Whether no file can be made in a directory for lack of room, or of a number for it.
  static func isOutOfRoom(_ directory: String) -> Bool {
    let draft = NewFile.openUnnamed(in: directory)
    guard draft < 0 else {
      close(draft)
      return false
    }
    return errno == ENOSPC || errno == EDQUOT
  }

  /// The bytes of a file; 0 when it is not there.
  static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func refusal(_ reason: StoreRefusal.Reason, _ path: String) -> StorageError {
    .refused(StoreRefusal(reason, path: path))
  }
}
