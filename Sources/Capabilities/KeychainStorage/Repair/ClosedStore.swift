// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import UserFiles

/// Reads the files of a store without opening the store, even if the files are damaged.
///
/// Use this class to inspect the files. If no other process has the store open, also use this class
/// to replace the files with a new store. Only one thread at a time may use an object of this
/// class.
package final class ClosedStore {
  let path: String
  let identity: Identifier16
  let salt: UInt64
  let options: StoreOptions
  let database: RawDatabase
  private let log: LogBytes
  /// True if the file at the path of the log is the log of another store.
  ///
  /// The content of that file is ignored.
  package let hasForeignLog: Bool
  private let mark: LogMark?

  /// Opens the files of a store for an inspection or a repair.
  ///
  /// - Parameters:
  ///   - identity: The identity of the store, from the keybag.
  ///   - options: The options that say whether a network file system is accepted.
  ///   - limit: The time in milliseconds to wait until all other connections are closed. Afterwards
  ///     no other connection can open the store. Nil to inspect the files while other connections
  ///     are open.
  /// - Throws: `refused` if a file of the store cannot be read, or is not a file of a store of this
  ///   user. `busy` if other connections are still open after `limit`. Also the errors of a file
  ///   that the system refuses to open, for example `readOnly`.
  package init(
    _ path: String, _ identity: Identifier16, _ options: StoreOptions, aloneWithin limit: Int?
  ) throws(StorageError) {
    try StoreFile.examine(path, options, isWhole: false)
    for end in ["-wal", "-mark"] { try StoreFile.examineBeside(path + end) }
    self.path = path
    self.options = options
    self.identity = identity
    salt = StoreIdentity.salt(of: identity)
    database = try RawDatabase(path)
    if let limit { try database.lockAlone(within: limit) }
    log = try LogBytes(path + "-wal", options)
    switch LogMarkFile(path + "-mark", gate: options.gate).read(store: salt) {
    case .mark(let mark): self.mark = mark
    case .unknown: mark = nil
    case .failed: throw StoreFile.refusal(.unreadable(errno: errno), path + "-mark")
    }
    let stores = Salvage.stores(
      inLogOf: PageImages(database, log: log.read, mark: mark, salt: salt))
    hasForeignLog = !stores.isEmpty && !stores.contains(identity)
    let images = images
    try log.confirm()
    // A page that a later version wrote is not damage.
    if let head = images.image(1), head.isSound {
      let version = Int(LogHeader.number(head.bytes, 60))
      guard version <= SchemaText.formatVersion else {
        throw StoreFile.refusal(
          .newerVersion(found: version, supported: SchemaText.formatVersion), path)
      }
    }
  }

  /// All rows, history entries and other records that can be found in the files of the store.
  package var salvage: Salvage { Salvage(images) }

  /// The damaged pages and frames in the files of the store.
  package var findings: StoreFindings { StoreFindings(images, log: scan.finding()) }

  /// The number of committed frames that are missing from the log, according to its mark file.
  ///
  /// The mark file says how many frames of the log are needed. The content of the missing frames is
  /// unknown.
  package var lostFrames: Int { scan.lostFrames(of: images.frameCount) }

  /// True if it is unknown how many frames of the log are needed, because there is no valid mark
  /// file with that number.
  ///
  /// In this case the header of the log is damaged, or the file at the log's path is the log of
  /// another store.
  package var hasLogOfUnknownLength: Bool {
    scan.hasUnknownLength || hasForeignLog && mark == nil
  }

  /// True if another SQLite program has written the log into the database file and removed the log.
  ///
  /// The page with the newest head of the change history (its authenticated summary) is then in the
  /// database file. The page has no correct checksum, because the other program writes no
  /// checksums. If only the log had been removed, the file would have an older head on a page with
  /// a correct checksum.
  ///
  /// - Parameter head: The page or frame in which the newest head was found, or nil if no head was
  ///   found.
  package func hasLogWrittenBack(_ head: Salvage.Origin?) -> Bool {
    guard mark?.state == .inUse, log.size == 0, let head, head.frame == nil, head.isCurrent
    else { return false }
    return images.inFile(head.page)?.isSound == false
  }

  /// Returns the number of log frames after the frame `head` that do not say which page they
  /// contain.
  ///
  /// If `head` is nil, all frames of the log are included.
  package func unknownFrames(behind head: UInt32?) -> Int { images.unknownFrames(behind: head) }

  /// True if every needed frame of the log is undamaged, and the mark file is valid, empty or
  /// missing.
  ///
  /// The mark file says how many frames of the log are needed.
  package var hasSoundLog: Bool {
    !hasForeignLog && scan.finding() == nil
      && images.damagedFrames.isEmpty && lostFrames == 0 && hasSoundMark
  }

  /// True if the mark file, which says how many frames of the log are needed, is valid, empty or
  /// missing.
  package var hasSoundMark: Bool { mark != nil || StoreFile.size(path + "-mark") == 0 }

  private var scan: LogScan { LogScan(mark: mark, source) }
  private var images: PageImages { PageImages(database, log: source, mark: mark, salt: salt) }
  private var source: LogScan.Source { hasForeignLog ? { _, _ in nil } : log.read }
}

/// Replaces the files of a store with those of a new store.
///
/// The caller must hold the advisory lock (`flock`) of the store's directory, and no other
/// connection may have the store open. If the process is killed at any point, either the old store
/// is still there, or the replacement has begun. The next process that opens the store finishes a
/// replacement that has begun (`StoreSwap`).
extension ClosedStore {
  private var draft: String { path + ".new" }
  private var calls: FileCalls { FileCalls(gate: options.gate) }

  /// Writes a new store with the given content to `<path>.new`, and reads the new store back.
  ///
  /// The files of the old store are not changed. If the call fails, no file of the new store
  /// remains.
  package func prepare(_ content: StoreContent) throws(StorageError) {
    try log.confirm()
    try ItemStore.makeDraft(
      draft, content.identity, historyHead: content.head, epochs: content.epochs,
      options: options, content: content)
  }

  /// Renames the old files, and gives the prepared store the path of the old store.
  ///
  /// - Parameter stamp: A text in the new names of the old files, to distinguish this repair from
  ///   others.
  /// - Returns: The new names of the old files.
  package func replace(stamp: String) throws(StorageError) -> [String] {
    try StoreSwap(path, options).run(stamp: stamp)
  }

  /// Removes the files of the store that `prepare` or `prepareCopy` has made.
  package func discard() { _ = ItemStore.removeDraft(draft, calls) }

  /// Makes a copy of the store with correct checksums on all pages, if `isRight` accepts the copy.
  ///
  /// `isRight` gets a reader that ignores page checksums. The original files are not changed.
  ///
  /// - Returns: False if `isRight` rejects the copy. The copy is then removed.
  package func prepareCopy<E: StorageErrorConvertible>(
    _ isRight: (StoreReader) throws(E) -> Bool
  ) throws(E) -> Bool {
    do throws(StorageError) {
      try copyFiles()
    } catch {
      discard()
      throw E(error)
    }
    do throws(E) {
      guard try UncheckedStore.read(draft, of: identity, options: options, isRight) else {
        discard()
        return false
      }
    } catch {
      discard()
      throw error
    }
    do throws(StorageError) {
      try writeSums()
      return true
    } catch {
      discard()
      throw E(error)
    }
  }

  /// Copies the database to `<path>.new` and the log beside it, without changing a byte.
  private func copyFiles() throws(StorageError) {
    try StoreFile.examine(path, options)
    guard ItemStore.removeDraft(draft, calls) else { throw .system(errno, draft) }
    try copy(database.size, to: draft, .database) { database.read($0, $1) }
    try copy(log.size, to: draft + "-wal", .log) { log.read($0, $1) }
  }

  private func copy(
    _ size: Int, to target: String, _ file: FileOperation.File,
    _ read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(StorageError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = calls.open(target, flags, file)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EPERM ? .readOnly : .system(errno, target)
    }
    defer { close(descriptor) }
    for offset in stride(from: 0, to: size, by: 1 << 20) {
      guard let bytes = read(offset, min(1 << 20, size - offset)) else { throw .system(EIO, path) }
      guard calls.write(bytes, to: descriptor, at: Int64(offset), target, file) == 0 else {
        throw .system(errno, target)
      }
    }
  }

  /// Replaces every wrong checksum in the copy that `prepareCopy` makes with the correct checksum
  /// of the page.
  private func writeSums() throws(StorageError) {
    guard ItemStore.removeBeside(draft, calls) else { throw .system(errno, draft) }
    let database = try RawDatabase(draft)
    let images = PageImages(database, log: { _, _ in nil }, mark: nil, salt: salt)
    guard Int(images.filePages) * images.pageSize == database.size else {
      throw StoreFile.refusal(.truncated, path)
    }
    for number in stride(from: UInt32(1), through: images.filePages, by: 1) {
      guard let image = images.inFile(number) else { throw StoreFile.refusal(.truncated, path) }
      guard !image.isSound else { continue }
      let bytes = unsafe PageTail.bytes(of: image.bytes, number: number, salt: salt)
      try database.write(bytes, at: Int(number) * images.pageSize - PageSum.size)
    }
    try database.sync()
    // The directory is synced before the draft gets its final name. Otherwise a removed log or
    // index could reappear beside the draft after a power failure.
    let directory = ItemStore.parent(of: path)
    guard calls.sync(directory, .directory) == 0 else { throw .system(errno, directory) }
  }
}

/// Reads a copy of a store without checking page checksums.
///
/// Use it for a store whose checksums may be wrong only because another SQLite program, which
/// writes no checksums, has written the store.
private enum UncheckedStore {
  /// Opens a copy of a store, passes a reader of the copy to `body`, and returns the result of
  /// `body`.
  ///
  /// Afterwards the copy has no log, and the database file is in WAL mode.
  ///
  /// - Parameter store: The identity that the store must have.
  /// - Throws: The errors that opening a store throws.
  static func read<R, E: StorageErrorConvertible>(
    _ path: String, of store: Identifier16, options: StoreOptions,
    _ body: (StoreReader) throws(E) -> R
  ) throws(E) -> R {
    let connection: Connection
    do throws(StorageError) {
      try StoreFile.examine(path, options)
      var opening = Connection.Opening()
      opening.busyLimit = Int32(clamping: options.busyLimit)
      opening.gate = options.gate
      opening.checksSums = false
      connection = try Connection(path, opening)
    } catch {
      throw E(error)
    }
    do throws(StorageError) {
      try prepare(connection, store)
    } catch {
      connection.leavesFiles = true
      throw E(error)
    }
    defer { connection.rollback() }
    return try body(StoreReader(connection))
  }

  private static func prepare(
    _ connection: Connection, _ store: Identifier16
  ) throws(StorageError) {
    try connection.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else { throw .busy }
    try connection.begin(.write)
    connection.rollback()
    try StoreOpening.check(connection, of: store)
    try connection.checkpoint(truncating: true)
    try connection.begin(.read)
  }
}

/// Reads the bytes of a store's write-ahead log.
///
/// Unlike the database file, the log may be opened and closed at any time, because SQLite does not
/// lock the log. Only one thread at a time may use this object.
private final class LogBytes {
  private let path: String
  private let calls: FileCalls
  /// The descriptor of the open log, or -1 if there is no log.
  private let descriptor: Int32
  /// The `errno` of the first failed read of the log, or nil if no read has failed.
  private var failure: Int32?

  /// Opens the log for reading, if it exists.
  ///
  /// - Throws: `refused` if the log exists but cannot be opened, because its frames may be needed.
  init(_ path: String, _ options: StoreOptions) throws(StorageError) {
    self.path = path
    calls = FileCalls(gate: options.gate)
    descriptor = calls.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, .log)
    guard descriptor >= 0 || errno == ENOENT else {
      throw StoreFile.refusal(.unreadable(errno: errno), path)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The size of the log in bytes, or 0 if there is no log.
  var size: Int {
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Returns `count` bytes of the log, starting at an offset.
  ///
  /// Nil if the log is missing, ends before the last of these bytes, or cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = calls.read(&bytes, from: descriptor, at: offset, path, .log)
    if found < 0, failure == nil { failure = errno }
    return found == count ? bytes : nil
  }

  /// Throws `refused` if the system has refused to read a part of the log.
  ///
  /// Without this check, an unreadable part would be mistaken for the end of the log.
  func confirm() throws(StorageError) {
    if let failure { throw StoreFile.refusal(.unreadable(errno: failure), path) }
  }
}
