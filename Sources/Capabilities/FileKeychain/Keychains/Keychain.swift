// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory

/// A keychain that is a file: its lock, its settings and its items (Specification/file-keychain.md,
/// "Keychain functions", "Lock model").
///
/// A new `Keychain` object does not touch the file. If the file is missing or is not a keychain,
/// the first use throws.
package final class Keychain: Sendable {
  package let path: String
  let surroundings: KeychainSurroundings
  let file: KeychainFile

  package init(_ path: String, _ surroundings: KeychainSurroundings) {
    (self.path, self.surroundings) = (path, surroundings)
    file = KeychainFile(
      path, surroundings.calls, surroundings.clock, surroundings.randomness, surroundings.watch)
  }

  private init(_ path: String, _ surroundings: KeychainSurroundings, _ file: KeychainFile) {
    (self.path, self.surroundings, self.file) = (path, surroundings, file)
  }

  /// Returns a copy of this keychain for a rehearsal, with the given surroundings.
  ///
  /// Changes of the copy stay in memory.
  func copied(_ surroundings: KeychainSurroundings) -> Keychain {
    Keychain(path, surroundings, KeychainFile(copying: file))
  }

  /// The state of a keychain as a set of Apple's status bits.
  package struct Status: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let unlocked = Self(rawValue: 1)
    package static let readable = Self(rawValue: 2)
    package static let writable = Self(rawValue: 4)
  }

  /// The conditions under which a keychain locks itself.
  package struct Settings: Hashable, Sendable {
    /// The number of seconds without use after which the keychain locks; nil if it never does.
    package var timeout: UInt32?
    package var locksOnSleep: Bool

    package init(timeout: UInt32?, locksOnSleep: Bool) {
      (self.timeout, self.locksOnSleep) = (timeout, locksOnSleep)
    }
  }

  /// This keychain with surroundings in which the user cannot be asked.
  package var withoutQuestions: Keychain {
    var surroundings = surroundings
    surroundings.asker = nil
    return Keychain(path, surroundings, file)
  }

  /// The program that uses the keychain.
  package var client: KeychainClient { surroundings.client }

  /// True if a user can be asked for the keychain's password, or for permission to use an item.
  package var canAsk: Bool { surroundings.canAsk }

  /// The content of the file; the attributes of items are readable even if the keychain is locked.
  package func image() throws(KeychainError) -> KeychainImage {
    do throws(FileFailure) { return try file.read() } catch {
      if case .denied = error { throw .unreadable(path) }
      throw KeychainError(error, path)
    }
  }

  /// True if a file exists at the keychain's path.
  package var exists: Bool { file.exists }

  /// True if nothing exists at the keychain's path; false also for a directory, for example.
  package var isMissing: Bool { file.isMissing }

  /// Returns the properties of the keychain's file.
  func properties() throws(KeychainError) -> stat {
    do throws(FileFailure) { return try file.status() } catch { throw KeychainError(error, path) }
  }

  package func database() throws(KeychainError) -> DatabaseBlob {
    let image = try image()
    return try onDatabase { () throws(EditFailure) in try image.database() }
  }

  /// Returns the state of the keychain.
  ///
  /// An unlocked keychain counts as writable, whatever the mode of its file is.
  package func status() throws(KeychainError) -> Status {
    let blob = try database()
    if surroundings.rehearsal?.assumesLocked == false { return [.unlocked, .readable, .writable] }
    return try heldKeys(blob) == nil ? .readable : [.unlocked, .readable, .writable]
  }

  /// Checks the file against all rules of its format, with its keys if the keychain is unlocked.
  ///
  /// The check asks no question, and does not restart the keychain's timeout.
  ///
  /// - Parameter copy: a copied file of this keychain, which is checked with this keychain's keys.
  ///   Nil to check the keychain's own file.
  /// - Returns: the check, and true if the keychain is locked. A file without a sound database
  ///   record counts as not locked, because it has no keys.
  /// - Throws: -25294 if there is no file; another status if the file cannot be read at all.
  package func check(
    copy: Keychain? = nil
  ) throws(KeychainError) -> (KeychainCheck, isLocked: Bool) {
    let image = try (copy ?? self).image()
    // A file without a sound database record has no keys. The check names the damage.
    guard let blob = try? image.database() else { return (KeychainCheck(image), false) }
    let keys = try heldKeys(blob)?.keys
    return (KeychainCheck(image, keys), keys == nil)
  }

  /// Creates the keychain's file, and leaves the keychain unlocked.
  ///
  /// - Throws: -25296 if the file exists, or if the store (`store.db`) has a file of this name.
  package func create(password: SecretBytes) throws(KeychainError) {
    try surroundings.places.requireOwnName(path)
    let made = try onDatabase { () throws(EditFailure) in
      try NewKeychain.make(
        version: surroundings.places.version(of: path), password: password,
        surroundings.randomness)
    }
    do throws(FileFailure) { try file.create(made.bytes) } catch {
      throw KeychainError(error, path)
    }
    try hold(made.master, database(), isQuiet: true)
  }

  /// Creates a file without password, keys and items, for a caller who defines its tables.
  ///
  /// The file has only the meta tables, which describe tables.
  package func createDatabase() throws(KeychainError) {
    try surroundings.places.requireOwnName(path)
    let bytes: [UInt8]
    do throws(DraftFailure) { bytes = try FileDraft.newDatabase() } catch {
      throw KeychainError(.draft(error), path)
    }
    do throws(FileFailure) { try file.create(bytes) } catch { throw KeychainError(error, path) }
  }

  /// Deletes the file of the keychain, and removes its keys from the key holder.
  package func remove() throws(KeychainError) {
    if let blob = try? database() { try? drop(blob, isQuiet: true) }
    do throws(FileFailure) { try file.remove() } catch { throw KeychainError(error, path) }
  }

  /// Locks the keychain for all processes of the user.
  ///
  /// - Returns: true if the keychain was unlocked before the call.
  @discardableResult
  package func lock() throws(KeychainError) -> Bool {
    let blob = try database()
    let wasUnlocked = try heldKeys(blob) != nil
    try drop(blob)
    return wasUnlocked
  }

  /// Unlocks the keychain for all processes of the user.
  ///
  /// If the keychain is unlocked already, the password is not checked.
  ///
  /// - Returns: true if the call unlocked the keychain; false if the keychain was unlocked already.
  @discardableResult
  package func unlock(_ password: SecretBytes) throws(KeychainError) -> Bool {
    let blob = try database()
    if try heldKeys(blob) != nil { return false }
    let (master, _) = try keys(of: blob, password)
    try hold(master, blob)
    return true
  }

  /// Returns true if the user's other processes find the keychain unlocked too.
  ///
  /// If the kernel refuses keyrings and there is no key agent, only the process that unlocks a
  /// keychain has its keys.
  package func isUnlockedForAll() throws(KeychainError) -> Bool { try held(database()).isShared }

  /// Checks the password of the keychain, even if the keychain is unlocked.
  ///
  /// - Throws: -25293 for a wrong password.
  package func requirePassword(_ password: SecretBytes) throws(KeychainError) {
    _ = try keys(of: database(), password)
  }

  /// Returns the content with its keys, after asking the user for the password if the keychain is
  /// locked.
  ///
  /// - Parameter isUse: true if the call counts as a use of the keychain, which restarts its
  ///   timeout.
  package func unlocked(isUse: Bool = true) throws(KeychainError) -> UnlockedKeychain {
    let image = try image()
    let blob = try onDatabase { () throws(EditFailure) in try image.database() }
    if let (master, keys) = try heldKeys(blob, isUse: isUse) {
      let held = try held(blob)
      if isUse, surroundings.rehearsal == nil {
        try onDatabase { () throws(EditFailure) in try held.touch(master) }
      }
      return UnlockedKeychain(image, blob, keys)
    }
    guard surroundings.rehearsal?.assumesLocked != false else { throw .rehearsalEnds }
    let (master, keys) = try asked(blob)
    try hold(master, blob)
    return UnlockedKeychain(image, blob, keys)
  }

  /// Changes items of the keychain, after asking the user for the password if the keychain is
  /// locked.
  ///
  /// - Parameter password: the password that decrypts the keys; nil to use the keys of the unlocked
  ///   keychain.
  func edit<R>(
    _ password: SecretBytes? = nil,
    _ change: (inout KeychainEditor) throws(EditFailure) -> R
  ) throws(KeychainError) -> R {
    for _ in 0..<Self.mostReplacements {
      let keys: KeychainKeys
      if let password {
        keys = try self.keys(of: database(), password).1
      } else {
        keys = try unlocked().keys
      }
      let result: R? = try replace { (image) throws(EditFailure) in
        let blob = try image.database()
        // Another process can have put a keychain with other keys in place meanwhile.
        guard try editing({ () throws(BlobFailure) in try blob.isAuthentic(under: keys) }) else {
          return (nil, FileDraft(image))
        }
        var editor = KeychainEditor(
          UnlockedKeychain(image, blob, keys), now: surroundings.clock.now(),
          surroundings.randomness)
        let result = try change(&editor)
        return (result, editor.draft)
      }
      if let result { return result }
    }
    throw KeychainError(FileFailure.unsteady, path)
  }

  /// The most attempts at a change while another process keeps putting files with other keys in
  /// place.
  static let mostReplacements = 8

  /// Changes the file of the keychain without its keys, so the keychain may be locked.
  ///
  /// - Parameter change: returns the result of `replace`, and a draft with the changes. A draft
  ///   without changes leaves the file as it is. The closure can run several times.
  func replace<R>(
    _ change: (KeychainImage) throws(EditFailure) -> (R, FileDraft)
  ) throws(KeychainError) -> R {
    var result: R?
    do throws(FileFailure) {
      _ = try file.change { (image) throws(FileFailure) in
        do throws(EditFailure) {
          let (made, draft) = try change(image)
          result = made
          guard draft.hasChanges else { return nil }
          do throws(DraftFailure) { return try draft.encode() } catch {
            throw EditFailure.draft(error)
          }
        } catch {
          throw .refused(error)
        }
      }
    } catch {
      throw KeychainError(error, path)
    }
    guard let result else { throw KeychainError(.internalError, "a change gave no result") }
    return result
  }

  /// Returns the access to the keychain's master key in the key holder.
  ///
  /// The key holder keeps the keys of unlocked keychains: in the kernel's keyring, or in the key
  /// agent.
  func held(_ blob: DatabaseBlob) throws(KeychainError) -> HeldMaster {
    try onDatabase { () throws(EditFailure) in
      try editing { () throws(BlobFailure) in
        try HeldMaster(
          of: path, blob, surroundings.holder, surroundings.clock, surroundings.randomness)
      }
    }
  }

  /// Unlocks the keychain: gives its master key to the key holder, which keeps it for later calls.
  ///
  /// - Parameter isQuiet: true if `KeychainWatch` must not report that the keychain was unlocked.
  func hold(
    _ master: SecretBytes, _ blob: DatabaseBlob, isQuiet: Bool = false
  ) throws(KeychainError) {
    let held = try held(blob)
    try onDatabase { () throws(EditFailure) in
      try surroundings.watch.changingLock(of: path, held, to: true, isQuiet: isQuiet) {
        () throws(EditFailure) in try held.hold(master)
      }
    }
  }

  /// Locks the keychain: removes its master key from the key holder.
  ///
  /// - Parameter isQuiet: true if `KeychainWatch` must not report that the keychain was locked.
  private func drop(_ blob: DatabaseBlob, isQuiet: Bool = false) throws(KeychainError) {
    let held = try held(blob)
    surroundings.watch.changingLock(of: path, held, to: false, isQuiet: isQuiet) { held.drop() }
  }

  /// Returns the content of the file for `KeychainWatch`, which compares contents to find changes.
  ///
  /// The result is `missing` if there is no file, and `unreadable` if the file cannot be read.
  func content() -> WatchedFile.Content {
    do throws(FileFailure) { return .image(try file.read()) } catch {
      return error == .missing ? .missing : .unreadable
    }
  }

  /// Returns the master key and the keys that it decrypts; nil if the keychain is locked.
  ///
  /// - Parameter isUse: true to lock a keychain whose file was replaced by a file with other keys.
  ///   A call that only looks at the keychain leaves the lock as it is: the file can be put back.
  func heldKeys(
    _ blob: DatabaseBlob, isUse: Bool = false
  ) throws(KeychainError) -> (master: SecretBytes, keys: KeychainKeys)? {
    guard surroundings.rehearsal?.assumesLocked != true else { return nil }
    let held = try held(blob)
    guard let master = held.master() else { return nil }
    guard let keys = try? blob.keys(master: master) else {
      // The file was replaced by another file with this signature and salt.
      if isUse, surroundings.rehearsal == nil { held.drop() }
      return nil
    }
    return (master, keys)
  }

  func keys(
    of blob: DatabaseBlob, _ password: SecretBytes
  ) throws(KeychainError) -> (SecretBytes, KeychainKeys) {
    try onDatabase { () throws(EditFailure) in
      try editing { () throws(BlobFailure) in
        let master = try blob.master(of: password)
        return (master, try blob.keys(master: master))
      }
    }
  }

  func onDatabase<R>(
    _ body: () throws(EditFailure) -> R
  ) throws(KeychainError) -> R {
    do throws(EditFailure) { return try body() } catch {
      throw KeychainError(database: error, path)
    }
  }

  /// The greatest number of wrong passwords in one call; the call then fails with -25293.
  static let mostAttempts = 10_000

  /// Asks the user for the password until it is right.
  ///
  /// - Throws: -128 if the user cancels, -25308 if no user can be asked, -25293 if the program
  ///   forbids questions.
  private func asked(_ blob: DatabaseBlob) throws(KeychainError) -> (SecretBytes, KeychainKeys) {
    guard surroundings.mayAsk else {
      throw KeychainError(
        .authorizationFailed, "the keychain is locked, and the program forbids questions",
        context: .path(path))
    }
    for attempt in 0..<Self.mostAttempts {
      switch surroundings.asker?.password(toUnlock: name, surroundings.client, attempt: attempt) {
      case .password(let password)?:
        do throws(KeychainError) { return try keys(of: blob, password) } catch {
          guard error.code == .authorizationFailed else { throw error }
        }
      case .cancelled?:
        throw KeychainError(.userCancelled, "the user did not unlock the keychain")
      case .nobody?, nil:
        throw KeychainError(
          .interactionNotAllowed, "the keychain is locked, and no user can be asked",
          context: .path(path), advice: "security unlock-keychain unlocks a keychain")
      }
    }
    throw KeychainError(.authorizationFailed, "the password of the keychain is wrong")
  }

  /// The name of the keychain in questions to the user: the file's name without `.keychain` and
  /// `-db`.
  package var name: String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in ["-db", ".keychain"] where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    return name
  }
}
