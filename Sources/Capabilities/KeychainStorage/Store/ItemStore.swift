// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory
import UserFiles

/// The encrypted rows in one store directory, without the keys to decrypt them.
///
/// An item store can be used from any thread. Each reader uses a connection that no other thread
/// uses meanwhile. Writers wait in a queue and share commits. Connections and their prepared
/// statements are kept as long as the store is open. In a forked child process every call throws
/// `forked`. The child must open the store itself (Specification/design.md, "Embedded or daemon").
package final class ItemStore: Sendable {
  /// The path of the database file.
  package let path: String

  let options: StoreOptions
  private let idle: Lock<[Connection]>
  private let writer: Lock<Connection?>
  let queue: WriterQueue
  let sentinel = ForkSentinel()
  private let place: StoreFile.Place?

  /// The maximum number of connections that are kept open for later reads.
  private static let idleLimit = 8

  /// Opens an existing store, and first verifies that its files belong to a valid store of this
  /// user.
  ///
  /// If this initializer throws `refused`, it has changed no byte of the database, the write-ahead
  /// log and the mark file. The mark file says how many frames of the log are needed.
  ///
  /// - Parameter store: The identity that the store must have. Nil if the caller does not know it.
  /// - Throws: `refused` with the reason, `damaged`, `readOnly`, `full` or `busy`.
  package init(
    _ path: String, of store: Identifier16? = nil, options: StoreOptions = StoreOptions()
  ) throws(StorageError) {
    self.path = path
    self.options = options
    queue = WriterQueue(joiningLimit: options.joiningLimit)
    try StoreFile.examine(path, options)
    let first = try StoreOpening.connect(path, options)
    // The identity of the file is recorded after opening: on an overlay file system, opening for
    // writing changes the inode number.
    place = StoreFile.place(path)
    do throws(StorageError) {
      try StoreOpening.check(first, of: store)
    } catch {
      first.leavesFiles = true
      throw error
    }
    idle = Lock([])
    writer = Lock(nil)
    // A connection that cannot see other writers is not kept for reads.
    if !first.watch.isAlone { idle.withLock { $0.append(first) } }
  }

  deinit {
    guard sentinel.hasForked else { return }
    // Closing inherited descriptors would drop the locks of the parent, so they stay open until the
    // process ends.
    let connections = idle.withLock { $0 } + [writer.withLock { $0 }].compactMap { $0 }
    for connection in connections { _ = unsafe Unmanaged.passRetained(connection) }
  }

  /// Prevents the connections that are kept for later reads from changing files when they close.
  ///
  /// Call this if damage is found after the store was opened, so that a repair still finds the
  /// files as they are.
  package func leaveFiles() {
    idle.withLock { connections in
      for connection in connections { connection.leavesFiles = true }
    }
  }

  /// Returns the rows that match a plan, in the order in which they were added.
  ///
  /// If `StorePlan.isNewestFirst` is true, the order is reversed.
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

  /// Passes a reader of the store to `body`, and returns the result of `body`.
  ///
  /// All reads of the reader see the same state of the store.
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

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameter truncating: True to empty the log as well, after waiting for readers at most
  ///   `StoreOptions.busyLimit` milliseconds.
  package func checkpoint(truncating: Bool) throws(StorageError) {
    guard !sentinel.hasForked else { throw .forked }
    let deadline = MonotonicTime.now.advanced(byMilliseconds: options.busyLimit)
    guard case .leads = queue.enter(PendingWrite(nil), until: deadline) else { throw .busy }
    defer { queue.leave() }
    let connection = try writingConnection()
    connection.limitWaiting(to: deadline.millisecondsLeft)
    try connection.checkpoint(truncating: truncating)
  }

  /// True if this process was forked after the store was opened, so that it must not use the store.
  package var hasForked: Bool { sentinel.hasForked }

  /// True if the path of the store still names the database file that was opened.
  ///
  /// False after the store was removed, moved or replaced. To use the file that is now at the path,
  /// open a new store.
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
    // A missing store must not look like an empty one.
    guard isInPlace else {
      if let kept { give(kept) }
      throw StoreFile.refusal(.replaced, path)
    }
    // The stamp is taken before opening, so that a change during the opening is noticed.
    let stamp = kept == nil ? FileStamp(path) : nil
    let connection = if let kept { kept } else { try StoreOpening.connectAgain(path, options) }
    if connection.watch.isAlone { connection.stamp = stamp }
    // The time limit counts from the moment before the check of the path.
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
    // The surplus connection closes here, outside the lock.
    _ = surplus
  }

  /// Returns the only connection for changes, and opens it if necessary.
  ///
  /// Call this only on the thread of the leader: the writer that commits the changes of several
  /// queued writers together (`WriterQueue`).
  func writingConnection() throws(StorageError) -> Connection {
    if let connection = writer.withLock({ $0 }), !connection.isStale { return connection }
    // Do not open a store that was removed or replaced.
    try requirePlace()
    let connection = try StoreOpening.connectAgain(path, options)
    try StoreOpening.prepareForWriting(connection)
    writer.withLock { $0 = connection }
    return connection
  }
}

/// An error type that can be made from a `StorageError`.
///
/// If the body of a transaction throws this type, the transaction throws this type as well. For
/// that purpose, the transaction converts a `StorageError` of the store to this type.
package protocol StorageErrorConvertible: Error {
  init(_ error: StorageError)
}

extension StorageError: StorageErrorConvertible {
  package init(_ error: StorageError) { self = error }
}

extension ItemStore {
  /// True if the log's mark file (`store.db-mark`) belongs to this store, is empty, or does not
  /// exist.
  ///
  /// Another process may be writing the mark file, so an invalid file is read up to three times.
  /// Also true if the system refuses to read the file, because nothing is known about it then.
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
