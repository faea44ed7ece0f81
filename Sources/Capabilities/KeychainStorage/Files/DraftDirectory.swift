// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// The directory into which a store is copied, while the copy is incomplete.
///
/// The directory stays open through a descriptor, so the copy continues if the directory is
/// renamed. The directory is emptied only if it is marked as an incomplete copy. A directory
/// without the mark could be a store, because a copy has the same file names as a store.
package final class DraftDirectory {
  private let path: String
  private let descriptor: Int32
  private let identity: Identity
  /// The paths of the copied files that are not part of the store, such as keychain files, relative
  /// to the directory.
  private let besides: [String]

  /// The identity of a directory: its device number and its inode number.
  private struct Identity: Equatable {
    let device: dev_t
    let file: ino_t

    init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
  }

  /// The name of the file that marks a directory as an incomplete copy.
  ///
  /// The file is created before all other files, and is removed when the copy is complete. No store
  /// contains this file.
  private static let mark = "copying"
  private static let lock = "lock"
  /// The names of the store's files that an interrupted copy may have left in the directory.
  ///
  /// Apart from these files, only the files in `besides`, the mark and the file `lock` are ever
  /// removed.
  private static let names =
    ["device.key", "device.key.next", "keybag", "keybag.copy", "attempts", "enrolment"]
    .flatMap { [$0, $0 + ".new"] }
    + ["store.db", "store.db-wal", "store.db-shm", "store.db-journal", "store.db-mark"]

  /// Opens an existing directory as the destination of a copy.
  ///
  /// - Parameters:
  ///   - source: The directory of the store to copy.
  ///   - besides: The paths of the copied files that are not part of the store, such as keychain
  ///     files, relative to the directory. A path has at most one slash.
  /// - Throws: -50 if `path` is not a directory of this user, or is the directory of the store
  ///   itself.
  package init(
    _ path: String, source: String, besides: [String] = []
  ) throws(KeychainError) {
    self.path = path
    self.besides = besides
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
        .parameter, "the copy would be inside the store itself", context: .path(path),
        advice: "name another directory")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// True if the path still names the directory that was opened.
  package var isNamed: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && Identity(status) == identity
  }

  /// Throws unless the directory is free for a copy: empty, or with files of an interrupted copy
  /// only.
  ///
  /// A file `lock` may be there in both cases.
  package func refuseUnlessFree() throws(KeychainError) {
    let isEmpty = try content().allSatisfy { $0.name == Self.lock }
    guard !isEmpty else { return }
    let isOwn = try hasOnlyOwnFiles()
    guard isMarked, isOwn else {
      throw KeychainError(
        .parameter, "the directory for the copy holds other files",
        context: .path(path), advice: "move these files away, or name another directory")
    }
  }

  /// The directories in which files of `besides` are.
  private var folders: Set<String> {
    Set(besides.compactMap { $0.split(separator: "/").count == 2 ? folder(of: $0) : nil })
  }

  private func folder(of path: String) -> String {
    path.split(separator: "/").first.map(String.init) ?? path
  }

  private func hasOnlyOwnFiles() throws(KeychainError) -> Bool {
    let folders = folders
    let own = Set(Self.names + [Self.mark, Self.lock]).union(besides)
    for entry in try content() {
      guard !own.contains(entry.name) else { continue }
      guard folders.contains(entry.name), entry.isDirectory else { return false }
      for inner in try content(of: entry.name) where !own.contains(entry.name + "/" + inner.name) {
        return false
      }
    }
    return true
  }

  /// Marks the directory as an incomplete copy, and then removes the files of an earlier copy.
  ///
  /// The mark is durable before the first file is removed.
  package func begin() throws(KeychainError) {
    guard fchmod(descriptor, 0o700) == 0 else { throw refusal() }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let mark = unsafe openat(descriptor, Self.mark, flags, 0o600)
    guard mark >= 0 else { throw refusal() }
    close(mark)
    try synchronize()
    for name in Self.names + besides where unsafe unlinkat(descriptor, name, 0) != 0 {
      guard errno == ENOENT else { throw refusal() }
    }
    for name in folders where unsafe unlinkat(descriptor, name, AT_REMOVEDIR) != 0 {
      guard errno == ENOENT else { throw refusal() }
    }
  }

  /// Removes the mark of an incomplete copy, durably.
  ///
  /// Call this function after all files of the copy exist.
  package func end() throws(KeychainError) {
    guard unsafe unlinkat(descriptor, Self.mark, 0) == 0 else { throw refusal() }
    try synchronize()
  }

  /// Removes the files of the copy and the directory.
  ///
  /// Does nothing if the path now names another directory. The directory itself remains if it
  /// contains other files. The mark of an incomplete copy is removed after the other files. So if
  /// the process is killed, the directory is still recognized as an incomplete copy.
  package func remove() {
    guard isNamed else { return }
    for name in Self.names + besides { unsafe unlinkat(descriptor, name, 0) }
    for name in folders { unsafe unlinkat(descriptor, name, AT_REMOVEDIR) }
    for name in [Self.mark, Self.lock] { unsafe unlinkat(descriptor, name, 0) }
    // The system refuses if the directory holds any other file.
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

  /// Returns the entries of the directory, or of a directory in it.
  private func content(
    of folder: String = "."
  ) throws(KeychainError) -> [(name: String, isDirectory: Bool)] {
    let listed = unsafe openat(descriptor, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard listed >= 0 else { throw refusal() }
    guard let directory = unsafe fdopendir(listed) else {
      let failure = refusal()
      close(listed)
      throw failure
    }
    defer { unsafe closedir(directory) }
    var entries: [(name: String, isDirectory: Bool)] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let isKnown = unsafe fstatat(listed, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      entries.append((name, isKnown && status.st_mode & S_IFMT == S_IFDIR))
    }
    return entries
  }

  private func refusal() -> KeychainError { Self.refusal(errno, path) }

  private static func foreign(_ path: String) -> KeychainError {
    KeychainError(
      .parameter, "a copy needs this name first, and it is not a directory of this user",
      context: .path(path), advice: "move it away, or name another directory")
  }

  /// Returns the error to report if a system call on a path of the copy failed with an `errno`.
  package static func refusal(_ number: Int32, _ path: String) -> KeychainError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(
        .diskFull, "the disk or the user's quota is full", context: .path(path),
        advice: "make room and try again")
    case EROFS:
      KeychainError(.readOnly, "the file system is read-only", context: .path(path))
    case ENOENT, ENOTDIR:
      KeychainError(
        .parameter, "the parent directory does not exist", context: .path(path),
        advice: "make the parent directory first")
    case EMFILE, ENFILE: .noDescriptor(.path(path))
    case EIO: KeychainError(.ioFailed, "the system failed to write the copy", context: .path(path))
    default:
      KeychainError(
        .notAvailable, "the system does not permit a copy here", context: .path(path),
        advice: "look at the owner and mode of the parent directory")
    }
  }
}
