// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Adds entries to the change history, and drops old entries to limit its size.
struct HistoryWriter {
  /// The maximum number of entries in the change history (Specification/sync.md, "Seams", S13).
  static let countLimit: Int64 = 10_000
  /// The maximum age of a history entry in microseconds: 90 days, counted back from the newest
  /// entry.
  static let ageLimit: Int64 = 90 * 86_400 * 1_000_000
  /// The maximum number of old history entries that are dropped in one step.
  ///
  /// Dropping many entries together frees whole pages, and no single add has to drop a large number
  /// of entries.
  static let batch: Int64 = 16

  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Adds an entry to the change history, with the authentication code that links it to the
  /// previous entry.
  ///
  /// From time to time, this call also drops old entries.
  func append(
    _ entry: HistoryEntry, chain: [UInt8], _ counters: inout StoreCounters
  ) throws(StorageError) {
    try insert(entry, chain: chain)
    counters.entries += 1
    counters.appended.count += 1
    counters.appended.last = entry.time
    // Prunes after every batch, so that one prune drops at least as many entries as were added.
    if counters.appended.count >= Self.batch { try prune(&counters) }
  }

  /// Drops at most 16 of the oldest entries, if the history has 10,000 entries or more, or if these
  /// entries are older than 90 days.
  ///
  /// Does nothing if no entry was added since the last call.
  func prune(_ counters: inout StoreCounters) throws(StorageError) {
    guard counters.appended.count > 0 else { return }
    counters.appended.count = 0
    let oldest = counters.appended.last.advanced(byMicroseconds: -Self.ageLimit)
    let limit = counters.entries >= Self.countLimit ? .max : oldest.microseconds
    try drop(olderThan: limit, &counters.entries)
  }

  /// Replaces those columns of a history entry that depend on the store's keys: the encrypted
  /// caller and the authentication code.
  ///
  /// `write` is the write number (number of the change) that identifies the entry.
  func replace(write: Int64, caller: [UInt8], chain: [UInt8]) throws(StorageError) {
    let update = try connection.statement(StatementKey(33)) {
      "UPDATE history SET caller = ?, chain = ? WHERE write = ?"
    }
    update.bind(caller, at: 1)
    update.bind(chain, at: 2)
    update.bind(write, at: 3)
    try update.run()
  }

  /// Adds an entry to the history without dropping older entries.
  func insert(_ entry: HistoryEntry, chain: [UInt8]) throws(StorageError) {
    let insert = try connection.statement(StatementKey(30)) {
      "INSERT INTO history(\(HistoryColumns.list))"
        + " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    }
    HistoryColumns.bind(entry, chain: chain, to: insert)
    try insert.run()
  }

  /// Drops at most 16 of the oldest entries, up to the first entry that is not older than `time`.
  ///
  /// The system clock may jump, so a later entry may be older than `time`. The later entry is not
  /// dropped before the entries that precede it.
  private func drop(
    olderThan time: Int64, _ count: inout Int64
  ) throws(StorageError) {
    let select = try connection.statement(StatementKey(31)) {
      "SELECT write, time FROM history ORDER BY write LIMIT \(Self.batch)"
    }
    var last: (write: Int64, count: Int64)?
    try select.forEach { (row) throws(StorageError) in
      guard row.number(1) < time else { return false }
      last = (row.number(0), (last?.count ?? 0) + 1)
      return true
    }
    guard let last else { return }
    let delete = try connection.statement(StatementKey(32)) {
      "DELETE FROM history WHERE write <= ?"
    }
    delete.bind(last.write, at: 1)
    try delete.run()
    count -= last.count
  }
}
