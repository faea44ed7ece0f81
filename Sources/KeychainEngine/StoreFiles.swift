// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainFiles
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The directory of a store and the files in it (DESIGN section 5).
package struct StoreFiles: Hashable, Sendable {
  /// An absolute path.
  package let directory: String

  package init(directory: String) {
    self.directory = directory
  }

  /// The database; its log lies beside it.
  package var database: String { directory + "/store.db" }
  var lockFile: String { directory + "/lock" }

  /// What a file in the directory is there for.
  package enum Role: Equatable, Sendable {
    /// Part of the store.
    case part
    /// Of SQLite, while a program has the store open or since one was killed.
    case passing
    /// Not finished yet; the next opening or creation that needs the name removes it.
    case draft
    /// Kept by a repair; nobody reads it.
    case aside
  }

  /// What a file of this name is there for; nil for a stray one.
  package static func role(of name: String) -> Role? {
    switch name {
    case "device.key", "keybag", "keybag.copy", "lock", "store.db", "store.db-mark", "attempts",
      "enrolment":
      .part
    case "store.db-wal", "store.db-shm": .passing
    case "device.key.new", "device.key.next", "keybag.new", "keybag.copy.new", "attempts.new",
      "enrolment.new":
      .draft
    case _ where name.hasPrefix("store.db.new"): .draft
    case "store.db.repaired": .draft
    case _ where name.hasPrefix("aside-"): .aside
    default: nil
    }
  }

  /// Whether any file of a store is here, or could be: no more than ENOENT says that there is none.
  package var isMade: Bool {
    ["device.key", "keybag", "keybag.copy", "store.db"].contains { name in
      var status = stat()
      return unsafe lstat("\(directory)/\(name)", &status) == 0 || errno != ENOENT
    }
  }

  /// Whether something has the database's name.
  ///
  /// - Throws: -36 where the system does not tell: that is no absence.
  func hasDatabase(_ calls: FileCalls) throws(KeychainError) -> Bool {
    var status = stat()
    if calls.look(database, .database, &status, following: false) == 0 { return true }
    guard errno == ENOENT else { throw refusal(errno, database) }
    return false
  }

  /// Makes the directory and what is missing above it, with mode 0700, or refuses what is there.
  ///
  /// - Throws: -25291 for a directory of another user or one that others may write in, -25292 or
  ///   -34 where the file system does not take it.
  func prepareDirectory(_ calls: FileCalls) throws(KeychainError) {
    var status = stat()
    if calls.look(directory, .directory, &status, following: true) != 0 {
      guard errno == ENOENT else { throw refusal(errno, directory) }
      try makeDirectories(calls)
      guard calls.look(directory, .directory, &status, following: true) == 0 else {
        throw refusal(errno, directory)
      }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw KeychainError(
        .notAvailable, "the path of the store is no directory", context: .path(directory),
        advice: "move the file away, or set LATCHKEY_HOME to another path")
    }
    guard status.st_uid == geteuid() else {
      throw KeychainError(
        .notAvailable, "the store directory belongs to another user", context: .path(directory),
        advice: "run without sudo, or set LATCHKEY_HOME to a directory of this user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw KeychainError(
        .notAvailable, "others may write in the store directory", context: .path(directory),
        advice: "set its mode to 0700")
    }
  }

  /// Runs `body` while no other process creates a store here.
  ///
  /// Waits up to `milliseconds`; a crashed holder's lock is gone with it.
  func locked<R>(
    within milliseconds: Int, _ calls: FileCalls, _ body: () throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = calls.open(lockFile, flags, .lock)
    guard descriptor >= 0 else { throw refusal(errno, lockFile) }
    defer {
      // By name: a child that was forked meanwhile shares the lock, and closing leaves it there.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    var waited = 0
    while calls.lock(descriptor, LOCK_EX | LOCK_NB, lockFile) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw refusal(errno, lockFile) }
      guard waited < milliseconds else {
        throw KeychainError(
          .notAvailable, "another process works on the store's files and does not come to an end",
          context: .path(directory))
      }
      usleep(5_000)
      waited += 5
    }
    return try body()
  }

  /// Removes drafts of files that a crash has left; where that fails they stay for the next time.
  ///
  /// None of them ever was a file of the store. The caller holds the lock.
  func removeDrafts(_ calls: FileCalls) {
    for (path, file) in drafts where file != .database { _ = calls.remove(path, file) }
    _ = ItemStore.removeDraft(database + ".new", calls)
  }

  /// Whether a crash has left drafts, as far as the system tells.
  func hasDrafts(_ calls: FileCalls) -> Bool {
    var status = stat()
    return drafts.contains { calls.look($0.0, $0.1, &status, following: false) == 0 }
  }

  private var drafts: [(String, FileOperation.File)] {
    [
      (directory + "/device.key.new", .keys), (directory + "/keybag.new", .keys),
      (directory + "/keybag.copy.new", .keys), (directory + "/attempts.new", .keys),
      (directory + "/enrolment.new", .keys),
      (database + ".new", .database),
    ]
  }

  private func makeDirectories(_ calls: FileCalls) throws(KeychainError) {
    var parent = "/"
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      defer { parent = path }
      if calls.makeDirectory(path) == 0 {
        // A store whose directory is gone after a power failure would be gone with it.
        guard calls.sync(parent, .directory) == 0 else {
          let number = errno
          unsafe rmdir(path)
          throw refusal(number, path)
        }
        continue
      }
      let number = errno
      if number == EEXIST { continue }
      // A directory above that exists may not tell EEXIST where we may not write.
      if unsafe access(path, F_OK) == 0 { continue }
      throw refusal(number, path)
    }
  }

  private func refusal(_ number: Int32, _ path: String) -> KeychainError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(
        .diskFull, "the disk or the user's share of it is full", context: .path(path),
        advice: "make room and try again")
    case EROFS:
      KeychainError(
        .readOnly, "the file system is read-only", context: .path(path),
        advice: "set LATCHKEY_HOME to a directory that can be written")
    case EMFILE, ENFILE: .noDescriptor(.path(path))
    case EIO:
      KeychainError(
        .ioFailed, "the system failed to read or write the store directory", context: .path(path),
        advice: "look at the system's log for the disk")
    case EACCES, EPERM:
      KeychainError(
        .notAvailable, "the system does not let this user reach the store directory",
        context: .path(path),
        advice: "look at its owner and mode, or set LATCHKEY_HOME to another directory")
    default:
      KeychainError(
        .notAvailable, "the store directory cannot be used", context: .path(path),
        advice: "look at the path, or set LATCHKEY_HOME to another directory")
    }
  }
}
