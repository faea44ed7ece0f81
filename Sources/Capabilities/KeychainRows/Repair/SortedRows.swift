// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// The rows of a damaged store, sorted by how certain it is that they are live (not deleted or
/// replaced).
///
/// How certain this is follows from the change history and from the pages of the rows.
package struct SortedRows {
  /// The rows that are live even if some changes of the store are lost.
  package private(set) var certain: [SealedRow] = []
  /// The rows that may be live, unless a lost change has removed them.
  package private(set) var doubtful: [SalvagedRows.Candidate] = []
  /// The positions in `doubtful` of the rows that are treated as live if the head of the history
  /// (its authenticated summary) does not decide.
  package private(set) var likely: Set<Int> = []
  /// The rows that are older than the last version of their item in the history.
  ///
  /// The last version of these items is lost.
  package private(set) var outdated: [SealedRow] = []
  private var slots: Set<SalvagedRows.Name> = []
  private var uuids: Set<SalvagedRows.Name> = []

  private enum State { case certain, likely, doubtful, outdated, removed }

  /// Sorts the newest version of each item by how certain it is that the version is live.
  ///
  /// - Parameters:
  ///   - newest: One version of each item. If two versions have the same slot (digest of the
  ///     primary key), the first version is used.
  ///   - latest: The last history entry of each item.
  ///   - isWhole: True if the history records every change from its first entry on.
  ///   - hasSoundTables: True if every page of the tables is undamaged, so that all live rows are
  ///     known.
  package init(
    _ newest: [SalvagedRows.Candidate], _ latest: [SalvagedRows.Name: HistoryEntry],
    isWhole: Bool, hasSoundTables: Bool
  ) {
    let states = newest.map {
      Self.state(of: $0, latest[SalvagedRows.Name($0.row.facts)], isWhole: isWhole)
    }
    for (candidate, state) in zip(newest, states)
    where state == .certain && enter(candidate.row.facts) {
      certain.append(candidate.row)
    }
    for (candidate, state) in zip(newest, states) {
      switch state {
      case .certain, .removed: break
      case .outdated: outdated.append(candidate.row)
      case .likely, .doubtful:
        // If every page of the tables is sound, a row without proof is in no table.
        guard !hasSoundTables, enter(candidate.row.facts) else { continue }
        if state == .likely { likely.insert(doubtful.count) }
        doubtful.append(candidate)
      }
    }
  }

  private static func state(
    of candidate: SalvagedRows.Candidate, _ entry: HistoryEntry?, isWhole: Bool
  ) -> State {
    let standing = candidate.standing
    let isProven = standing.isSuperset(of: .proven)
    let isInUse =
      standing.contains(.current) && !standing.isDisjoint(with: [.owned, .reached])
    guard let entry else {
      // The last change of the item is older than the first entry of the history, and may have
      // removed the item. The page of the row may show whether the row is live.
      if isProven { return .certain }
      return isInUse && standing.contains(.listed) ? .likely : .doubtful
    }
    if entry.write > candidate.row.facts.write {
      return entry.slotAfter == nil ? .removed : .outdated
    }
    // The entry of the row's own write does not exclude a later removal whose entry is lost.
    let isLatest = isWhole && entry.write == candidate.row.facts.write
    if isProven || isLatest { return .certain }
    return isInUse ? .likely : .doubtful
  }

  /// Records the slot (digest of the primary key) and the UUID of a row.
  ///
  /// Two rows with one slot mean that the store has replaced the older row by the newer one.
  ///
  /// - Returns: False if another row with this slot or UUID was recorded before.
  private mutating func enter(_ facts: RowFacts) -> Bool {
    let slot = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.slot)
    let uuid = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.uuid)
    guard !slots.contains(slot), !uuids.contains(uuid) else { return false }
    slots.insert(slot)
    uuids.insert(uuid)
    return true
  }
}
