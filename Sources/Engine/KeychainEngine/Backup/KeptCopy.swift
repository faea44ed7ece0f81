// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The rows of a store as they were before its last restore: a database in the store's directory,
/// under the store's own keys (Documentation/Decisions/backup.md).
///
/// The copy has the incarnation that the restore gave to the store. A copy with another incarnation
/// is of another restore, or of one that did not come about, and is not used. The copy is removed
/// before the keys that open it change.
struct KeptCopy {
  let files: StoreFiles
  let environment: Environment

  init(of engine: Engine) {
    files = engine.files
    environment = engine.environment
  }

  private var path: String { files.keptCopy }
  /// Until the restore is done; its incarnation tells which of the two names counts.
  private var draft: String { path + ".new" }

  /// Copies a store; the caller holds the lock of its files.
  ///
  /// - Parameter incarnation: the one that the restore gives to the store.
  /// - Returns: the last write that is in the copy.
  func make(of store: ItemStore, _ incarnation: Identifier16) throws(KeychainError) -> Int64 {
    try remove(draft)
    defer { _ = calls.sync(files.directory, .directory) }
    do throws(StorageError) {
      try store.copy(to: draft, incarnation: incarnation)
      let copy = try ItemStore(draft, options: options)
      return try copy.read { (reader) throws(StorageError) in try reader.lastWrite() }
    } catch {
      let failure = KeychainError(error)
      try? remove(draft)
      if failure.context == .renewedKeys { throw failure }
      throw KeychainError(
        failure.code, "the copy that --undo would bring back cannot be made",
        context: .path(draft),
        advice: failure.code == .diskFull
          ? "make room and try again; --no-copy restores without one"
          : "--no-copy restores without one")
    }
  }

  /// The copy of the restore that has come about takes the place of the one before.
  private func publish() throws(KeychainError) {
    try removeSurroundings(of: draft)
    guard calls.rename(draft, to: path, .database) == 0 else { throw refusal() }
    try removeSurroundings(of: path)
    guard calls.sync(files.directory, .directory) == 0 else { throw refusal() }
  }

  /// Gives the copy of the last restore its name, and removes a copy whose restore did not come
  /// about: the store's incarnation tells which of the two a draft is.
  func settle(like store: ItemStore) throws(KeychainError) {
    guard isThere(draft) else { return }
    let incarnation = try incarnation(of: store)
    let copy: ItemStore
    do throws(StorageError) {
      copy = try ItemStore(draft, options: options)
    } catch {
      // A draft that was never finished does not open as a store; a refusal of the system, as for
      // lack of descriptors, tells nothing of the draft.
      switch error {
      case .damaged: return try remove(draft)
      case .refused(let refusal):
        if case .unreadable = refusal.reason { throw KeychainError(error) }
        return try remove(draft)
      default: throw KeychainError(error)
      }
    }
    guard try self.incarnation(of: copy) == incarnation else { return try remove(draft) }
    try publish()
  }

  private static let missing = KeychainError(
    .noSuchKeychain, "there is no copy from before a restore",
    advice: "a restore keeps one until the next, or until the passcode or the keys change")

  /// Refuses where there is no copy, settled or not: -25294.
  func requireOne() throws(KeychainError) {
    guard isThere else { throw Self.missing }
  }

  /// Whether there is a copy, settled or not.
  var isThere: Bool { isThere(path) || isThere(draft) }

  /// The copy of the last restore, which is settled.
  ///
  /// - Throws: -25294 where there is none, -25291 where the store has other keys by now.
  func opened(
    like store: ItemStore, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> ItemStore {
    guard isThere(path) else { throw Self.missing }
    let copy = try storing { () throws(StorageError) in
      try ItemStore(path, of: keybag.image.store, options: options)
    }
    guard try incarnation(of: copy) == incarnation(of: store) else { throw Self.missing }
    let epochs = try storing { () throws(StorageError) in try copy.keyEpochs() }
    guard epochs == keybag.epochs else {
      throw KeychainError(
        .notAvailable, "the store has other keys than when it was restored", context: .path(path),
        advice: "restore a backup")
    }
    return copy
  }

  private func incarnation(of store: ItemStore) throws(KeychainError) -> Identifier16 {
    try storing { () throws(StorageError) in
      try store.read { (reader) throws(StorageError) in try reader.identity().incarnation }
    }
  }

  /// Removes the copy, and what is left of others; the caller holds the lock of the files.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func remove() throws(KeychainError) -> Bool {
    let names = [path, draft].filter(isThere)
    for name in names { try remove(name) }
    guard names.isEmpty || calls.sync(files.directory, .directory) == 0 else { throw refusal() }
    return !names.isEmpty
  }

  /// Calls without the gate of tests, as the copy itself is made without it.
  private var calls: FileCalls { FileCalls(gate: nil) }

  private var options: StoreOptions {
    var options = environment.store
    options.gate = nil
    // Another copy may have the name by the time this one is closed.
    options.leavesFiles = true
    return options
  }

  private func isThere(_ name: String) -> Bool {
    var status = stat()
    return calls.look(name, .database, &status, following: false) == 0
  }

  /// The database last: what a kill leaves is found by its name.
  private func remove(_ name: String) throws(KeychainError) {
    try removeSurroundings(of: name)
    guard calls.remove(name, .database) == 0 || errno == ENOENT else {
      throw refusal()
    }
  }

  /// Log, index and mark of a copy: of no use once nobody has it open.
  private func removeSurroundings(of name: String) throws(KeychainError) {
    for end in ["-wal", "-shm", "-mark", "-journal"] {
      guard calls.remove(name + end, .log) == 0 || errno == ENOENT else {
        throw refusal()
      }
    }
  }

  private func refusal() -> KeychainError {
    KeychainError(
      errno == EROFS ? .readOnly : .ioFailed,
      "the copy from before a restore cannot be removed or replaced", context: .path(path),
      advice: "look at owner and mode of the store's directory")
  }
}
