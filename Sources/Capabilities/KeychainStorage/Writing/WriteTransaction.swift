// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The head of the history between the changes of a transaction, as the engine understands it.
package protocol OpenHead: Sendable {
  /// The bytes to keep.
  func encode() throws(StorageError) -> [UInt8]
}

/// One write transaction: all of it becomes durable, or nothing.
///
/// Lives as long as the closure it is given to. The engine assigns every value of a row
/// (spec/sync.md S4); the store hands out write numbers and keeps the counters.
package final class WriteTransaction {
  private let connection: Connection
  private var counters: StoreCounters
  /// Whether a change was begun: one that failed in the middle may have left pages behind.
  private var isChanged = false

  /// The connection has begun a write transaction.
  init(_ connection: Connection) throws(StorageError) {
    self.connection = connection
    counters = try StoreCounters.read(connection)
  }

  /// What the store is.
  package var identity: StoreIdentity { counters.identity }

  /// The highest write number given out so far, by this transaction included.
  package var lastWrite: Int64 { counters.write }

  /// The head of the history as the engine sealed it; kept with the commit, not understood.
  package var historyHead: [UInt8] {
    get throws(StorageError) {
      try closeHead()
      return counters.head
    }
  }

  /// Replaces the head.
  package func setHistoryHead(_ head: [UInt8]) {
    counters.head = head
    counters.openHead = nil
  }

  /// The head while changes are made, which takes the place of `historyHead` before the commit.
  package var openHead: (any OpenHead)? {
    get { counters.openHead }
    set { counters.openHead = newValue }
  }

  /// The generations of keys that rows may have; who writes uses the current one.
  package var keyEpochs: KeyEpochs {
    get { counters.epochs }
    set { counters.epochs = newValue }
  }

  /// Refuses where the first change would be: SQLite itself lets a transaction begin.
  package func requireWritable() throws(StorageError) {
    guard !connection.isReadOnly else { throw .readOnly }
  }

  /// The connection, for a change.
  private var changing: Connection {
    isChanged = true
    return connection
  }

  /// The next write number.
  ///
  /// Numbers of one transaction are consecutive (spec/sync.md S6).
  package func nextWrite() -> Int64 {
    counters.write += 1
    return counters.write
  }

  /// Adds a row.
  ///
  /// Its write number, given out by this transaction, becomes its own number too.
  ///
  /// - Returns: The row's number.
  /// - Throws: `duplicate` when slot, persistent reference or UUID are taken.
  @discardableResult
  package func insert(_ row: SealedRow) throws(StorageError) -> Int64 {
    try RowWriter(changing).insert(row)
    return row.facts.write
  }

  /// Adds a row as `insert` does, or answers false when slot, persistent reference or UUID are
  /// taken: nothing is changed then, since SQLite looks before it makes the first change.
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

  /// Replaces all columns of the row numbered `row.id` (spec/sync.md S2).
  ///
  /// - Throws: `duplicate` as `insert`; `unexpected` when there is no such row.
  package func replace(_ row: SealedRow) throws(StorageError) {
    try RowWriter(changing).replace(row)
  }

  /// Removes a row for good, as a delete of a row that leaves no tombstone does.
  package func remove(_ itemClass: ItemClass, id: Int64) throws(StorageError) {
    try RowWriter(changing).remove(itemClass, id: id)
  }

  /// Moves a row that does not open out of its slot, as it is, into the table `aside`.
  package func moveAside(
    _ itemClass: ItemClass, id: Int64, at time: Instant
  ) throws(StorageError) {
    try RowWriter(changing).moveAside(itemClass, id: id, at: time)
  }

  /// The row in a slot, live or tombstone, with its secret.
  package func row(inSlot slot: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try StoreReader(connection).row(inSlot: slot, of: itemClass)
  }

  /// The rows of a plan.
  package func fetch(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    try StoreReader(connection).fetch(plan)
  }

  /// All that can be read, within this transaction.
  package var reader: StoreReader { StoreReader(connection) }

  /// Appends an entry to the history; what is too old or too much goes before the commit.
  ///
  /// - Parameter chain: The engine's code over the link before and the entry, kept beside it.
  package func record(_ entry: HistoryEntry, chain: [UInt8]) throws(StorageError) {
    try HistoryWriter(changing).append(entry, chain: chain, &counters)
  }

  /// Replaces what of a history entry depends on the store's keys: sealed caller and link.
  package func replaceHistory(
    write: Int64, caller: [UInt8], chain: [UInt8]
  ) throws(StorageError) {
    try HistoryWriter(changing).replace(write: write, caller: caller, chain: chain)
  }

  /// Keeps what is known of an application in place of what was kept of it.
  package func keepRegistry(_ row: RegistryRow) throws(StorageError) {
    try RegistryWriter(changing).keep(row)
  }

  /// Forgets an application.
  package func removeRegistry(_ name: Identifier16) throws(StorageError) {
    try RegistryWriter(changing).remove(name)
  }

  /// Gives the store a new incarnation (spec/sync.md S5).
  package func renewIncarnation(_ incarnation: Identifier16) throws(StorageError) {
    try StoreCounters.renewIncarnation(incarnation, changing)
  }

  /// Runs `body` so that its changes of rows and counters can be undone by themselves.
  package func part<R>(_ body: () throws(StorageError) -> R) throws(StorageError) -> R {
    let before = counters
    try changing.beginPart()
    do throws(StorageError) {
      let result = try body()
      try connection.keepPart()
      return result
    } catch {
      // After a full disk SQLite has undone the whole transaction and the part with it.
      if connection.isInTransaction { try connection.undoPart() }
      counters = before
      throw error
    }
  }

  /// Runs the changes of a further writer, so that a refusal undoes them and nothing before them.
  ///
  /// - Returns: false when that was not possible, so that the whole transaction has to go: SQLite
  ///   undoes it after some failures of the system, such as a page that cannot be read; and a
  ///   writer that refuses first was refused after it had changed something.
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

  /// Drops what is too old or too much in the history and writes the counters: the last acts before
  /// the commit.
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
