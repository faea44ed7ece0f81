// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// A file that is written before it gets its final name, so that an interrupted write leaves
/// nothing under that name.
///
/// If the file system allows it, the draft has no name and disappears with the process. Otherwise
/// the draft has a temporary name in the same directory, and is locked while a process works on it.
/// So a later process recognizes an abandoned draft and can remove it.
///
/// If a function of this type fails, `errno` contains the error of the failed system call.
package struct BackupDraft: ~Copyable {
  /// The methods for giving a finished draft its final name, in the order in which they are tried.
  ///
  /// Each method is used only if the file system does not support the methods before it.
  package enum Way: CaseIterable, Sendable {
    case unnamed
    /// Uses link(2) on a draft with a temporary name, for file systems that do not support files
    /// without a name.
    case linked
    /// Uses rename(2) with the flag that refuses to replace a file, for file systems without links.
    case renamed
    /// Uses rename(2) after checking that no file has the final name.
    ///
    /// If another process creates a file with the final name between the check and the rename, that
    /// file is lost.
    case renamedAfterLook
  }

  private static let prefix = ".latchkey-backup."
  /// The number of random letters after `.latchkey-backup.` in the temporary name of a draft.
  private static let letterCount = 6
  /// The age in seconds above which an abandoned draft is removed, if the file system does not
  /// support locks.
  private static let ageLimit = 86_400  // seconds

  let descriptor: Int32
  /// The path of the draft, or nil if the draft is a file without a name.
  private let path: String?
  private let ways: [Way]

  /// Creates an empty draft in a directory.
  ///
  /// Nil, with `errno` set, if the system cannot create the file.
  ///
  /// - Parameter ways: The methods of which one will give the finished draft its final name. If
  ///   `unnamed` is among them and the file system allows it, the draft has no temporary name.
  init?(in directory: String, _ ways: [Way]) {
    self.ways = ways
    let unnamed = ways.contains(.unnamed) ? NewFile.openUnnamed(in: directory) : -1
    if unnamed >= 0 {
      descriptor = unnamed
      path = nil
      return
    }
    // A sweep may remove the file before it is locked. Then another file is made.
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

  /// Gives the draft its final path `target` and returns true, unless a file with that path exists.
  ///
  /// Returns false, with `errno` set, if the call fails. `errno` is EEXIST if the file exists. The
  /// draft cannot be used after the call.
  consuming func name(_ target: String) -> Bool {
    guard let path else {
      return NewFile.name(descriptor, target) == 0
    }
    if ways.contains(.linked) {
      if unsafe link(path, target) == 0 { return true }
      // A file system without links returns these errors.
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

  /// Gives the draft its final path `target`, and replaces the file that has this path, if it
  /// exists.
  ///
  /// Returns false, with `errno` set, if the call fails. A draft without a name first gets a
  /// temporary name in `directory`. The draft cannot be used after the call.
  consuming func replace(_ target: String, in directory: String) -> Bool {
    if let path { return unsafe rename(path, target) == 0 }
    for _ in 0..<16 {
      let letters = (0..<Self.letterCount).map { _ in Self.letters.randomElement() ?? "x" }
      let name = "\(directory)/\(Self.prefix)\(String(letters))"
      guard NewFile.name(descriptor, name) == 0 else {
        guard errno == EEXIST else { return false }
        continue
      }
      // The lock makes a sweep by another process skip the file.
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

  /// True if a file name has the form of a draft's temporary name: `.latchkey-backup.` and six
  /// random letters or digits.
  package static func isDraft(_ name: some StringProtocol) -> Bool {
    name.utf8.count == prefix.utf8.count + letterCount && name.hasPrefix(prefix)
      && name.utf8.suffix(letterCount).allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      }
  }

  /// Removes drafts in a directory that processes left behind when they ended early.
  ///
  /// A file is removed only if it is a regular file of the current user and has the name of a
  /// draft. A draft that a process has locked stays, because the process still works on it. If the
  /// file system does not support locks, the draft is removed after a day.
  static func sweep(_ directory: String) {
    for name in FolderNames.all(in: directory) where isDraft(name) {
      remove("\(directory)/\(name)")
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
    // Check that the path still names this file: another sweep may have removed it, and another
    // process may have made a new file.
    var now = stat()
    guard unsafe lstat(path, &now) == 0, now.st_ino == status.st_ino, now.st_dev == status.st_dev
    else { return }
    unsafe unlink(path)
  }
}
