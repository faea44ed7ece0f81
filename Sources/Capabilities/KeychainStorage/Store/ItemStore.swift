// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The encrypted-row store of one directory.
///
/// It never sees a key.
///
/// Safe to use from any thread: readers lease a connection each, writers stand in line and share
/// commits. Connections and their kept statements live as long as the store. In a forked child
/// every call answers `forked`; the child leaves the store alone for ever and opens its own (DESIGN
/// section 5).
package final class ItemStore: Sendable {
  /// The database file.
  package let path: String

  let options: StoreOptions
  private let idle: Lock<[Connection]>
  private let writer: Lock<Connection?>
  let queue: WriterQueue
  let sentinel = ForkSentinel()
  private let place: StoreFile.Place?

  /// At most so many reading connections wait for their next lease.
  private static let idleLimit = 8

  /// Opens an existing store, after everything that would speak against it has been looked at.
  ///
  /// Where something does, the bytes of database, log and mark stay as they are.
  ///
  /// - Parameter store: the identity that it must have; nil where nobody knows it.
  /// - Throws: `refused` with the reason, `damaged`, `readOnly`, `full`, `busy`.
  package init(
    _ path: String, of store: Identifier16? = nil, options: StoreOptions = StoreOptions()
  ) throws(StorageError) {
    self.path = path
    self.options = options
    queue = WriterQueue(joiningLimit: options.joiningLimit)
    try StoreFile.examine(path, options)
    let first = try StoreOpening.connect(path, options)
    // Not earlier: opening for writing gives a file another number where layers lie over it.
    place = StoreFile.place(path)
    do throws(StorageError) {
      try StoreOpening.check(first, of: store)
    } catch {
      first.leavesFiles = true
      throw error
    }
    idle = Lock([])
    writer = Lock(nil)
    // One that knows of nobody else serves no read.
    if !first.watch.isAlone { idle.withLock { $0.append(first) } }
  }

  deinit {
    guard sentinel.hasForked else { return }
    // Closing inherited handles would drop the parent's locks: they are left to the process's end.
    let connections = idle.withLock { $0 } + [writer.withLock { $0 }].compactMap { $0 }
    for connection in connections { _ = unsafe Unmanaged.passRetained(connection) }
  }

  /// For a store that is refused after it was opened: closing it changes no file.
  package func leaveFiles() {
    idle.withLock { connections in
      for connection in connections { connection.leavesFiles = true }
    }
  }

  /// The rows of a plan in order of insertion.
  package func fetch(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    guard plan.isNormalized else { return try fetch(plan.normalized()) }
    return try lease { (connection) throws(StorageError) in
      let reader = PlanReader(connection: connection)
      if PlanReader.isSingle(plan) {
        let rows = try reader.rows(plan)
        try connection.confirm(plan.epochs)
        return rows
      }
      try connection.begin(.read)
      defer { connection.rollback() }
      let rows = try reader.answer(plan)
      try connection.confirm(plan.epochs)
      return rows
    }
  }

  /// Gives `body` a reader that sees one state of the store however often it asks.
  package func read<R, E: StorageErrorConvertible>(
    _ body: (StoreReader) throws(E) -> R
  ) throws(E) -> R {
    let connection: Connection
    do throws(StorageError) { connection = try take() } catch { throw E(error) }
    defer { give(connection) }
    do throws(StorageError) { try connection.begin(.read) } catch { throw E(error) }
    defer { connection.rollback() }
    let result = try body(StoreReader(connection))
    do throws(StorageError) { try connection.confirmAlone() } catch { throw E(error) }
    return result
  }

  /// Copies the log into the database file.
  ///
  /// - Parameter truncating: Also empties the log, waiting for readers up to the busy limit.
  package func checkpoint(truncating: Bool) throws(StorageError) {
    guard !sentinel.hasForked else { throw .forked }
    let deadline = MonotonicTime.now.advanced(byMilliseconds: options.busyLimit)
    guard case .leads = queue.enter(PendingWrite(nil), until: deadline) else { throw .busy }
    defer { queue.leave() }
    let connection = try writingConnection()
    connection.limitWaiting(to: deadline.millisecondsLeft)
    try connection.checkpoint(truncating: truncating)
  }

  /// Whether this process is a child that must not use the store.
  package var hasForked: Bool { sentinel.hasForked }

  /// Whether the path still names the file that was opened.
  ///
  /// False after the store was removed, moved or replaced: only a store opened anew sees what is
  /// there then.
  package var isInPlace: Bool { StoreFile.place(path) == place }

  func lease<R>(
    _ body: (Connection) throws(StorageError) -> R
  ) throws(StorageError) -> R {
    let connection = try take()
    defer { give(connection) }
    let result = try body(connection)
    try connection.confirmAlone()
    return result
  }

  func take() throws(StorageError) -> Connection {
    guard !sentinel.hasForked else { throw .forked }
    let kept = idle.withLock { $0.popLast() }
    let now = MonotonicTime.now
    if let kept, let limit = kept.isInPlaceUntil, now < limit { return kept }
    // A store that is gone is not an empty one.
    guard isInPlace else {
      if let kept { give(kept) }
      throw StoreFile.refusal(.replaced, path)
    }
    // Before it is opened, so that what is changed meanwhile shows.
    let stamp = kept == nil ? FileStamp(path) : nil
    let connection = if let kept { kept } else { try StoreOpening.connectAgain(path, options) }
    if connection.watch.isAlone { connection.stamp = stamp }
    // From before the look on.
    connection.isInPlaceUntil = now.advanced(byNanoseconds: Int64(options.placeLimit) * 1_000)
    return connection
  }

  func give(_ connection: Connection) {
    guard !connection.isStale, !connection.watch.isAlone else { return }
    let surplus = idle.withLock { connections -> Connection? in
      guard connections.count < Self.idleLimit else { return connection }
      connections.append(connection)
      return nil
    }
    // Closed here, outside the lock.
    _ = surplus
  }

  /// Only called while leading the writers.
  func writingConnection() throws(StorageError) -> Connection {
    if let connection = writer.withLock({ $0 }), !connection.isStale { return connection }
    // A store that is gone, or another one in its place, is not opened.
    try requirePlace()
    let connection = try StoreOpening.connectAgain(path, options)
    try StoreOpening.prepareForWriting(connection)
    writer.withLock { $0 = connection }
    return connection
  }
}

/// An error that can carry a store's error, so that a transaction's body throws its own kind.
package protocol StorageErrorConvertible: Error {
  init(_ error: StorageError)
}

extension StorageError: StorageErrorConvertible {
  package init(_ error: StorageError) { self = error }
}

/// How a store is opened.
///
/// The defaults are those of every program but tests.
package struct StoreOptions: Sendable {
  /// Whether a store on a network file system is taken (`LATCHKEY_ALLOW_NETWORK_FS=1`).
  package var allowsNetworkFileSystem = false
  /// What kind of file system a path lies on; tests give their own answer.
  package var fileSystemKind: @Sendable (String) -> FileSystemKind? = { FileSystemKind.of($0) }
  /// How long a call waits for another writer, in milliseconds (DESIGN section 5).
  package var busyLimit = 5_000
  /// How long writers may join a transaction that is open, in milliseconds.
  package var joiningLimit = 50
  /// How long a connection that reads takes it for granted that the store is still in its place, in
  /// microseconds (Documentation/Decisions/store-in-place.md).
  package var placeLimit = 1_000
  /// Whether closing leaves database, log and mark as they are, though nobody else has them open:
  /// for who only looks.
  package var leavesFiles = false
  /// Faults to inject; nil outside tests.
  package var gate: FileGate?
  /// Bytes of a page of a new store (Documentation/Decisions/page-size.md).
  package var pageSize = 512

  package init() {}
}

extension ItemStore {
  /// Whether the mark of the log, where there is one, is a mark of this store; it is written while
  /// others write, so a bad one is looked at again.
  ///
  /// True where the system does not let it be read: nothing is known then.
  package func hasSoundMark(_ store: Identifier16) -> Bool {
    let file = LogMarkFile(path + "-mark", gate: nil)
    for _ in 0..<3 {
      switch file.read(store: StoreIdentity.salt(of: store)) {
      case .mark, .failed: return true
      case .unknown: if StoreFile.size(path + "-mark") == 0 { return true }
      }
    }
    return false
  }
}
