// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

extension ChangeRecorder {
  /// Adds a row.
  ///
  /// - Parameters:
  ///   - seen: what `moveAside` said of the row that was in the slot before.
  ///   - ahead: as for `insertIfFree`.
  mutating func insert(
    _ row: PreparedRow, over seen: Instant? = nil, sealed ahead: SealedAddition? = nil
  ) throws(KeychainError) -> SealedRow {
    let row = try prepared(row, over: [seen], isNew: true)
    let addition = try addition(of: row, ahead)
    _ = try storing { () throws(StorageError) in try transaction.insert(addition.row) }
    return try finish(addition)
  }

  /// Adds a row, or answers nil when its slot is taken: nothing is changed then.
  ///
  /// - Parameter ahead: the row sealed for the write number that was likely; used if that is the
  ///   next one.
  mutating func insertIfFree(
    _ row: PreparedRow, sealed ahead: SealedAddition?
  ) throws(KeychainError) -> SealedRow? {
    let row = try prepared(row, over: [], isNew: true)
    let addition = try addition(of: row, ahead)
    let isFree = try storing { () throws(StorageError) in
      try transaction.insertIfFree(addition.row)
    }
    return isFree ? try finish(addition) : nil
  }

  /// The row sealed for the next write number.
  private func addition(
    of row: PreparedRow, _ ahead: SealedAddition?
  ) throws(KeychainError) -> SealedAddition {
    let write = transaction.lastWrite + 1
    if let ahead, ahead.row.facts.write == write, ahead.row.facts.revision == row.stamp.revision,
      firstWrite == nil
    {
      return ahead
    }
    return try codec.addition(
      of: row, write: write, group: firstWrite ?? write, from: origin, drawing: randomness)
  }

  /// Takes the number of a row that was inserted and puts its entry into the history.
  private mutating func finish(_ addition: SealedAddition) throws(KeychainError) -> SealedRow {
    _ = transaction.nextWrite()
    let codec = codec
    try extendHistory(addition.entry) { (seal) throws(SealError) in
      try seal.record(addition, codec.keybag)
    }
    count(addition.entry)
    return addition.row
  }
}
