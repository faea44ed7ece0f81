// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import UserFiles

/// The copy of a store that is made before a restore, as a database in the store's directory.
///
/// The copy is sealed under the store's own keys (Documentation/Decisions/restore-undo.md). Each
/// restore gives the store a new incarnation (an identifier), and the copy gets this incarnation
/// too. A copy with another incarnation is not used, because it belongs to another restore or to a
/// restore that failed. The copy is removed before the keys that decrypt it change.
struct KeptCopy {
  let files: StoreFiles
  let environment: Environment

  init(of engine: Engine) {
    files = engine.files
    environment = engine.environment
  }

  private var path: String { files.keptCopy }
  /// The path of the copy until its restore has succeeded.
  ///
  /// The copy is then renamed to `path`. If copies are at `draft` and at `path`, only the copy with
  /// the store's incarnation (an identifier that each restore changes) is valid.
  private var draft: String { path + ".new" }

  /// Copies the store to the path `draft`, before a restore.
  ///
  /// The caller holds the lock of the store's files.
  ///
  /// - Parameter incarnation: the incarnation that the restore gives to the store.
  /// - Returns: The write number (number of the change) of the last change that is in the copy.
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
        failure.code, "the copy for restore --undo cannot be made",
        context: .path(draft),
        advice: failure.code == .diskFull
          ? "make room and try again; --no-copy restores without a copy"
          : "--no-copy restores without a copy")
    }
  }

  /// Renames the copy of a successful restore to `path`, where it replaces the copy of an earlier
  /// restore.
  private func publish() throws(KeychainError) {
    try removeSurroundings(of: draft)
    guard calls.rename(draft, to: path, .database) == 0 else { throw refusal() }
    try removeSurroundings(of: path)
    guard calls.sync(files.directory, .directory) == 0 else { throw refusal() }
  }

  /// Renames the copy at `draft` to `path` if its restore has succeeded, and removes the copy
  /// otherwise.
  ///
  /// The restore has succeeded if the copy and the store have the same incarnation, an identifier
  /// that each restore changes.
  func settle(like store: ItemStore) throws(KeychainError) {
    guard isThere(draft) else { return }
    let incarnation = try incarnation(of: store)
    let copy: ItemStore
    do throws(StorageError) {
      copy = try ItemStore(draft, options: options)
    } catch {
      // An unfinished draft does not open as a store. A refusal by the system, such as a lack of
      // descriptors, says nothing about the draft.
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
    .noSuchKeychain, "there is no copy of the store from before a restore",
    advice: "a copy is kept until the next restore, or until the passcode or the keys change")

  /// Throws -25294 if there is no copy from before a restore.
  func requireOne() throws(KeychainError) {
    guard isThere else { throw Self.missing }
  }

  /// True if a copy from before a restore exists, at `path` or at `draft`.
  var isThere: Bool { isThere(path) || isThere(draft) }

  /// Opens the copy that was made before the last restore, and returns it.
  ///
  /// `settle` must have renamed the copy to `path`.
  ///
  /// - Throws: -25294 if there is no copy, or only the copy of another restore. -25291 if the
  ///   store's keys have changed since the restore.
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
        .notAvailable, "the keys of the store have changed since the restore", context: .path(path),
        advice: "restore a backup")
    }
    return copy
  }

  private func incarnation(of store: ItemStore) throws(KeychainError) -> Identifier16 {
    try storing { () throws(StorageError) in
      try store.read { (reader) throws(StorageError) in try reader.identity().incarnation }
    }
  }

  /// Removes the copies at `path` and `draft`.
  ///
  /// The caller holds the lock of the store's files.
  ///
  /// - Returns: True if there was a copy.
  @discardableResult
  func remove() throws(KeychainError) -> Bool {
    let names = [path, draft].filter(isThere)
    for name in names { try remove(name) }
    guard names.isEmpty || calls.sync(files.directory, .directory) == 0 else { throw refusal() }
    return !names.isEmpty
  }

  /// File operations on the copy, which bypass `FileGate`: the hook by which tests observe
  /// operations on the store's files.
  ///
  /// The copy is made without the hook as well.
  private var calls: FileCalls { FileCalls(gate: nil) }

  private var options: StoreOptions {
    var options = environment.store
    options.gate = nil
    // When this copy is closed, another copy may already have its name.
    options.leavesFiles = true
    return options
  }

  private func isThere(_ name: String) -> Bool {
    var status = stat()
    return calls.look(name, .database, &status, following: false) == 0
  }

  /// Removes the copy at a path with the other files of its database: log, index and mark file.
  ///
  /// The mark file (`-mark`) says how many frames of the log are needed. The database is removed
  /// last: if the process is killed, the remaining files are found by the database's name.
  private func remove(_ name: String) throws(KeychainError) {
    try removeSurroundings(of: name)
    guard calls.remove(name, .database) == 0 || errno == ENOENT else {
      throw refusal()
    }
  }

  /// Removes the files beside the database of a copy: the log, its index and the mark file.
  ///
  /// The mark file says how many frames of the log are needed. All these files are useless once no
  /// process has the database open.
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
      advice: "look at the owner and mode of the store's directory")
  }
}
