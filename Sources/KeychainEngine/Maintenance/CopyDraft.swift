// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes

/// The directory that a copy of a store is made in, until it is given its name.
struct CopyDraft {
  /// The names of the finished copy and of the draft.
  private let target: String
  let files: StoreFiles

  /// What a copy that was cut off can have left; anything else is not ours to remove.
  private static let names =
    ["device.key", "device.key.next", "keybag", "keybag.copy"].flatMap { [$0, $0 + ".new"] }
    + ["store.db", "store.db-wal", "store.db-shm", "store.db-journal", "store.db-mark", "lock"]

  /// A draft of a place that nothing has the name of.
  init(of directory: String) throws(KeychainError) {
    guard directory.hasPrefix("/") else {
      throw .parameter("a copy needs an absolute path", .path(directory))
    }
    target = directory
    files = StoreFiles(directory: directory + ".part")
    try refuseIfTaken()
  }

  private func refuseIfTaken() throws(KeychainError) {
    var status = stat()
    guard unsafe lstat(target, &status) != 0 else {
      throw KeychainError(
        .parameter, "there is something of this name already, and a copy replaces nothing",
        context: .path(target), advice: "name a directory that does not exist yet")
    }
    guard errno == ENOENT else { throw refusal(target) }
  }

  /// Runs `body` on the empty draft and gives it its name if the report is clean; else, and after
  /// an error, nothing of it stays.
  func made(
    _ body: () throws(KeychainError) -> CheckReport
  ) throws(KeychainError) -> CheckReport {
    if unsafe mkdir(files.directory, 0o700) != 0 {
      guard errno == EEXIST else { throw refusal(files.directory) }
    }
    guard unsafe chmod(files.directory, 0o700) == 0 else { throw refusal(files.directory) }
    // A draft that is being worked on belongs to another copy; one that is not was left behind.
    return try files.locked(within: 0, FileCalls(gate: nil)) { () throws(KeychainError) in
      try empty()
      do throws(KeychainError) {
        let report = try body()
        if report.isClean { try publish() } else { remove() }
        return report
      } catch {
        remove()
        throw error
      }
    }
  }

  /// Removes what a copy that was cut off has left.
  private func empty() throws(KeychainError) {
    for name in Self.names where name != "lock" { unsafe unlink(path(name)) }
    guard try names() == ["lock"] else {
      throw KeychainError(
        .parameter, "the directory that the copy is made in holds files of somebody else",
        context: .path(files.directory), advice: "move them away, or name another directory")
    }
  }

  private func remove() {
    for name in Self.names { unsafe unlink(path(name)) }
    // Refused by the system where something else is in it.
    unsafe rmdir(files.directory)
  }

  private func publish() throws(KeychainError) {
    try synchronize(files.directory)
    try refuseIfTaken()
    // Over a directory that somebody has made in between: only an empty one is ever replaced.
    guard unsafe rename(files.directory, target) == 0 else { throw refusal(target) }
    try synchronize(ItemStore.parent(of: target))
  }

  private func synchronize(_ directory: String) throws(KeychainError) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(directory) }
  }

  private func path(_ name: String) -> String { files.directory + "/" + name }

  /// What is in the draft.
  private func names() throws(KeychainError) -> [String] {
    guard let directory = unsafe opendir(files.directory) else {
      let failure = refusal(files.directory)
      // Nothing but what is ours: the system says so where it is not.
      remove()
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

  /// What `errno` means for the place of a copy.
  private func refusal(_ path: String) -> KeychainError {
    switch errno {
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
