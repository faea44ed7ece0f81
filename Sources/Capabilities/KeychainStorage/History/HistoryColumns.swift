// SPDX-License-Identifier: Apache-2.0 (table)
package import KeychainTypes

/// The columns of the table that contains the change history.
package enum HistoryColumns {
  static let list =
    "write, time, kind, class, persistref, uuid, slot_before, slot_after, revision_before, "
    + "revision_after, sync_before, sync_after, origin, grp, caller, chain"

  /// The number of columns of the history table, including the write number (number of the change).
  static let width = 16

  /// Returns the history entry in a row, and the authentication code that links it to the previous
  /// entry.
  ///
  /// Nil if the row has an invalid kind, class or identifier.
  package static func read(_ row: borrowing Row) -> (HistoryEntry, chain: [UInt8])? {
    guard let kind = UInt8(exactly: row.number(2)).flatMap({ ChangeKind(rawValue: $0) }),
      let itemClass = UInt8(exactly: row.number(3)).flatMap({ ItemClass(number: $0) }),
      let reference = row.identifier(4), let uuid = row.identifier(5)
    else { return nil }
    let entry = HistoryEntry(
      write: row.number(0), time: Instant(microseconds: row.number(1)), kind: kind,
      itemClass: itemClass, persistentIdentifier: reference, uuid: uuid,
      slotBefore: row.identifier(6), slotAfter: row.identifier(7),
      revisionBefore: row.optionalNumber(8).map { Instant(microseconds: $0) },
      revisionAfter: row.optionalNumber(9).map { Instant(microseconds: $0) },
      wasSynchronizable: row.optionalNumber(10).map { $0 != 0 },
      isSynchronizable: row.optionalNumber(11).map { $0 != 0 }, origin: row.identifier(12),
      caller: row.bytes(14), group: row.number(13))
    return (entry, row.bytes(15))
  }

  static func bind(_ entry: HistoryEntry, chain: [UInt8], to statement: Statement) {
    statement.bind(entry.write, at: 1)
    statement.bind(entry.time.microseconds, at: 2)
    statement.bind(Int64(entry.kind.rawValue), at: 3)
    statement.bind(Int64(entry.itemClass.number), at: 4)
    statement.bind(entry.persistentIdentifier, at: 5)
    statement.bind(entry.uuid, at: 6)
    statement.bind(entry.slotBefore, at: 7)
    statement.bind(entry.slotAfter, at: 8)
    statement.bind(entry.revisionBefore?.microseconds, at: 9)
    statement.bind(entry.revisionAfter?.microseconds, at: 10)
    statement.bind(entry.wasSynchronizable.map { $0 ? 1 : 0 }, at: 11)
    statement.bind(entry.isSynchronizable.map { $0 ? 1 : 0 }, at: 12)
    statement.bind(entry.origin, at: 13)
    statement.bind(entry.group, at: 14)
    statement.bind(entry.caller, at: 15)
    statement.bind(chain, at: 16)
  }
}
