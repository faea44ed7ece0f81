// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

extension Model {
  /// Deletes items: Specification/secitem.md, "SecItemDelete".
  ///
  /// Needs no class key if columns decide.
  mutating func delete(_ question: ModelQuestion, _ frame: ModelFrame, _ step: ModelStep)
    throws(ModelRefusal)
  {
    try admit(.delete, step.caller)
    let group = try named(frame.group, .delete, step.caller)
    for status in [frame.refusal, frame.lateRefusal] {
      if let status { throw ModelRefusal(status) }
    }
    if question.itemClass == .identity { throw ModelRefusal(-4) }
    var count = 0
    for row in candidates(question, group, .delete, step.caller) where !row.isGone {
      let isOpen = opens(row)
      if !isOpen, needsOpening(question) { throw .locked }
      guard !isOpen || holds(question, row) else { continue }
      remove(row, question.leavesTombstone, isOpen: isOpen)
      count += 1
    }
    if count == 0 { throw .notFound }
  }

  /// Removes a row (Specification/secitem.md, "Tombstones").
  ///
  /// An item that could never travel needs no tombstone (Differences.md 30).
  private mutating func remove(_ old: ModelRow, _ leavesTombstone: Bool?, isOpen: Bool) {
    guard let index = place(of: old) else { return }
    let isWanted = leavesTombstone ?? (old.isSynchronizable && !old.isTombstone)
    // The access control is sealed, so it cannot be judged while the item is locked.
    let hasNeed = isOpen ? old.mayTravel : old.mayTravelByColumns
    guard isWanted, leavesTombstone == true || hasNeed else {
      rows.remove(at: index)
      note(old)
      return
    }
    if old.isUnfinished, !isOpen { return }
    var row = old
    row.bury()
    row.isUnfinished = !isOpen
    row.seal(at: moment(after: [old.revision]))
    if row.isUnfinished {
      row.attributes[.modificationDate] = nil
      row.attributes[.digest] = nil
    }
    rows[index] = row
    note(old, row)
  }
}

extension ModelRow {
  fileprivate var mayTravelByColumns: Bool { !protection.name.hasSuffix("u") }
}
