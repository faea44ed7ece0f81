// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Finishes the tombstones that deletes have left while their class was locked, as far as their
  /// keys are there now (spec/sync.md S7).
  ///
  /// Each batch is a transaction of its own (S16). To be called after an unlock; a full pass over
  /// the tombstones, so not before every call.
  ///
  /// - Returns: how many were finished.
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
        // Somebody may have finished or replaced it since it was read.
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
