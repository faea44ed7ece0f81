// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// The rows of a damaged store, by what the history and their places say of them.
package struct SortedRows {
  /// Live, whatever else is lost.
  package private(set) var certain: [SealedRow] = []
  /// A removal of it may be what is lost.
  package private(set) var doubtful: [SalvagedRows.Candidate] = []
  /// The places of those in doubt that are taken for live where nothing tells better.
  package private(set) var likely: Set<Int> = []
  /// Older than the last change of them.
  package private(set) var outdated: [SealedRow] = []
  private var slots: Set<SalvagedRows.Name> = []
  private var uuids: Set<SalvagedRows.Name> = []

  private enum State { case certain, likely, doubtful, outdated, removed }

  /// - Parameters:
  ///   - newest: one version of each item, those first that count if two are in one slot.
  ///   - latest: the last entry of each item.
  ///   - isWhole: whether the entries tell everything from the first of them on.
  ///   - hasSoundTables: whether what stands in no table can be told from what does.
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
        // In no table, though the tables are whole.
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
      // Untouched for as long as the history reaches, or removed before: the place may tell.
      if isProven { return .certain }
      return isInUse && standing.contains(.listed) ? .likely : .doubtful
    }
    if entry.write > candidate.row.facts.write {
      return entry.slotAfter == nil ? .removed : .outdated
    }
    // The entry of its own write tells nothing of a removal whose entry is lost.
    let isLatest = isWhole && entry.write == candidate.row.facts.write
    if isProven || isLatest { return .certain }
    return isInUse ? .likely : .doubtful
  }

  /// Whether a row is the first in its slot: of two in one, the older was replaced.
  private mutating func enter(_ facts: RowFacts) -> Bool {
    let slot = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.slot)
    let uuid = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.uuid)
    guard !slots.contains(slot), !uuids.contains(uuid) else { return false }
    slots.insert(slot)
    uuids.insert(uuid)
    return true
  }
}
