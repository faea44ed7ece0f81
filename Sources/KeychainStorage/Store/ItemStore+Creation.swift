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
    try StoreFile.examineFileSystem(directory, options)
    var status = stat()
    if unsafe lstat(path, &status) == 0 { throw StoreFile.refusal(.exists, path) }
    let draft = path + ".new"
    for leftover in ["", "-journal", "-wal", "-shm"] { unsafe unlink(draft + leftover) }
    try makeEmptyFile(draft)
    do throws(StorageError) {
      try build(draft, identity, historyHead: historyHead, epochs: epochs, options: options)
      try sync(draft)
      try publish(draft, as: path)
      try sync(directory)
    } catch {
      for leftover in ["", "-journal", "-wal", "-shm"] { unsafe unlink(draft + leftover) }
      throw error
    }
  }

  private static func build(
    _ draft: String, _ identity: StoreIdentity, historyHead: [UInt8], epochs: KeyEpochs,
    options: StoreOptions
  ) throws(StorageError) {
    var opening = Connection.Opening()
    opening.creates = true
    opening.salt = identity.salt
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
    try connection.commit()
    // Kept in the header; leaving the log empty, so that the one file is the store.
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint(truncating: true)
  }

  /// Makes the file with its final mode before SQLite, which would follow the umask.
  static func makeEmptyFile(_ path: String) throws(StorageError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else {
      switch errno {
      case EROFS, EACCES, EPERM: throw .readOnly
      case ENOSPC, EDQUOT: throw .full
      case let code: throw StoreFile.refusal(.unreadable(errno: code), path)
      }
    }
    close(descriptor)
  }

  /// Gives the finished file its name, unless the name is taken.
  private static func publish(_ draft: String, as path: String) throws(StorageError) {
    if unsafe link(draft, path) == 0 {
      unsafe unlink(draft)
      return
    }
    switch errno {
    case EEXIST: throw StoreFile.refusal(.exists, path)
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      // No hard links here; the caller's lock keeps others away from the name.
      guard unsafe access(path, F_OK) != 0 else { throw StoreFile.refusal(.exists, path) }
      guard unsafe rename(draft, path) == 0 else { throw .inputOutput(SQLITE_IOERR) }
    case ENOSPC, EDQUOT: throw .full
    case EROFS, EACCES: throw .readOnly
    default: throw .inputOutput(SQLITE_IOERR)
    }
  }

  /// Syncs a file or directory that no connection is open on.
  static func sync(_ path: String) throws(StorageError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .inputOutput(SQLITE_IOERR) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw errno == ENOSPC || errno == EDQUOT ? .full : .inputOutput(SQLITE_IOERR | (4 << 8))
    }
  }

  /// The directory that a file lies in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
