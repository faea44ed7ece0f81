// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainRows
import KeychainStorage
package import KeychainTypes
package import UserFiles

/// The directory of a store and the files in it (Specification/design.md, "Embedded or daemon").
package struct StoreFiles: Hashable, Sendable {
  /// The absolute path of the store's directory.
  package let directory: String

  package init(directory: String) {
    self.directory = directory
  }

  /// The path of the database.
  ///
  /// The database's log is in the same directory.
  package var database: String { directory + "/store.db" }
  var lockFile: String { directory + "/lock" }
  /// The path of the copy of the store that is made before a restore.
  ///
  /// See `KeptCopy`.
  var keptCopy: String { directory + "/before-restore.db" }

  /// The purpose of a file in the store's directory.
  package enum Role: Equatable, Sendable {
    /// A permanent file of the store.
    case part
    /// A file of SQLite that exists while a program has the store open, or after the program was
    /// killed.
    case passing
    /// An unfinished file that is not part of the store.
    ///
    /// The next program that opens the store removes this file. A program that has to create a file
    /// with the same name removes it too.
    case draft
    /// A damaged file that a repair has kept under a name that begins with `aside-`.
    ///
    /// No code reads it.
    case aside
    /// A file of the copy that was made before the last restore.
    case kept
  }

  /// The names of the permanent files.
  ///
  /// The user's trust settings are in the store's directory too (Decisions/trust-settings.md).
  private static let parts = [
    "device.key", "keybag", "keybag.copy", "lock", "store.db", "store.db-mark", "attempts",
    "enrolment", "TrustSettings.plist", "TrustSettings.plist.lock",
  ]
  private static let passing = ["store.db-wal", "store.db-shm"]

  /// The names of the files of a store, without the names of drafts and of files kept aside.
  package static let names = parts + passing

  /// Returns the purpose of a file with this name, or nil for an unrelated file.
  package static func role(of name: String) -> Role? {
    switch name {
    case _ where parts.contains(name): .part
    case _ where passing.contains(name): .passing
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

  /// The names of the damaged files that repairs have kept in the directory, sorted.
  ///
  /// Empty if the directory cannot be read.
  var filesAside: [String] {
    FolderNames.all(in: directory).filter { Self.role(of: $0) == .aside }
  }

  /// True if a file of a store is in the directory, or if the system cannot say whether a file is
  /// in it.
  ///
  /// Only the error ENOENT proves that a file is missing.
  package var isMade: Bool {
    ["device.key", "keybag", "keybag.copy", "store.db"].contains { name in
      var status = stat()
      return unsafe lstat("\(directory)/\(name)", &status) == 0 || errno != ENOENT
    }
  }

  /// Returns true if a file of any type has the database's name.
  ///
  /// - Throws: An error, such as -36, if the system cannot say whether the file exists.
  func hasDatabase(_ calls: FileCalls) throws(KeychainError) -> Bool {
    var status = stat()
    if calls.look(database, .database, &status, following: false) == 0 { return true }
    guard errno == ENOENT else { throw refusal(errno, database) }
    return false
  }

  /// Makes the store's directory and its missing parents with mode 0700, and checks that the
  /// directory is safe.
  ///
  /// - Parameter home: a directory that must already exist, because no directory is made above a
  ///   home directory. Nil if no directory has to exist.
  /// - Throws: -25291 if the path is not a directory of this user, if others may write in it, or if
  ///   the home directory is missing. -25291, -25292, -34 or -36 if the system refuses a step.
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
    try requireSafe(status)
  }

  /// Returns the error with which making a store in this directory would fail, without making
  /// anything; nil if nothing is in the way.
  ///
  /// - Parameter home: a directory that must already exist; nil if no directory has to exist.
  package func obstacle(in home: String?, _ calls: FileCalls) -> KeychainError? {
    do throws(KeychainError) {
      var (path, status) = (directory, stat())
      if calls.look(directory, .directory, &status, following: true) == 0 {
        try requireSafe(status)
      } else {
        guard errno == ENOENT else { throw refusal(errno, directory) }
        if let home { try requireHome(home, calls) }
        repeat {
          path = WholeFile.directory(of: path)
        } while path != "/" && calls.look(path, .directory, &status, following: true) != 0
      }
      guard unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
        throw refusal(errno, path)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Throws if the store's directory, which has the given properties, is not safe.
  private func requireSafe(_ status: stat) throws(KeychainError) {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw KeychainError(
        .notAvailable, "the path of the store is not a directory", context: .path(directory),
        advice: "move the file away, or set LATCHKEY_HOME to another path")
    }
    guard status.st_uid == geteuid() else {
      throw KeychainError(
        .notAvailable, "the store directory belongs to another user", context: .path(directory),
        advice: "run without sudo, or set LATCHKEY_HOME to a directory of this user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw KeychainError(
        .notAvailable, "other users may write in the store directory", context: .path(directory),
        advice: "set its mode to 0700")
    }
  }

  /// Runs `body` while no other process changes the store's keys or creates a store in this
  /// directory.
  ///
  /// The file `lock` is locked with `flock` before `body` runs. If a process crashes, its lock ends
  /// with the process. The directory is locked as well, if its file system supports that, because
  /// the file may be removed or exchanged meanwhile.
  ///
  /// - Parameter milliseconds: the time limit for waiting until another process releases its lock.
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

  /// Locks the file `lock` and returns its file descriptor.
  ///
  /// Tries again if the file was exchanged before it was locked.
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
    // Unlock explicitly: a child that was forked meanwhile shares the lock, and closing would leave
    // it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Waits until the open file or directory can be locked, and locks it.
  ///
  /// - Parameter waited: the number of milliseconds waited so far. The function adds its own wait.
  /// - Returns: False, with `errno` set, if locking fails for another reason than a lock of another
  ///   process. For example, the file system may have no locks of this type.
  /// - Throws: `notAvailable` if another process still holds the lock after `milliseconds` in all.
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
      .notAvailable, "another process has held the store's files for too long",
      context: .path(directory))
  }

  /// Returns the error that describes the problem with the file `lock`.
  ///
  /// - Parameter number: the `errno` of the failed operation, or nil if no operation failed.
  private func lockRefusal(_ number: Int32?) -> KeychainError {
    switch LockGeneration.look(lockFile).flaw {
    case nil, .unreadable: refusal(number ?? EIO, lockFile)
    case let flaw?: .lockFile(flaw, at: lockFile)
    }
  }

  /// Removes unfinished files that a crash has left, which were never part of the store.
  ///
  /// A file that cannot be removed stays until the next call. The caller holds the lock on the
  /// store's files.
  func removeDrafts(_ calls: FileCalls) {
    for (path, file) in drafts where file != .database { _ = calls.remove(path, file) }
    _ = ItemStore.removeDraft(database + ".new", calls)
  }

  /// Returns true if a crash has left unfinished files of the store in the directory.
  ///
  /// False if no unfinished file is found, or if the system refuses to look for the files.
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
    guard calls.look(home, .directory, &status, following: true) != 0 else {
      guard status.st_uid == calls.sudoUser else { return }
      throw KeychainError(
        .notAvailable, "the home directory belongs to the user who called sudo",
        context: .path(home),
        advice: "run without sudo, use sudo -H, or set LATCHKEY_HOME to a directory of root")
    }
    guard errno == ENOENT || errno == ENOTDIR else { throw refusal(errno, home) }
    throw KeychainError(
      .notAvailable, "the parent directory of the store does not exist",
      context: .path(home),
      advice: "make this directory, or set LATCHKEY_HOME to a directory for the store")
  }

  private func makeDirectories(_ calls: FileCalls) throws(KeychainError) {
    var parent = "/"
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      defer { parent = path }
      if calls.makeDirectory(path) == 0 {
        // Make the new directory durable: if a power failure removed it, the store in it would be
        // gone.
        guard calls.sync(parent, .directory) == 0 else {
          let number = errno
          unsafe rmdir(path)
          throw refusal(number, path)
        }
        continue
      }
      let number = errno
      if number == EEXIST { continue }
      // The system may not report EEXIST for an existing directory in which we may not write.
      if unsafe access(path, F_OK) == 0 { continue }
      throw refusal(number, path)
    }
  }

  private func refusal(_ number: Int32, _ path: String) -> KeychainError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(
        .diskFull, "the disk or the user's quota is full", context: .path(path),
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
  /// Returns the error for an unusable file `lock`.
  ///
  /// Without this file, the process would not notice that another process locks the store.
  ///
  /// - Parameter flaw: the reason why the file is unusable.
  static func lockFile(_ flaw: LockGeneration.Flaw, at path: String) -> KeychainError {
    if case .unreadable(let number) = flaw, [ENOSPC, EDQUOT].contains(number) {
      return KeychainError(
        .diskFull, "the disk or the user's quota is full", context: .path(path),
        advice: "make room and try again")
    }
    let words: StaticString =
      switch flaw {
      case .link: "the store's file lock is a symbolic link"
      case .notAFile: "the store's file lock is not a regular file"
      case .foreignOwner: "the store's file lock belongs to another user"
      case .unreadable: "the store's file lock cannot be written"
      }
    return KeychainError(
      .notAvailable, words, context: .path(path), advice: "remove it: the store makes a new file")
  }
}
