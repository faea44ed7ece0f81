// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// A file that is being written beside the name that it is to have: whoever ends meanwhile leaves
/// nothing under that name.
///
/// Where the file system can, the draft has no name and goes with the process. Elsewhere its name
/// says whose it is, and it is locked while it is worked on, so that the next one can remove it.
///
/// Its calls answer as system calls do, with `errno` where they fail.
package struct BackupDraft: ~Copyable {
  /// How a file gets its name; each is tried where those before it are not to be had.
  package enum Way: CaseIterable, Sendable {
    case unnamed
    /// link(2), for file systems without files that have no name.
    case linked
    /// rename(2) that replaces nothing.
    case renamed
    /// rename(2) after a look: something that gets the name in between is lost.
    case renamedAfterLook
  }

  private static let prefix = ".latchkey-backup."
  /// Random letters behind the prefix.
  private static let letterCount = 6
  /// How long a draft stays that cannot be locked.
  private static let ageLimit = 86_400  // seconds

  let descriptor: Int32
  /// Nil for a file without a name.
  private let path: String?
  private let ways: [Way]

  /// Makes one in a directory; nil where the system refuses it.
  init?(in directory: String, _ ways: [Way]) {
    self.ways = ways
    let unnamed = ways.contains(.unnamed) ? NewFile.openUnnamed(in: directory) : -1
    if unnamed >= 0 {
      descriptor = unnamed
      path = nil
      return
    }
    // A sweep may come between the making of a file and its lock: then there is another.
    for _ in 0..<16 {
      var name = Array(
        "\(directory)/\(Self.prefix)\(String(repeating: "X", count: Self.letterCount))".utf8CString)
      let file = unsafe mkstemp(&name)
      guard file >= 0 else { return nil }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      let isMine = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      var status = stat()
      if isMine, unsafe fstat(file, &status) == 0, status.st_nlink > 0 {
        descriptor = file
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return
      }
      close(file)
    }
    errno = EAGAIN
    return nil
  }

  deinit {
    if let path {
      let code = errno
      unsafe unlink(path)
      errno = code
    }
    close(descriptor)
  }

  /// Gives the file its name unless something has it; the draft is then gone.
  consuming func name(_ target: String) -> Bool {
    guard let path else {
      return NewFile.name(descriptor, target) == 0
    }
    if ways.contains(.linked) {
      if unsafe link(path, target) == 0 { return true }
      // What a file system without links answers.
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return false }
    }
    if ways.contains(.renamed) {
      if NewFile.rename(path, to: target) == 0 { return true }
      guard [EINVAL, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    }
    var status = stat()
    guard unsafe lstat(target, &status) != 0 else {
      errno = EEXIST
      return false
    }
    return errno == ENOENT && (unsafe rename(path, target)) == 0
  }

  /// Gives the file its name in place of what has it; one without a name gets a draft's before.
  consuming func replace(_ target: String, in directory: String) -> Bool {
    if let path { return unsafe rename(path, target) == 0 }
    for _ in 0..<16 {
      let letters = (0..<Self.letterCount).map { _ in Self.letters.randomElement() ?? "x" }
      let name = "\(directory)/\(Self.prefix)\(String(letters))"
      guard NewFile.name(descriptor, name) == 0 else {
        guard errno == EEXIST else { return false }
        continue
      }
      // A sweep of another process leaves it: it is locked.
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      if unsafe rename(name, target) == 0 { return true }
      let code = errno
      unsafe unlink(name)
      errno = code
      return false
    }
    errno = EEXIST
    return false
  }

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  /// Whether a file of this name would be taken for a draft.
  package static func isDraft(_ name: some StringProtocol) -> Bool {
    name.utf8.count == prefix.utf8.count + letterCount && name.hasPrefix(prefix)
      && name.utf8.suffix(letterCount).allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      }
  }

  /// Removes drafts that a process has left which ended before its time.
  ///
  /// No others: a regular file of this user under a draft's name which nobody works on, as its lock
  /// says, or its age where there are no locks.
  static func sweep(_ directory: String) {
    guard let entries = unsafe opendir(directory) else { return }
    defer { unsafe closedir(entries) }
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if isDraft(name) { remove("\(directory)/\(name)") }
    }
  }

  private static func remove(_ path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1
    else { return }
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno != EWOULDBLOCK, time(nil) - status.st_mtim.tv_sec > ageLimit else { return }
    }
    // Still the same: another sweep may have removed it, and somebody have made one since.
    var now = stat()
    guard unsafe lstat(path, &now) == 0, now.st_ino == status.st_ino, now.st_dev == status.st_dev
    else { return }
    unsafe unlink(path)
  }
}
