// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainFiles
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
