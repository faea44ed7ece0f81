// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory
import UserFiles

extension Session {
  /// Copies the whole store into a new directory while other processes continue to write to the
  /// store.
  ///
  /// The keychain files, the lists of keychains and the trust settings in the store's directory are
  /// copied too.
  ///
  /// The copy contains the device key, and every change that was committed before the call. The
  /// copy is a separate store with a new incarnation, the identifier by which sync tells a store
  /// from its copies (Specification/sync.md, "Seams", S5).
  ///
  /// The copy is made in `DIRECTORY.part` and checked. If the check finds nothing, the copy is
  /// renamed to `DIRECTORY`. Otherwise it is removed.
  ///
  /// - Parameter directory: an absolute path that does not exist yet, in an existing directory.
  /// - Returns: The report of the check. If the report has findings, there is no copy.
  package func copyStore(to directory: String) throws(KeychainError) -> CheckReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let draft = try CopyDraft(of: directory, source: engine.files)
    return try draft.made { () throws(KeychainError) in
      // The lock keeps the keys unchanged between copying their files and the database.
      let environment = engine.environment
      try engine.files.locked(within: environment.store.busyLimit, environment.calls) {
        () throws(KeychainError) in
        try copyContent(to: draft.files)
      }
      try draft.companions.copy(to: draft.files.directory)
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
      // Only the copy is written here, so it is the disk of the copy that is full.
      throw DraftDirectory.refusal(ENOSPC, target.directory)
    } catch {
      throw KeychainError(error)
    }
  }

  /// Copies the device key, the counts of wrong passcodes and the marker of the enrolled fingers to
  /// the copy of the store.
  ///
  /// While the device key is renewed, it has two files, and both are copied. Without the files of
  /// the counts and the marker, the copied store would treat both as lost.
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

  /// Opens the copy as any program would open a store, and checks it.
  private func check(of copy: StoreFiles) throws(KeychainError) -> CheckReport {
    var environment = engine.environment
    environment.store.gate = nil
    let opened = try Engine.open(
      StoreLocation(directory: copy.directory), environment: environment)
    return try opened.session(as: caller).check()
  }
}

extension StoreFiles {
  /// Copies the files beside a store that does not exist yet into a new directory: keychain files,
  /// the lists of keychains and the trust settings.
  ///
  /// The copy is made under another name, as the copy of a store is (`Session.copyStore`).
  ///
  /// - Parameter directory: an absolute path that does not exist yet, in an existing directory.
  package func copyCompanions(to directory: String) throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let draft = try CopyDraft(of: directory, source: self)
    _ = try draft.made { () throws(KeychainError) in
      try draft.companions.copy(to: draft.files.directory)
      return CheckReport()
    }
  }
}

/// The temporary directory in which a copy of a store is made.
private struct CopyDraft {
  /// The path to which the finished copy is renamed.
  ///
  /// `source` is the path of the store that is copied.
  private let target: String
  private let source: String
  let files: StoreFiles
  /// The keychain files and settings beside the store, which the copy takes along.
  let companions: StoreCompanions

  /// Prepares a copy at a path that does not exist yet.
  ///
  /// - Throws: An error if the path is relative or exists already.
  init(of directory: String, source: StoreFiles) throws(KeychainError) {
    guard directory.hasPrefix("/") else {
      throw .parameter("a copy needs an absolute path", .path(directory))
    }
    target = directory
    self.source = source.directory
    companions = StoreCompanions(of: source.directory)
    files = StoreFiles(directory: directory + ".part")
    try refuseIfTaken()
  }

  private func refuseIfTaken() throws(KeychainError) {
    var status = stat()
    guard unsafe lstat(target, &status) != 0 else {
      throw KeychainError(
        .parameter, "this path exists already, and a copy replaces nothing",
        context: .path(target), advice: "name a directory that does not exist yet")
    }
    guard errno == ENOENT else { throw DraftDirectory.refusal(errno, target) }
  }

  /// Runs `body`, which copies the store into the empty temporary directory, and publishes the copy
  /// if the report is clean.
  ///
  /// The directory is removed if the report has findings, or if `body` throws an error.
  ///
  /// - Throws: -50 if something else already exists at the path of the temporary directory. The
  ///   existing file or directory is left unchanged.
  func made(
    _ body: () throws(KeychainError) -> CheckReport
  ) throws(KeychainError) -> CheckReport {
    let isNew = unsafe mkdir(files.directory, 0o700) == 0
    guard isNew || errno == EEXIST else { throw DraftDirectory.refusal(errno, files.directory) }
    do throws(KeychainError) {
      let directory = try DraftDirectory(
        files.directory, source: source, besides: companions.paths)
      // Check before locking, because locking would create a file there.
      try directory.refuseUnlessFree()
      // A locked draft belongs to another copy. An unlocked draft was left behind.
      return try files.locked(within: 0, FileCalls(gate: nil)) { () throws(KeychainError) in
        try made(in: directory, body)
      }
    } catch {
      // The system refuses to remove the directory if another copy has filled it meanwhile.
      if isNew { unsafe rmdir(files.directory) }
      throw error
    }
  }

  private func made(
    in directory: DraftDirectory, _ body: () throws(KeychainError) -> CheckReport
  ) throws(KeychainError) -> CheckReport {
    // The last holder of the lock may have renamed the directory, or filled it.
    guard directory.isNamed else {
      throw KeychainError(
        .notAvailable, "another process is making a copy under this name",
        context: .path(files.directory),
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
    // The rename may replace a directory that was made meanwhile, because rename(2) replaces only
    // an empty directory.
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
