// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The head (authenticated summary) of the change history, decoded so that the engine can update it
/// with each change of a transaction.
package protocol OpenHead: Sendable {
  /// Returns the head (authenticated summary) of the change history as the bytes that are written
  /// to the store.
  func encode() throws(StorageError) -> [UInt8]
}

/// A write transaction of the store: either all of its changes become durable, or no change does.
///
/// A transaction is valid only inside the closure that receives it. The engine sets every value of
/// a row (Specification/sync.md, "Seams", S4). The store only assigns write numbers (numbers of
/// changes) and updates its counters.
package final class WriteTransaction {
  private let connection: Connection
  private var counters: StoreCounters
  /// True if the writer whose changes run now has tried to change rows or the history.
  ///
  /// A failed attempt counts too, because it may have left changed pages behind. The value is set
  /// to false before the changes of a joining writer with `refusesFirst` run: this writer has no
  /// savepoint. If the writer fails and the value is then true, the whole transaction must be
  /// undone.
  private var isChanged = false

  /// Reads the counters of the store for a transaction that has begun.
  ///
  /// - Parameter connection: A connection that has begun a write transaction.
  init(_ connection: Connection) throws(StorageError) {
    self.connection = connection
    counters = try StoreCounters.read(connection)
  }

  /// The identity of the store: its identifier, its incarnation (a random identifier that changes
  /// with each restore) and its time of creation.
  package var identity: StoreIdentity { counters.identity }

  /// The write number (number of the change) of the last change of the store, including the changes
  /// of this transaction.
  package var lastWrite: Int64 { counters.write }

  /// The encoded head (authenticated summary) of the change history, as the engine has sealed it.
  ///
  /// The store writes these bytes without interpreting them.
  package var historyHead: [UInt8] {
    get throws(StorageError) {
      try closeHead()
      return counters.head
    }
  }

  /// Replaces the encoded head (authenticated summary) of the change history by new bytes from the
  /// engine.
  package func setHistoryHead(_ head: [UInt8]) {
    counters.head = head
    counters.openHead = nil
  }

  /// The decoded head (authenticated summary) of the change history, or nil if the transaction has
  /// not changed the history.
  ///
  /// The engine updates the head with each change. The head is encoded into `historyHead` before
  /// the commit.
  package var openHead: (any OpenHead)? {
    get { counters.openHead }
    set { counters.openHead = newValue }
  }

  /// The generations of keys with which rows of the store may be sealed.
  ///
  /// Writers use the current generation for new rows.
  package var keyEpochs: KeyEpochs {
    get { counters.epochs }
    set { counters.epochs = newValue }
  }

  /// Throws `readOnly` if the database was opened only for reading.
  ///
  /// Without this check, SQLite would fail only at the first change.
  package func requireWritable() throws(StorageError) {
    guard !connection.isReadOnly else { throw .readOnly }
  }

  /// The connection for making a change.
  ///
  /// Reading this property sets `isChanged`.
  private var changing: Connection {
    isChanged = true
    return connection
  }

  /// Returns the next unused write number, the number that identifies one change of a row.
  ///
  /// The numbers of one transaction are consecutive (Specification/sync.md, "Seams", S6).
  package func nextWrite() -> Int64 {
    counters.write += 1
    return counters.write
  }

  /// Inserts a new item row, with its write number (number of the change) as the row number.
  ///
  /// The write number must come from `nextWrite` of this transaction.
  ///
  /// - Returns: The row number.
  /// - Throws: `duplicate` if another row has the same slot (digest of the primary key), persistent
  ///   reference or UUID.
  @discardableResult
  package func insert(_ row: SealedRow) throws(StorageError) -> Int64 {
    try RowWriter(changing).insert(row)
    return row.facts.write
  }

  /// Inserts a new item row and returns true, unless another row has its slot (digest of the
  /// primary key), persistent reference or UUID.
  ///
  /// Returns false if another row has one of these values. In that case nothing is changed, because
  /// SQLite checks before it makes the first change.
  package func insertIfFree(_ row: SealedRow) throws(StorageError) -> Bool {
    let wasChanged = isChanged
    do throws(StorageError) {
      try RowWriter(changing).insert(row)
      return true
    } catch .duplicate {
      isChanged = wasChanged
      return false
    }
  }

  /// Replaces all columns of the row with the row number `row.id` (Specification/sync.md, "Seams",
  /// S2).
  ///
  /// - Throws: `duplicate` as `insert` does. `unexpected` if there is no row with that number.
  package func replace(_ row: SealedRow) throws(StorageError) {
    try RowWriter(changing).replace(row)
  }

  /// Removes a row without a trace: no tombstone remains.
  package func remove(_ itemClass: ItemClass, id: Int64) throws(StorageError) {
    try RowWriter(changing).remove(itemClass, id: id)
  }

  /// Moves an unusable row, for example a row that cannot be decrypted, into the table `aside`,
  /// which queries do not read.
  ///
  /// The row is kept unchanged. Another row can then have its slot (digest of the primary key).
  package func moveAside(
    _ itemClass: ItemClass, id: Int64, at time: Instant
  ) throws(StorageError) {
    try RowWriter(changing).moveAside(itemClass, id: id, at: time)
  }

  /// Returns the row of a class with a slot (the digest of its primary key), including its secret.
  ///
  /// The row may be live or a tombstone. Nil if there is no row with this slot.
  package func row(inSlot slot: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try StoreReader(connection).row(inSlot: slot, of: itemClass)
  }

  /// Returns the rows that match a plan, in the order in which they were added.
  ///
  /// If `StorePlan.isNewestFirst` is true, the order is reversed.
  package func fetch(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    try StoreReader(connection).fetch(plan)
  }

  /// A reader that also sees the changes of this transaction.
  package var reader: StoreReader { StoreReader(connection) }

  /// Adds an entry to the change history.
  ///
  /// If the history has too many or too old entries (`HistoryWriter`), old entries are dropped
  /// before the commit.
  ///
  /// - Parameter chain: The engine's message authentication code over the code of the previous
  ///   entry and this entry. The code is stored with the entry.
  package func record(_ entry: HistoryEntry, chain: [UInt8]) throws(StorageError) {
    try HistoryWriter(changing).append(entry, chain: chain, &counters)
  }

  /// Replaces those columns of a history entry that depend on the store's keys: the encrypted
  /// caller and the authentication code.
  ///
  /// `write` is the write number (number of the change) that identifies the entry.
  package func replaceHistory(
    write: Int64, caller: [UInt8], chain: [UInt8]
  ) throws(StorageError) {
    try HistoryWriter(changing).replace(write: write, caller: caller, chain: chain)
  }

  /// Stores a row of the table `registry` (the application history), and replaces the earlier row
  /// with the same `name` if it exists.
  package func keepRegistry(_ row: RegistryRow) throws(StorageError) {
    try RegistryWriter(changing).keep(row)
  }

  /// Removes the row of an application from the table `registry` (the application history).
  ///
  /// - Parameter name: The digest of the application's identifier.
  package func removeRegistry(_ name: Identifier16) throws(StorageError) {
    try RegistryWriter(changing).remove(name)
  }

  /// Gives the store a new incarnation, the random identifier that changes with each restore
  /// (Specification/sync.md, "Seams", S5).
  package func renewIncarnation(_ incarnation: Identifier16) throws(StorageError) {
    try StoreCounters.renewIncarnation(incarnation, changing)
  }

  /// Runs `body`, and undoes only the changes of `body` if it throws.
  package func part<R>(_ body: () throws(StorageError) -> R) throws(StorageError) -> R {
    let before = counters
    try changing.beginPart()
    do throws(StorageError) {
      let result = try body()
      try connection.keepPart()
      return result
    } catch {
      // After a full disk, SQLite has already undone the whole transaction, including this part.
      if connection.isInTransaction { try connection.undoPart() }
      counters = before
      throw error
    }
  }

  /// Runs the changes of another writer in this transaction.
  ///
  /// If the writer's function returns false, only its changes are undone, and the transaction goes
  /// on.
  ///
  /// - Returns: False if the whole transaction must be undone, for one of two reasons. After some
  ///   system failures, for example if a page cannot be read, SQLite itself has undone the
  ///   transaction. The other reason is a writer with `refusesFirst` whose function returned false
  ///   after a change. This writer has no savepoint, so its changes cannot be undone alone.
  func join(_ write: PendingWrite) throws(StorageError) -> Bool {
    let before = counters
    if write.refusesFirst { return run(write, before) }
    try connection.beginPart()
    let isKept = write.run(in: self)
    guard connection.isInTransaction else { return false }
    guard !isKept else {
      try connection.keepPart()
      return true
    }
    try connection.undoPart()
    counters = before
    return true
  }

  private func run(_ write: PendingWrite, _ before: StoreCounters) -> Bool {
    isChanged = false
    if write.run(in: self) { return true }
    guard connection.isInTransaction, !isChanged else { return false }
    counters = before
    return true
  }

  /// Drops old history entries if there are too many or too old ones (`HistoryWriter`), and writes
  /// the counters to the table `meta`.
  ///
  /// Call this as the last step before the commit.
  func finish() throws(StorageError) {
    try HistoryWriter(connection).prune(&counters)
    try closeHead()
    try counters.writeIfChanged(connection)
  }

  private func closeHead() throws(StorageError) {
    guard let open = counters.openHead else { return }
    setHistoryHead(try open.encode())
  }
}
