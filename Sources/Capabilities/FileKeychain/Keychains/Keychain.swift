// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// A keychain that is a file: its lock, its settings and its items (Specification/file-keychain.md,
/// "Keychain functions", "Lock model").
///
/// Making a keychain does not touch the file. A missing or foreign file is noticed at the first
/// use.
package final class Keychain: Sendable {
  package let path: String
  let surroundings: KeychainSurroundings
  private let file: KeychainFile

  package init(_ path: String, _ surroundings: KeychainSurroundings) {
    (self.path, self.surroundings) = (path, surroundings)
    file = KeychainFile(
      path, surroundings.calls, surroundings.clock, surroundings.randomness)
  }

  /// The state of a keychain, with Apple's bits.
  package struct Status: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let unlocked = Self(rawValue: 1)
    package static let readable = Self(rawValue: 2)
    package static let writable = Self(rawValue: 4)
  }

  /// When a keychain locks itself.
  package struct Settings: Hashable, Sendable {
    /// The seconds without use after which the keychain is locked; nil for never.
    package var timeout: UInt32?
    package var locksOnSleep: Bool

    package init(timeout: UInt32?, locksOnSleep: Bool) {
      (self.timeout, self.locksOnSleep) = (timeout, locksOnSleep)
    }
  }

  /// This keychain for a call that forbids questions to the user.
  package var withoutQuestions: Keychain {
    var surroundings = surroundings
    surroundings.asker = nil
    return Keychain(path, surroundings)
  }

  /// The program that uses the keychain.
  package var client: KeychainClient { surroundings.client }

  /// The content of the file; its attributes are readable while the keychain is locked.
  package func image() throws(KeychainError) -> KeychainImage {
    do throws(FileFailure) { return try file.read() } catch { throw KeychainError(error, path) }
  }

  /// True if a file exists at the keychain's path.
  package var exists: Bool { file.exists }

  package func database() throws(KeychainError) -> DatabaseBlob {
    let image = try image()
    return try onDatabase { () throws(EditFailure) in try image.database() }
  }

  /// Returns the state of the keychain; the rights of the file are not looked at.
  package func status() throws(KeychainError) -> Status {
    try heldKeys(database()) == nil ? .readable : [.unlocked, .readable, .writable]
  }

  /// Checks the file against all rules of its format, with the keys of an unlocked keychain.
  ///
  /// No question is asked, and the keychain's timeout goes on.
  ///
  /// - Returns: the check, and true if the keychain is locked.
  /// - Throws: -25294 if there is no file; another status if the file cannot be read at all.
  package func check() throws(KeychainError) -> (KeychainCheck, isLocked: Bool) {
    let image = try image()
    // A file without a sound database record has no keys. The check names the damage.
    guard let blob = try? image.database() else { return (KeychainCheck(image), false) }
    let keys = try heldKeys(blob)?.keys
    return (KeychainCheck(image, keys), keys == nil)
  }

  /// Creates the keychain's file; the keychain is unlocked then.
  package func create(password: SecretBytes) throws(KeychainError) {
    let made = try onDatabase { () throws(EditFailure) in
      try NewKeychain.make(
        version: surroundings.places.version(of: path), password: password,
        surroundings.randomness)
    }
    do throws(FileFailure) { try file.create(made.bytes) } catch {
      throw KeychainError(error, path)
    }
    try hold(made.master, database())
  }

  /// Creates the file of a database without password, keys and items: it has only the tables that
  /// describe tables.
  package func createDatabase() throws(KeychainError) {
    let bytes: [UInt8]
    do throws(DraftFailure) { bytes = try FileDraft.newDatabase() } catch {
      throw KeychainError(.draft(error), path)
    }
    do throws(FileFailure) { try file.create(bytes) } catch { throw KeychainError(error, path) }
  }

  /// Deletes the file of the keychain, and forgets its keys.
  package func remove() throws(KeychainError) {
    if let blob = try? database() { try? held(blob).drop() }
    do throws(FileFailure) { try file.remove() } catch { throw KeychainError(error, path) }
  }

  /// Locks the keychain for all processes of the user.
  ///
  /// - Returns: true if the keychain was unlocked.
  @discardableResult
  package func lock() throws(KeychainError) -> Bool {
    let blob = try database()
    let wasUnlocked = try heldKeys(blob) != nil
    try held(blob).drop()
    return wasUnlocked
  }

  /// Unlocks the keychain for all processes of the user.
  ///
  /// If the keychain is unlocked already, the password is not checked.
  ///
  /// - Returns: true if the keychain was locked.
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
  /// Without a keyring of the kernel, only the process that unlocks a keychain has its keys.
  package func isUnlockedForAll() throws(KeychainError) -> Bool { try held(database()).isShared }

  /// Checks the password of the keychain, also while the keychain is unlocked.
  ///
  /// - Throws: -25293 for a wrong password.
  package func requirePassword(_ password: SecretBytes) throws(KeychainError) {
    _ = try keys(of: database(), password)
  }

  /// Returns the settings of the keychain, which has to be unlocked; its timeout goes on.
  package func settings() throws(KeychainError) -> Settings {
    let blob = try unlocked(isUse: false).database
    let isEndless = blob.timeout >= DatabaseBlob.noTimeout
    return Settings(timeout: isEndless ? nil : blob.timeout, locksOnSleep: blob.locksOnSleep)
  }

  /// Replaces the settings; the timeout begins again.
  package func set(_ settings: Settings) throws(KeychainError) {
    try changeDatabase { (blob, keys) throws(EditFailure) in
      blob.timeout = settings.timeout ?? DatabaseBlob.noTimeout
      blob.locksOnSleep = settings.locksOnSleep
      try editing { () throws(BlobFailure) in try blob.sign(keys) }
      return .changed(master: nil)
    }
  }

  /// Replaces the password; the keys of the items stay as they are.
  ///
  /// The old password is checked also while the keychain is unlocked.
  package func changePassword(
    from old: SecretBytes, to new: SecretBytes
  ) throws(KeychainError) {
    let parts = try onDatabase { () throws(EditFailure) in
      try editing { () throws(RandomnessError) in
        (
          try surroundings.randomness.bytes(count: NewKeychain.saltSize),
          try surroundings.randomness.bytes(count: KeyWrapping.vectorSize)
        )
      }
    }
    for _ in 0..<Self.mostReplacements {
      try unlock(old)
      let before = try database()
      _ = try keys(of: before, old)
      let isChanged = try changeDatabase { (blob, keys) throws(EditFailure) in
        // Another process can have changed the password after it was checked.
        guard blob.salt == before.salt else { return .unchanged }
        return .changed(
          master: try editing { () throws(BlobFailure) in
            try blob.seal(keys, password: new, salt: parts.0, vector: parts.1)
          })
      }
      guard isChanged else { continue }
      // The old password's name in the holder is of no use any more.
      return try held(before).drop()
    }
    throw KeychainError(FileFailure.unsteady, path)
  }

  /// The outcome of a change of the database blob.
  private enum DatabaseChange: Sendable {
    case unchanged
    /// The blob has changed; the master key is nil if it stays.
    case changed(master: SecretBytes?)
  }

  /// Changes the database blob, and holds the master key again.
  ///
  /// - Returns: true if the blob was changed.
  @discardableResult
  private func changeDatabase(
    _ change: (inout DatabaseBlob, KeychainKeys) throws(EditFailure) -> DatabaseChange
  ) throws(KeychainError) -> Bool {
    var outcome = DatabaseChange.unchanged
    try edit { (editor) throws(EditFailure) in
      var blob = try editor.image.database()
      outcome = try change(&blob, editor.keys)
      if case .changed = outcome { try editor.write(blob) }
    }
    guard case .changed(let new) = outcome else { return false }
    let blob = try database()
    // A key from before the change can be one of an older password.
    var master = new
    if master == nil { master = try heldKeys(blob)?.master }
    if let master { try hold(master, blob) }
    return true
  }

  /// Returns the content with its keys, after asking the user if the keychain is locked.
  ///
  /// - Parameter isUse: true if the timeout of the keychain begins again.
  package func unlocked(isUse: Bool = true) throws(KeychainError) -> UnlockedKeychain {
    let image = try image()
    let blob = try onDatabase { () throws(EditFailure) in try image.database() }
    if let (master, keys) = try heldKeys(blob) {
      let held = try held(blob)
      if isUse { try onDatabase { () throws(EditFailure) in try held.touch(master) } }
      return UnlockedKeychain(image, blob, keys)
    }
    let (master, keys) = try asked(blob)
    try hold(master, blob)
    return UnlockedKeychain(image, blob, keys)
  }

  /// Changes items of the keychain, which has to be unlocked.
  func edit<R>(
    _ change: (inout KeychainEditor) throws(EditFailure) -> R
  ) throws(KeychainError) -> R {
    for _ in 0..<Self.mostReplacements {
      let keys = try unlocked().keys
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

  /// The most times that a change begins anew, because the file has other keys now.
  private static let mostReplacements = 8

  /// Changes the file without its keys.
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

  private func held(_ blob: DatabaseBlob) throws(KeychainError) -> HeldMaster {
    try onDatabase { () throws(EditFailure) in
      try editing { () throws(BlobFailure) in
        try HeldMaster(
          of: path, blob, surroundings.holder, surroundings.clock, surroundings.randomness)
      }
    }
  }

  private func hold(_ master: SecretBytes, _ blob: DatabaseBlob) throws(KeychainError) {
    let held = try held(blob)
    try onDatabase { () throws(EditFailure) in try held.hold(master) }
  }

  /// Returns the keys if the keychain is unlocked.
  private func heldKeys(
    _ blob: DatabaseBlob
  ) throws(KeychainError) -> (master: SecretBytes, keys: KeychainKeys)? {
    let held = try held(blob)
    guard let master = held.master() else { return nil }
    guard let keys = try? blob.keys(master: master) else {
      // The file was replaced by another with this signature and salt.
      held.drop()
      return nil
    }
    return (master, keys)
  }

  private func keys(
    of blob: DatabaseBlob, _ password: SecretBytes
  ) throws(KeychainError) -> (SecretBytes, KeychainKeys) {
    try onDatabase { () throws(EditFailure) in
      try editing { () throws(BlobFailure) in
        let master = try blob.master(of: password)
        return (master, try blob.keys(master: master))
      }
    }
  }

  private func onDatabase<R>(
    _ body: () throws(EditFailure) -> R
  ) throws(KeychainError) -> R {
    do throws(EditFailure) { return try body() } catch {
      throw KeychainError(database: error, path)
    }
  }

  /// The most wrong passwords before a question ends.
  static let mostAttempts = 10_000

  /// Asks the user for the password until it is right.
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

  /// The name of the keychain for people: the file's name without its endings.
  package var name: String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in ["-db", ".keychain"] where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    return name
  }
}
