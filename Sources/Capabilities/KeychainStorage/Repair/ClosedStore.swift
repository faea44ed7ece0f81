// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// The files of a store that is not opened, however damaged they are.
///
/// For looking into them, and, while nobody else has the store open, for putting a new store in
/// their place. Used by one thread at a time.
package final class ClosedStore {
  let path: String
  let identity: Identifier16
  let salt: UInt64
  let options: StoreOptions
  let database: RawDatabase
  private let log: LogBytes
  /// Whether the log is another store's: nothing of it counts.
  package let hasForeignLog: Bool
  private let mark: LogMark?

  /// - Parameters:
  ///   - identity: the store's, as the keybag has it.
  ///   - options: whether a network file system is taken.
  ///   - limit: nil to look only; else everybody else is kept out from now on, and waited for so
  ///     many milliseconds.
  /// - Throws: `refused` and `readOnly` as an opening, and by its name a log or mark that is there
  ///   and cannot be read; `busy` while others have it open.
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
    // What a later version wrote is not damage.
    if let head = images.image(1), head.isSound {
      let version = Int(LogHeader.number(head.bytes, 60))
      guard version <= SchemaText.formatVersion else {
        throw StoreFile.refusal(
          .newerVersion(found: version, supported: SchemaText.formatVersion), path)
      }
    }
  }

  /// Everything in the files that looks like a row.
  package var salvage: Salvage { Salvage(images) }

  /// What is wrong with the files.
  package var findings: StoreFindings { StoreFindings(images, log: scan.finding()) }

  /// How many committed frames of the log are not there any more; what they held, nobody knows.
  package var lostFrames: Int { scan.lostFrames(of: images.frameCount) }

  /// Whether the head of the log is destroyed, or the log gone, and no mark tells how much of it is
  /// needed.
  package var hasLogOfUnknownLength: Bool {
    scan.hasUnknownLength || hasForeignLog && mark == nil
  }

  /// Whether the log is gone because a program without sums, as the last to close the store, has
  /// written it into the database file: the newest head stands there without a sum of ours.
  ///
  /// Who only removes the log leaves the head that came before it, under its sum.
  package func hasLogWrittenBack(_ head: Salvage.Origin?) -> Bool {
    guard mark?.state == .inUse, log.size == 0, let head, head.frame == nil, head.isCurrent
    else { return false }
    return images.inFile(head.page)?.isSound == false
  }

  /// How many frames behind the one of the newest head, or nil: all, do not tell what they held.
  package func unknownFrames(behind head: UInt32?) -> Int { images.unknownFrames(behind: head) }

  /// Whether the log is all that was committed, and the mark tells so.
  package var hasSoundLog: Bool {
    !hasForeignLog && scan.finding() == nil
      && images.damagedFrames.isEmpty && lostFrames == 0 && hasSoundMark
  }

  /// Whether a mark that is there says what one must say.
  package var hasSoundMark: Bool { mark != nil || StoreFile.size(path + "-mark") == 0 }

  private var scan: LogScan { LogScan(mark: mark, source) }
  private var images: PageImages { PageImages(database, log: source, mark: mark, salt: salt) }
  private var source: LogScan.Source { hasForeignLog ? { _, _ in nil } : log.read }
}

/// Putting another store in the place of one that is kept from everybody else.
///
/// The caller holds the directory's lock. A kill at any point leaves the old store, or one that the
/// next opening finishes (`StoreSwap`).
extension ClosedStore {
  private var draft: String { path + ".new" }
  private var calls: FileCalls { FileCalls(gate: options.gate) }

  /// Builds a new store beside the old one and reads it once more; nothing else is changed, and
  /// nothing stays where that fails.
  package func prepare(_ content: StoreContent) throws(StorageError) {
    try log.confirm()
    try ItemStore.makeDraft(
      draft, content.identity, historyHead: content.head, epochs: content.epochs,
      options: options, content: content)
  }

  /// Puts what was prepared in place of the files, which are moved aside.
  ///
  /// - Returns: the names that the old files have now.
  package func replace(stamp: String) throws(StorageError) -> [String] {
    try StoreSwap(path, options).run(stamp: stamp)
  }

  /// Removes what was prepared.
  package func discard() { _ = ItemStore.removeDraft(draft, calls) }

  /// Prepares a copy of the store with right sums on all pages, if `isRight` says so of a copy that
  /// is read whatever the sums say.
  ///
  /// The files themselves stay as they are, to the byte.
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

  /// Database and log as they are, under the draft's name.
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

  /// Writes the sum of every page of the draft anew, over whatever the pages hold.
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
    // Before the name: what stood beside the draft must not come back after a power failure.
    let directory = ItemStore.parent(of: path)
    guard calls.sync(directory, .directory) == 0 else { throw .system(errno, directory) }
  }
}

/// A copy of a store, read whatever the sums of its pages say; for what another SQLite has written.
private enum UncheckedStore {
  /// Gives `body` a reader; afterwards no log is left and the file is in WAL mode again.
  ///
  /// - Parameter store: the identity that it must have.
  /// - Throws: what an opening throws.
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

/// The log as bytes; it carries no locks, so a descriptor of one's own does no harm.
///
/// Used by one thread at a time.
private final class LogBytes {
  private let path: String
  private let calls: FileCalls
  /// -1 where there is no log.
  private let descriptor: Int32
  /// The `errno` of the first read that the system refused.
  private var failure: Int32?

  /// - Throws: `refused` for a log that is there and cannot be opened: it may be needed.
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

  /// Bytes of the log; 0 where there is none.
  var size: Int {
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Bytes at an offset; nil where the log ends before their end or is not there.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = calls.read(&bytes, from: descriptor, at: offset, path, .log)
    if found < 0, failure == nil { failure = errno }
    return found == count ? bytes : nil
  }

  /// Refuses a log of which a part could not be read: it is not a log that ends there.
  func confirm() throws(StorageError) {
    if let failure { throw StoreFile.refusal(.unreadable(errno: failure), path) }
  }
}
