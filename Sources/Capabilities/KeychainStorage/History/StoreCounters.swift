// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The only row of the table `meta`: the identity of the store, and the counters that each commit
/// updates.
struct StoreCounters: Equatable {
  var identity: StoreIdentity
  var format: Int64
  var write: Int64
  /// The number of entries in the change history.
  var entries: Int64
  var head: [UInt8]
  /// The decoded head of the change history (its authenticated summary), which the engine updates
  /// with each change of a transaction.
  ///
  /// The commit encodes this value into `head`. Nil if the transaction has not changed the history.
  var openHead: (any OpenHead)?
  /// The generations of keys with which rows of the store may be sealed.
  var epochs: KeyEpochs
  /// The number of history entries added since old entries were last dropped, and the time of the
  /// last added entry.
  var appended = (count: Int64(0), last: Instant(microseconds: 0))
  /// The range of valid values for the counters.
  ///
  /// A million changes a second would take 146,000 years to exceed the range.
  static let possible: Range<Int64> = 0..<1 << 62

  private var stored: (write: Int64, head: [UInt8], epochs: KeyEpochs)

  static func == (left: StoreCounters, right: StoreCounters) -> Bool {
    left.identity == right.identity && left.write == right.write
      && left.entries == right.entries && left.head == right.head
      && left.epochs == right.epochs
  }

  /// Reads and checks the only row of the table `meta`.
  ///
  /// The row is also checked when the store is opened. So if a later call throws, another program
  /// has changed the store since then, or the row was damaged since then.
  ///
  /// - Throws: `damaged` if the row is missing or invalid. `refused(.newerVersion)` if the format
  ///   is newer than the formats that this version of Latchkey knows.
  static func read(_ connection: Connection) throws(StorageError) -> StoreCounters {
    let select = try connection.statement(StatementKey(20)) {
      "SELECT store, incarnation, created, format, write, entries, head, epoch, oldest FROM meta"
        + " WHERE id = 1"
    }
    let found = try select.first { (row) throws(StorageError) -> StoreCounters? in
      StoreCounters(reading: row)
    }
    guard let found, let counters = found else {
      throw .damaged(Damage(path: connection.path, place: .row(table: "meta", id: 1)))
    }
    guard counters.format <= Int64(SchemaText.formatVersion) else {
      throw .refused(
        StoreRefusal(
          .newerVersion(found: Int(counters.format), supported: SchemaText.formatVersion),
          path: connection.path))
    }
    return counters
  }

  private init?(reading row: borrowing Row) {
    // Counters that no writer reaches are damage. Without this check, the next change could
    // overflow.
    guard let epochs = Self.epochs(row, 7, 8), Self.possible.contains(row.number(4)),
      Self.possible.contains(row.number(5))
    else { return nil }
    identity = StoreIdentity(
      store: row.identifier(0) ?? .zero, incarnation: row.identifier(1) ?? .zero,
      created: Instant(microseconds: row.number(2)))
    format = row.number(3)
    write = row.number(4)
    entries = row.number(5)
    head = row.bytes(6)
    self.epochs = epochs
    stored = (write, head, epochs)
  }

  /// Reads only the generations of keys from the table `meta`.
  ///
  /// Readers need the generations more often than the other columns.
  static func readEpochs(_ connection: Connection) throws(StorageError) -> KeyEpochs {
    let select = try connection.statement(StatementKey(24)) {
      "SELECT epoch, oldest FROM meta WHERE id = 1"
    }
    let found = try select.first { (row) throws(StorageError) -> KeyEpochs? in
      epochs(row, 0, 1)
    }
    guard let found, let epochs = found else {
      throw .damaged(Damage(path: connection.path, place: .row(table: "meta", id: 1)))
    }
    return epochs
  }

  private static func epochs(
    _ row: borrowing Row, _ current: Int32, _ oldest: Int32
  ) -> KeyEpochs? {
    guard let current = UInt32(exactly: row.number(current)),
      let oldest = UInt32(exactly: row.number(oldest))
    else { return nil }
    return KeyEpochs(current: current, oldest: oldest)
  }

  /// Inserts the only row of the table `meta` into a new store.
  static func create(
    _ identity: StoreIdentity, head: [UInt8], epochs: KeyEpochs, _ connection: Connection
  ) throws(StorageError) {
    let insert = try connection.statement(StatementKey(21)) {
      "INSERT INTO meta VALUES(1, ?, ?, ?, ?, 0, 0, ?, ?, ?)"
    }
    insert.bind(identity.store, at: 1)
    insert.bind(identity.incarnation, at: 2)
    insert.bind(identity.created.microseconds, at: 3)
    insert.bind(Int64(SchemaText.formatVersion), at: 4)
    insert.bind(head, at: 5)
    insert.bind(Int64(epochs.current), at: 6)
    insert.bind(Int64(epochs.oldest), at: 7)
    try insert.run()
  }

  func writeIfChanged(_ connection: Connection) throws(StorageError) {
    guard write != stored.write || head != stored.head || epochs != stored.epochs else { return }
    let update = try connection.statement(StatementKey(22)) {
      "UPDATE meta SET write = ?, entries = ?, head = ?, epoch = ?, oldest = ? WHERE id = 1"
    }
    update.bind(write, at: 1)
    update.bind(entries, at: 2)
    update.bind(head, at: 3)
    update.bind(Int64(epochs.current), at: 4)
    update.bind(Int64(epochs.oldest), at: 5)
    try update.run()
  }

  static func renewIncarnation(
    _ incarnation: Identifier16, _ connection: Connection
  ) throws(StorageError) {
    let update = try connection.statement(StatementKey(23)) {
      "UPDATE meta SET incarnation = ? WHERE id = 1"
    }
    update.bind(incarnation, at: 1)
    try update.run()
  }
}
