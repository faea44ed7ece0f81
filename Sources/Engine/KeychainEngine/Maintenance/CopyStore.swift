// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Copies the whole store into a new directory that opens as a store, while others go on writing.
  ///
  /// The copy holds every change that was acknowledged before the call, and the device key. It is
  /// made beside its place as `DIRECTORY.part`, checked, and given its name only when the check
  /// finds nothing; otherwise, and after an error, nothing of it stays. It is a store of its own: a
  /// new incarnation (spec/sync.md S5).
  ///
  /// - Parameter directory: an absolute path that nothing has yet, in a directory that is there.
  /// - Returns: the check of the copy; with findings there is no copy.
  package func copyStore(to directory: String) throws(KeychainError) -> CheckReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let draft = try CopyDraft(of: directory, source: engine.files)
    return try draft.made { () throws(KeychainError) in
      // Nobody changes the keys between their files and the database.
      let environment = engine.environment
      try engine.files.locked(within: environment.store.busyLimit, environment.calls) {
        () throws(KeychainError) in
        try copyContent(to: draft.files)
      }
      return try check(of: draft.files)
    }
  }

  private func copyContent(to target: StoreFiles) throws(KeychainError) {
    let environment = engine.environment
    let source = engine.files.directory
    let copy: UnlockedKeybag
    do throws(KeybagError) {
      let keybag = try environment.keys(in: source)
        .open(randomness: environment.randomness)
      copy = try keybag.withNewIncarnation(randomness: environment.randomness)
    } catch {
      throw KeychainError(error, directory: source)
    }
    try copyDeviceKey(to: target)
    do throws(KeybagError) {
      _ = try environment.keys(in: target.directory).save(copy)
    } catch {
      throw KeychainError(error, directory: target.directory)
    }
    do throws(StorageError) {
      try engine.store.copy(to: target.database, incarnation: copy.image.incarnation)
    } catch .full {
      // Nothing is written here but the copy.
      throw DraftDirectory.refusal(ENOSPC, target.directory)
    } catch {
      throw KeychainError(error)
    }
  }

  /// Both names that a device key can have while it is being renewed, and what the copy would take
  /// for lost without them: the count of wrong passcodes, the generation of the fingers.
  private func copyDeviceKey(to target: StoreFiles) throws(KeychainError) {
    let files = engine.environment.files
    for name in ["/device.key", "/device.key.next", "/attempts", "/enrolment"] {
      do throws(FileError) {
        let content = try files.read(engine.files.directory + name, limit: 4096)
        try content.bytes.withBytes { (bytes) throws(FileError) in
          try files.create(target.directory + name, bytes)
        }
      } catch .absent {
        continue
      } catch {
        throw KeychainError(.file(.deviceKey, error), directory: target.directory)
      }
    }
  }

  /// Opens the copy as any program would, and checks it.
  private func check(of copy: StoreFiles) throws(KeychainError) -> CheckReport {
    var environment = engine.environment
    environment.store.gate = nil
    let opened = try Engine.open(
      StoreLocation(directory: copy.directory), environment: environment)
    return try opened.session(as: caller).check()
  }
}

/// The place that a copy of a store is made in, until it is given its name.
private struct CopyDraft {
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
