// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Appends to the change history and keeps it bounded.
struct HistoryWriter {
  /// At most so many entries are kept (spec/sync.md S13).
  static let countLimit: Int64 = 10_000
  /// Entries older than this before the newest are dropped: 90 days, in microseconds.
  static let ageLimit: Int64 = 90 * 86_400 * 1_000_000
  /// How many go at a time, so that their pages go with them and no single add pays for many.
  static let batch: Int64 = 16

  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Appends an entry with its link in the chain.
  func append(
    _ entry: HistoryEntry, chain: [UInt8], _ counters: inout StoreCounters
  ) throws(StorageError) {
    try insert(entry, chain: chain)
    counters.entries += 1
    counters.appended.count += 1
    counters.appended.last = entry.time
    // No more are added between two looks than go at one.
    if counters.appended.count >= Self.batch { try prune(&counters) }
  }

  /// Drops a batch of what is too old or too much, if anything was appended since the last time.
  func prune(_ counters: inout StoreCounters) throws(StorageError) {
    guard counters.appended.count > 0 else { return }
    counters.appended.count = 0
    let oldest = counters.appended.last.advanced(byMicroseconds: -Self.ageLimit)
    let limit = counters.entries >= Self.countLimit ? .max : oldest.microseconds
    try drop(olderThan: limit, &counters.entries)
  }

  /// Replaces what of an entry depends on the store's keys: sealed caller and link.
  func replace(write: Int64, caller: [UInt8], chain: [UInt8]) throws(StorageError) {
    let update = try connection.statement(StatementKey(33)) {
      "UPDATE history SET caller = ?, chain = ? WHERE write = ?"
    }
    update.bind(caller, at: 1)
    update.bind(chain, at: 2)
    update.bind(write, at: 3)
    try update.run()
  }

  /// Writes an entry and drops none.
  func insert(_ entry: HistoryEntry, chain: [UInt8]) throws(StorageError) {
    let insert = try connection.statement(StatementKey(30)) {
      "INSERT INTO history(\(HistoryColumns.list))"
        + " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    }
    HistoryColumns.bind(entry, chain: chain, to: insert)
    try insert.run()
  }

  /// Drops up to one batch of the oldest entries, as long as they are from before `time`.
  ///
  /// Civil time may jump: entries are only ever dropped from the old end.
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
