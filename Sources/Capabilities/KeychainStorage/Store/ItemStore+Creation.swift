// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes
package import UserFiles

extension ItemStore {
  /// Creates a new store without items.
  ///
  /// The store is built at `<path>.new`, synced, and renamed only when it is complete. A crash
  /// therefore leaves either no store or a complete store. The caller must hold the advisory lock
  /// (`flock`) of the store's directory. So a file `<path>.new` from an earlier crash is not in
  /// use, and is removed. An existing store is never replaced.
  ///
  /// - Parameters:
  ///   - historyHead: The encoded head (authenticated summary) of the empty change history.
  ///   - epochs: The generations of keys that the rows of the store will have.
  /// - Throws: `refused(.exists)` if `path` already exists.
  package static func create(
    _ path: String, _ identity: StoreIdentity, historyHead: [UInt8], epochs: KeyEpochs = .first,
    options: StoreOptions = StoreOptions()
  ) throws(StorageError) {
    let directory = parent(of: path)
    let calls = FileCalls(gate: options.gate)
    try StoreFile.examineFileSystem(directory, options)
    var status = stat()
    guard calls.look(path, .database, &status, following: false) != 0 else {
      throw StoreFile.refusal(.exists, path)
    }
    guard errno == ENOENT else { throw .system(errno, path) }
    let draft = path + ".new"
    try makeDraft(
      draft, identity, historyHead: historyHead, epochs: epochs, options: options)
    do throws(StorageError) {
      try publish(draft, as: path, calls)
      guard calls.sync(directory, .directory) == 0 else { throw .system(errno, directory) }
    } catch {
      _ = removeDraft(draft, calls)
      throw error
    }
  }

  /// Removes the files of a store whose creation was interrupted.
  ///
  /// Returns false, with `errno` set, if a file cannot be removed. The database file itself is
  /// removed last. So if the database file does not exist, no other file of the creation exists.
  ///
  /// - Parameter draft: The path of the unfinished database file.
  package static func removeDraft(_ draft: String, _ calls: FileCalls) -> Bool {
    removeBeside(draft, calls) && (calls.remove(draft, .database) == 0 || errno == ENOENT)
  }

  /// Removes the log, the mark file and the other files beside a database file that is not open.
  ///
  /// Returns false, with `errno` set, if a file cannot be removed.
  static func removeBeside(_ draft: String, _ calls: FileCalls) -> Bool {
    let beside: [(String, FileOperation.File)] = [
      ("-journal", .journal), ("-wal", .log), ("-shm", .index), ("-mark", .mark),
    ]
    return beside.allSatisfy { suffix, file in
      calls.remove(draft + suffix, file) == 0 || errno == ENOENT
    }
  }

  /// Builds a complete, synced store at the temporary path `draft`.
  ///
  /// If the call fails, no file remains.
  ///
  /// - Parameter content: The initial content of the tables. If it is given, the finished store is
  ///   read back and checked against this content. Nil for a store without items.
  static func makeDraft(
    _ draft: String, _ identity: StoreIdentity, historyHead: [UInt8], epochs: KeyEpochs,
    options: StoreOptions, content: StoreContent? = nil
  ) throws(StorageError) {
    let directory = parent(of: draft)
    let calls = FileCalls(gate: options.gate)
    // SQLite would play a leftover journal back into the new file.
    guard removeDraft(draft, calls) else { throw .system(errno, draft) }
    try makeEmptyFile(draft, calls)
    do throws(StorageError) {
      try build(
        draft, identity, historyHead: historyHead, epochs: epochs, options: options,
        content: content)
      try content?.confirm(draft, options)
      // When SQLite closes its last connection, it does not report files that it could not remove.
      guard removeBeside(draft, calls) else { throw .system(errno, draft) }
      guard calls.sync(draft, .database) == 0 else { throw .system(errno, draft) }
      // The directory is synced before the file gets its name: a journal that reappeared after a
      // power failure would be a stray file.
      guard calls.sync(directory, .directory) == 0 else { throw .system(errno, directory) }
    } catch {
      _ = removeDraft(draft, calls)
      throw error
    }
  }

  private static func build(
    _ draft: String, _ identity: StoreIdentity, historyHead: [UInt8], epochs: KeyEpochs,
    options: StoreOptions, content: StoreContent?
  ) throws(StorageError) {
    var opening = Connection.Opening()
    opening.creates = true
    opening.salt = identity.salt
    opening.pageSize = Int32(clamping: options.pageSize)
    opening.gate = options.gate
    let connection = try Connection(draft, opening)
    try connection.reserveSumRoom()
    try connection.execute("PRAGMA page_size = \(options.pageSize)")
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA temp_store = MEMORY")
    try connection.begin(.write)
    for statement in SchemaText.statements { try connection.execute(statement) }
    try connection.execute("PRAGMA application_id = \(SchemaText.applicationNumber)")
    try connection.execute("PRAGMA user_version = \(SchemaText.formatVersion)")
    try StoreCounters.create(identity, head: historyHead, epochs: epochs, connection)
    try content?.write(connection)
    try connection.commit()
    // The header keeps the journal mode. The checkpoint empties the log, so one file is the whole
    // store.
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint(truncating: true)
  }

  /// Creates an empty database file with mode 0600.
  ///
  /// SQLite would create the file with a mode that depends on the umask.
  static func makeEmptyFile(_ path: String, _ calls: FileCalls) throws(StorageError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = calls.open(path, flags, .database)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EPERM ? .readOnly : .system(errno, path)
    }
    close(descriptor)
  }

  /// Renames the finished database file to its final path, or throws if a file with that path
  /// exists.
  private static func publish(
    _ draft: String, as path: String, _ calls: FileCalls
  ) throws(StorageError) {
    if calls.link(draft, to: path, .database) == 0 {
      // The store exists now. If its second name stays, the next opening removes it.
      _ = calls.remove(draft, .database)
      return
    }
    switch errno {
    case EEXIST: throw StoreFile.refusal(.exists, path)
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      // This file system has no hard links. The lock of the caller keeps other processes from
      // creating a file with this name.
      guard unsafe access(path, F_OK) != 0 else { throw StoreFile.refusal(.exists, path) }
      guard calls.rename(draft, to: path, .database) == 0 else { throw .system(errno, path) }
    case EACCES: throw .readOnly
    default: throw .system(errno, path)
    }
  }

  /// Returns the directory that contains a file.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
