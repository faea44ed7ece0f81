// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// The directory of a copy that is being made, by a descriptor: what its name leads to meanwhile
/// does not count.
///
/// A directory is only ever emptied when it is marked as the draft of a copy: the files of a copy
/// have the names that those of every store have.
package final class DraftDirectory {
  private let path: String
  private let descriptor: Int32
  private let identity: Identity

  /// File system and number of a directory.
  private struct Identity: Equatable {
    let device: dev_t
    let file: ino_t

    init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
  }

  /// In every draft from before the first file until all is there; in no store.
  private static let mark = "copying"
  private static let lock = "lock"
  /// What a copy that was cut off can have left; anything else is not ours to remove.
  private static let names =
    ["device.key", "device.key.next", "keybag", "keybag.copy", "attempts", "enrolment"]
    .flatMap { [$0, $0 + ".new"] }
    + ["store.db", "store.db-wal", "store.db-shm", "store.db-journal", "store.db-mark"]

  /// - Parameter source: the directory of the store that is copied.
  /// - Throws: -50 for what is no directory of this user, or the store itself.
  package init(_ path: String, source: String) throws(KeychainError) {
    self.path = path
    unsafe descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    let number = errno
    var status = stat()
    let isOpen = unsafe descriptor >= 0 && fstat(descriptor, &status) == 0
    identity = Identity(status)
    guard isOpen else {
      let isOther = number == ENOTDIR || number == ELOOP
      throw isOther ? Self.foreign(path) : Self.refusal(number, path)
    }
    guard status.st_uid == geteuid() else { throw Self.foreign(path) }
    guard unsafe stat(source, &status) != 0 || Identity(status) != identity else {
      throw KeychainError(
        .parameter, "the copy would be made in the store itself", context: .path(path),
        advice: "name another directory")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether its name still leads to it.
  package var isNamed: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && Identity(status) == identity
  }

  /// Refuses one that holds anything and is not what a copy has left.
  package func refuseUnlessFree() throws(KeychainError) {
    let names = Set(try content()).subtracting([Self.lock])
    guard names.isEmpty || (isMarked && names.isSubset(of: Self.names + [Self.mark])) else {
      throw KeychainError(
        .parameter, "the directory that the copy would be made in holds files that no copy left",
        context: .path(path), advice: "move them away, or name another directory")
    }
  }

  /// Marks it as a draft, durably, and empties it.
  package func begin() throws(KeychainError) {
    guard fchmod(descriptor, 0o700) == 0 else { throw refusal() }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let mark = unsafe openat(descriptor, Self.mark, flags, 0o600)
    guard mark >= 0 else { throw refusal() }
    close(mark)
    try synchronize()
    for name in Self.names where unsafe unlinkat(descriptor, name, 0) != 0 {
      guard errno == ENOENT else { throw refusal() }
    }
  }

  /// Takes the mark off, durably, when all is there.
  package func end() throws(KeychainError) {
    guard unsafe unlinkat(descriptor, Self.mark, 0) == 0 else { throw refusal() }
    try synchronize()
  }

  /// Removes it and all that a copy makes; nothing where another directory has its name.
  ///
  /// The mark goes behind what it marks, so that what a kill leaves is still taken for a draft.
  package func remove() {
    guard isNamed else { return }
    for name in Self.names + [Self.mark, Self.lock] { unsafe unlinkat(descriptor, name, 0) }
    // Refused by the system where something else is in it.
    unsafe rmdir(path)
  }

  private var isMarked: Bool {
    var status = stat()
    return unsafe fstatat(descriptor, Self.mark, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFREG
  }

  private func synchronize() throws(KeychainError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal() }
  }

  private func content() throws(KeychainError) -> [String] {
    let listed = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { throw refusal() }
    guard let directory = unsafe fdopendir(listed) else {
      let failure = refusal()
      close(listed)
      throw failure
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func refusal() -> KeychainError { Self.refusal(errno, path) }

  private static func foreign(_ path: String) -> KeychainError {
    KeychainError(
      .parameter, "a copy is made under this name first, and it is no directory of this user",
      context: .path(path), advice: "move it away, or name another directory")
  }

  /// The error that an `errno` means for the place of a copy.
  package static func refusal(_ number: Int32, _ path: String) -> KeychainError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(
        .diskFull, "the disk or the user's share of it is full", context: .path(path),
        advice: "make room and try again")
    case EROFS:
      KeychainError(.readOnly, "the file system is read-only", context: .path(path))
    case ENOENT, ENOTDIR:
      KeychainError(
        .parameter, "the directory above does not exist", context: .path(path),
        advice: "make it first")
    case EMFILE, ENFILE: .noDescriptor(.path(path))
    case EIO: KeychainError(.ioFailed, "the system failed to write the copy", context: .path(path))
    default:
      KeychainError(
        .notAvailable, "the system does not let a copy be made here", context: .path(path),
        advice: "look at the owner and mode of the directory above")
    }
  }
}
