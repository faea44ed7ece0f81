// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The complete content of a new store, from which a repair builds the store.
package struct StoreContent {
  package var identity: StoreIdentity
  /// The generations of keys with which the rows and the head of the change history (its summary)
  /// are sealed.
  package let epochs: KeyEpochs
  /// The highest write number (number of a change) in the old store.
  package var lastWrite: Int64
  /// The encoded head of the change history, an authenticated summary of the history and the rows.
  package var head: [UInt8]
  /// The item rows of the new store, in the order in which they are added.
  ///
  /// The `id` of each row is its row number, unique in its class.
  package var rows: [SealedRow] = []
  package var history: [(entry: HistoryEntry, chain: [UInt8])] = []
  package var aside: [AsideRow] = []
  package var registry: [RegistryRow] = []

  package init(identity: StoreIdentity, epochs: KeyEpochs, lastWrite: Int64, head: [UInt8]) {
    self.identity = identity
    self.epochs = epochs
    self.lastWrite = lastWrite
    self.head = head
  }

  /// Writes the whole content into the empty tables of a new store.
  func write(_ connection: Connection) throws(StorageError) {
    let writer = RowWriter(connection)
    for row in rows { try writer.insert(row, number: row.id) }
    let history = HistoryWriter(connection)
    for (entry, chain) in self.history { try history.insert(entry, chain: chain) }
    for row in aside { try write(row, connection) }
    for row in registry { try RegistryWriter(connection).keep(row) }
    let update = try connection.statement(StatementKey(26)) {
      "UPDATE meta SET write = ?, entries = ? WHERE id = 1"
    }
    update.bind(lastWrite, at: 1)
    update.bind(Int64(self.history.count), at: 2)
    try update.run()
  }

  private func write(_ row: AsideRow, _ connection: Connection) throws(StorageError) {
    let insert = try connection.statement(StatementKey(27)) {
      let marks = Array(repeating: "?", count: AsideRow.width).joined(separator: ", ")
      return "INSERT OR IGNORE INTO aside VALUES(\(marks))"
    }
    insert.bind(row.id == 0 ? nil : row.id, at: 1)
    for (place, value) in row.values.enumerated() {
      switch value {
      case .null: insert.bind(nil as Int64?, at: Int32(place) + 2)
      case .number(let number): insert.bind(number, at: Int32(place) + 2)
      case .bytes(let bytes), .other(let bytes): insert.bind(bytes, at: Int32(place) + 2)
      }
    }
    try insert.run()
  }
}

extension StoreContent {
  /// Reads the finished draft of the new store back, before the draft replaces the old store.
  ///
  /// The checksum of every page is checked.
  ///
  /// - Throws: `damaged` if the draft lacks content that was written, for example on a disk that
  ///   loses writes.
  func confirm(_ draft: String, _ options: StoreOptions) throws(StorageError) {
    let connection = try StoreOpening.connect(draft, options)
    try StoreOpening.check(connection)
    try connection.begin(.read)
    defer { connection.rollback() }
    var isWhole = try StoreReader(connection).structuralFindings().isEmpty
    for layout in TableLayout.all {
      let count = try connection.number("SELECT count(*) FROM \(layout.name)")
      if count != Int64(rows.count { $0.facts.itemClass == layout.itemClass }) { isWhole = false }
    }
    if try connection.number("SELECT count(*) FROM history") != Int64(history.count) {
      isWhole = false
    }
    guard isWhole else { throw .damaged(Damage(path: draft, place: .structure)) }
  }
}

extension AsideRow {
  /// Returns one row for each row number of the table `aside`, from all copies that were found.
  ///
  /// If several copies have the same number, a copy on a page in use takes precedence.
  package static func newest(_ found: [(row: AsideRow, isCurrent: Bool)]) -> [AsideRow] {
    var byNumber: [Int64: AsideRow] = [:]
    for (row, isCurrent) in found where isCurrent || byNumber[row.id] == nil {
      byNumber[row.id] = row
    }
    return byNumber.values.sorted { $0.id < $1.id }
  }

  /// Creates a row of the table `aside` from an item row, so that queries no longer read the item
  /// row.
  ///
  /// `time` is the time of the repair. The new row gets its number when it is written.
  package init(_ row: SealedRow, at time: Instant) {
    let facts = row.facts
    let numbers: (Int64) -> RecordValue = { .number($0) }
    let names: (Identifier16) -> RecordValue = { .bytes($0.bytes) }
    id = 0
    values = [
      numbers(time.microseconds), numbers(Int64(facts.itemClass.number)), numbers(row.id),
      names(facts.uuid), names(facts.persistentIdentifier), numbers(facts.revision.microseconds),
      numbers(facts.write), numbers(Int64(facts.protection.rawValue)),
      numbers(facts.isSynchronizable ? 1 : 0), numbers(facts.isTombstone ? 1 : 0),
      numbers(Int64(facts.form.rawValue)), numbers(Int64(facts.keyEpoch)), names(facts.slot),
      .bytes(row.digests.flatMap { ($0 ?? .zero).bytes }), .bytes(row.metadata),
      row.secret.map { .bytes($0) } ?? .null,
    ]
  }
}
