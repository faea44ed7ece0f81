// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainFiles
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The place that a copy of a store is made in, until it is given its name.
struct CopyDraft {
  /// The names of the finished copy and of the store that is copied.
  private let target: String
  private let source: String
  let files: StoreFiles

  /// A draft of a place that nothing has the name of.
  init(of directory: String, source: StoreFiles) throws(KeychainError) {
    guard directory.hasPrefix("/") else {
      throw .parameter("a copy needs an absolute path", .path(directory))
    }
    target = directory
    self.source = source.directory
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
    guard errno == ENOENT else { throw DraftDirectory.refusal(errno, target) }
  }

  /// Runs `body` on the empty draft and gives it its name if the report is clean; else, and after
  /// an error, nothing of it stays.
  ///
  /// - Throws: -50 where something has the draft's name that no copy has left; it stays as it is.
  func made(
    _ body: () throws(KeychainError) -> CheckReport
  ) throws(KeychainError) -> CheckReport {
    let isNew = unsafe mkdir(files.directory, 0o700) == 0
    guard isNew || errno == EEXIST else { throw DraftDirectory.refusal(errno, files.directory) }
    do throws(KeychainError) {
      let directory = try DraftDirectory(files.directory, source: source)
      // Before the lock too, which would make a file there.
      try directory.refuseUnlessFree()
      // A draft that is being worked on belongs to another copy; one that is not was left behind.
      return try files.locked(within: 0, FileCalls(gate: nil)) { () throws(KeychainError) in
        try made(in: directory, body)
      }
    } catch {
      // Refused by the system where another copy has come first.
      if isNew { unsafe rmdir(files.directory) }
      throw error
    }
  }

  private func made(
    in directory: DraftDirectory, _ body: () throws(KeychainError) -> CheckReport
  ) throws(KeychainError) -> CheckReport {
    // Whoever had the lock before may have given the directory its name, or have filled it.
    guard directory.isNamed else {
      throw KeychainError(
        .notAvailable, "another copy is made under this name", context: .path(files.directory),
        advice: "try again")
    }
    try directory.refuseUnlessFree()
    do throws(KeychainError) {
      try directory.begin()
      let report = try body()
      if report.isClean { try publish(directory) } else { directory.remove() }
      return report
    } catch {
      directory.remove()
      throw error
    }
  }

  private func publish(_ directory: DraftDirectory) throws(KeychainError) {
    try refuseIfTaken()
    try directory.end()
    // Over a directory that somebody has made in between: only an empty one is ever replaced.
    guard directory.isNamed, unsafe rename(files.directory, target) == 0 else {
      throw DraftDirectory.refusal(errno, target)
    }
    try synchronize(ItemStore.parent(of: target))
  }

  private func synchronize(_ directory: String) throws(KeychainError) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DraftDirectory.refusal(errno, directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw DraftDirectory.refusal(errno, directory)
    }
  }
}
