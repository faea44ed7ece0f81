// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainRows
package import KeychainStorage
package import KeychainTypes

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
  /// The rows from before the last restore; see `KeptCopy`.
  var keptCopy: String { directory + "/before-restore.db" }

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
    /// The rows from before the last restore.
    case kept
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
    case _ where name.hasPrefix("before-restore.db"): .kept
    default: nil
    }
  }

  /// The names of the files that repairs have kept here, sorted; none where the system does not
  /// tell.
  var filesAside: [String] {
    guard let folder = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if Self.role(of: name) == .aside { names.append(name) }
    }
    return names.sorted()
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
  /// - Parameter home: what must be there already, as nothing is made above a home directory; nil
  ///   where nothing must.
  /// - Throws: -25291 for a directory of another user or one that others may write in, or where the
  ///   home directory is missing, -25292 or -34 where the file system does not take it.
  func prepareDirectory(in home: String? = nil, _ calls: FileCalls) throws(KeychainError) {
    var status = stat()
    if calls.look(directory, .directory, &status, following: true) != 0 {
      guard errno == ENOENT else { throw refusal(errno, directory) }
      if let home { try requireHome(home, calls) }
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

  /// Runs `body` while no other process changes keys or creates a store here.
  ///
  /// Waits up to `milliseconds`; a crashed holder's lock is gone with it. The directory is locked
  /// too, where its file system does that: the file may be removed or exchanged while it is held.
  package func locked<R>(
    within milliseconds: Int, _ calls: FileCalls, _ body: () throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    var waited = 0
    let file = try lockedFile(within: milliseconds, &waited, calls)
    defer { Self.unlock(file) }
    let parent = calls.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, .directory)
    guard parent >= 0 else { throw refusal(errno, directory) }
    defer { Self.unlock(parent) }
    _ = try wait(for: parent, directory, within: milliseconds, &waited, calls)
    return try body()
  }

  /// The file `lock` with its lock, once it is the one that has the name.
  private func lockedFile(
    within milliseconds: Int, _ waited: inout Int, _ calls: FileCalls
  ) throws(KeychainError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    while true {
      let file = calls.open(lockFile, flags, .lock)
      guard file >= 0 else { throw lockRefusal(errno) }
      do throws(KeychainError) {
        guard try wait(for: file, lockFile, within: milliseconds, &waited, calls) else {
          throw refusal(errno, lockFile)
        }
        var (own, named) = (stat(), stat())
        if unsafe fstat(file, &own) == 0, unsafe lstat(lockFile, &named) == 0,
          own.st_ino == named.st_ino, own.st_dev == named.st_dev
        {
          guard own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid() else {
            throw lockRefusal(nil)
          }
          return file
        }
        guard waited < milliseconds else { throw isBusy }
        waited += 5
      } catch {
        Self.unlock(file)
        throw error
      }
      Self.unlock(file)
    }
  }

  private static func unlock(_ descriptor: Int32) {
    // By name: a child that was forked meanwhile shares the lock, and closing leaves it there.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// - Returns: false, with `errno`, where the file system has no such locks.
  /// - Throws: once `milliseconds` are over.
  private func wait(
    for descriptor: Int32, _ path: String, within milliseconds: Int, _ waited: inout Int,
    _ calls: FileCalls
  ) throws(KeychainError) -> Bool {
    while calls.lock(descriptor, LOCK_EX | LOCK_NB, path) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      guard waited < milliseconds else { throw isBusy }
      usleep(5_000)
      waited += 5
    }
    return true
  }

  private var isBusy: KeychainError {
    KeychainError(
      .notAvailable, "another process works on the store's files and does not come to an end",
      context: .path(directory))
  }

  /// The error that says what is wrong with the file `lock`.
  private func lockRefusal(_ number: Int32?) -> KeychainError {
    switch LockGeneration.look(lockFile).flaw {
    case nil, .unreadable: refusal(number ?? EIO, lockFile)
    case let flaw?: .lockFile(flaw, at: lockFile)
    }
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

  private func requireHome(_ home: String, _ calls: FileCalls) throws(KeychainError) {
    var status = stat()
    guard calls.look(home, .directory, &status, following: true) != 0 else { return }
    guard errno == ENOENT || errno == ENOTDIR else { throw refusal(errno, home) }
    throw KeychainError(
      .notAvailable, "the directory that the store would be made in does not exist",
      context: .path(home),
      advice: "make it, or set LATCHKEY_HOME to a directory for the store")
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

extension KeychainError {
  /// Nobody hears of a lock by the file `lock`.
  static func lockFile(_ flaw: LockGeneration.Flaw, at path: String) -> KeychainError {
    if case .unreadable(let number) = flaw, [ENOSPC, EDQUOT].contains(number) {
      return KeychainError(
        .diskFull, "the disk or the user's share of it is full", context: .path(path),
        advice: "make room and try again")
    }
    let words: StaticString =
      switch flaw {
      case .link: "the file that tells programs of a lock is a symbolic link"
      case .notAFile: "the file that tells programs of a lock is no regular file"
      case .foreignOwner: "the file that tells programs of a lock belongs to another user"
      case .unreadable: "the file that tells programs of a lock cannot be written"
      }
    return KeychainError(
      .notAvailable, words, context: .path(path), advice: "remove it: the store makes a new one")
  }
}
