// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Completes the tombstones (records of deletion) of items that were deleted while their
  /// protection class was locked.
  ///
  /// An unfinished tombstone still contains the encrypted attributes of its item. Tombstones whose
  /// class is still locked stay unfinished (Specification/sync.md, "Seams", S7). Each batch of
  /// tombstones is a transaction of its own (Specification/sync.md, "Seams", S16). Call this method
  /// after an unlock only: it reads all tombstones, which would be too slow before every call.
  ///
  /// - Returns: The number of tombstones finished.
  @discardableResult
  package func finishTombstones() throws(KeychainError) -> Int {
    try withKeys { (call) throws(KeychainError) in try call.finishAll() }
  }

  private func finishAll() throws(KeychainError) -> Int {
    var finished = 0
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass, limit: 64, contents: .digests)
      plan.rows = .tombstones
      while true {
        let rows = try engine.rows(plan)
        guard let last = rows.last else { break }
        finished += try finish(rows.filter { $0.facts.form == .unfinishedTombstone })
        plan.after = last.id
      }
    }
    return finished
  }

  private func finish(_ rows: [SealedRow]) throws(KeychainError) -> Int {
    guard !rows.isEmpty else { return 0 }
    return try changing {
      (change: inout ChangeRecorder) throws(KeychainError) in
      var finished = 0
      for row in rows {
        // Another process may have finished or replaced the tombstone since it was read.
        let current = try change.occupant(of: row.facts.slot, row.facts.itemClass)
        guard let current, current.facts == row.facts, case .item(let item) = codec.open(current)
        else { continue }
        try change.reseal(current, ItemDraft(item, secret: nil))
        finished += 1
      }
      return finished
    }
  }
}
