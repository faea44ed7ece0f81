// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes

extension ItemStore {
  /// Makes a new store and nothing in it.
  ///
  /// Built beside its place as `<path>.new`, synced, and given its name only when it is whole; so a
  /// crash leaves either no store or a complete one. The caller holds the directory's lock, so a
  /// leftover `.new` is nobody's and goes. An existing store is never replaced.
  ///
  /// - Parameters:
  ///   - historyHead: The code that the history starts from.
  ///   - epochs: The generations of keys that its rows will have.
  /// - Throws: `refused(.exists)` when the name is taken.
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

  /// Removes what a creation that was cut off has left; false with `errno` where that is refused.
  ///
  /// The draft itself goes last: where it is not there, nothing of it is.
  package static func removeDraft(_ draft: String, _ calls: FileCalls) -> Bool {
    removeBeside(draft, calls) && (calls.remove(draft, .database) == 0 || errno == ENOENT)
  }

  /// The files that SQLite and we keep beside an open database.
  static func removeBeside(_ draft: String, _ calls: FileCalls) -> Bool {
    let beside: [(String, FileOperation.File)] = [
      ("-journal", .journal), ("-wal", .log), ("-shm", .index), ("-mark", .mark),
    ]
    return beside.allSatisfy { suffix, file in
      calls.remove(draft + suffix, file) == 0 || errno == ENOENT
    }
  }

  /// Makes a whole store under a name that nobody opens, and syncs it; nothing stays when it fails.
  ///
  /// - Parameter content: what the tables hold from the beginning; then the draft is read anew and
  ///   compared with it.
  static func makeDraft(
    _ draft: String, _ identity: StoreIdentity, historyHead: [UInt8], epochs: KeyEpochs,
    options: StoreOptions, content: StoreContent? = nil
  ) throws(StorageError) {
    let directory = parent(of: draft)
    let calls = FileCalls(gate: options.gate)
    // A journal that stayed would be played back into the new file.
    guard removeDraft(draft, calls) else { throw .system(errno, draft) }
    try makeEmptyFile(draft, calls)
    do throws(StorageError) {
      try build(
        draft, identity, historyHead: historyHead, epochs: epochs, options: options,
        content: content)
      try content?.confirm(draft, options)
      // SQLite does not tell at its last close what it could not remove.
      guard removeBeside(draft, calls) else { throw .system(errno, draft) }
      guard calls.sync(draft, .database) == 0 else { throw .system(errno, draft) }
      // Before the name: a journal that came back after a power failure would be a stray file.
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
    // Kept in the header; leaving the log empty, so that the one file is the store.
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint(truncating: true)
  }

  /// Makes the file with its final mode before SQLite, which would follow the umask.
  static func makeEmptyFile(_ path: String, _ calls: FileCalls) throws(StorageError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = calls.open(path, flags, .database)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EPERM ? .readOnly : .system(errno, path)
    }
    close(descriptor)
  }

  /// Gives the finished file its name, unless the name is taken.
  private static func publish(
    _ draft: String, as path: String, _ calls: FileCalls
  ) throws(StorageError) {
    if calls.link(draft, to: path, .database) == 0 {
      // The store is there; a second name that stays is removed by the next opening.
      _ = calls.remove(draft, .database)
      return
    }
    switch errno {
    case EEXIST: throw StoreFile.refusal(.exists, path)
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      // No hard links here; the caller's lock keeps others away from the name.
      guard unsafe access(path, F_OK) != 0 else { throw StoreFile.refusal(.exists, path) }
      guard calls.rename(draft, to: path, .database) == 0 else { throw .system(errno, path) }
    case EACCES: throw .readOnly
    default: throw .system(errno, path)
    }
  }

  /// The directory that a file lies in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
