// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes

/// The last look of a query that has found nothing, before it says so: at the rows that have the
/// names it asks for.
///
/// An edit of `tomb` or of a digest in the file takes the row out of the index that the query went
/// by. The indexes of slots and references have every row, so that where the query names a whole
/// primary key or a reference, the row is damaged and not absent. Nothing leads to it where the
/// query names less: `security check` finds it (Documentation/ThreatModel.md).
package struct Absence {
  private let codec: RowCodec
  private let rowInSlot: (Digest) throws(KeychainError) -> SealedRow?
  private let rows: (StorePlan) throws(KeychainError) -> [SealedRow]

  /// - Parameters:
  ///   - rowInSlot: the row that has a slot.
  ///   - rows: those of a plan.
  package init(
    codec: RowCodec, rowInSlot: @escaping (Digest) throws(KeychainError) -> SealedRow?,
    rows: @escaping (StorePlan) throws(KeychainError) -> [SealedRow]
  ) {
    (self.codec, self.rowInSlot, self.rows) = (codec, rowInSlot, rows)
  }

  /// How many rows under these names are not what was written.
  package func damage(of query: Query, _ plan: Plan) throws(KeychainError) -> Int {
    guard query.tombstones == nil || query.tombstones == false, !plan.matchesNothing else {
      return 0
    }
    var count = 0
    for slot in try slots(of: query, plan.scope) {
      if let row = try rowInSlot(slot), try isEdited(row) { count += 1 }
    }
    guard plan.store.references != nil else { return count }
    var named = plan.store
    (named.terms, named.rows) = ([], .both)
    named.older?.terms = []
    (named.isSynchronizable, named.groups, named.limit) = (nil, nil, nil)
    named.contents = [.secret, .digests]
    for row in try rows(named) where try isEdited(row) { count += 1 }
    return count
  }

  /// Whether a query names a row by what the history vouches for: the slot of its primary key, or
  /// its reference.
  package func isNamed(
    _ row: SealedRow, by query: Query, _ plan: Plan
  ) throws(KeychainError) -> Bool {
    if plan.store.references?.contains(row.facts.persistentIdentifier) == true { return true }
    return try slots(of: query, plan.scope).contains(row.facts.slot)
  }

  /// The slots that items of a query may have; none where it does not name the primary key.
  private func slots(of query: Query, _ scope: Scope) throws(KeychainError) -> [Digest] {
    guard case .groups(let groups) = scope, query.references.isEmpty else { return [] }
    let schema = Schema.of(query.itemClass)
    var attributes = AttributeSet()
    for row in schema.primaryKey where row.roles.contains(.required) {
      // The caller does not choose these: the group, and the user that all items have.
      guard ![.accessGroup, .synchronizable, .multiUser].contains(row.attribute) else { continue }
      let named = query.predicates.first { $0.attribute == row.attribute }
      guard let named else { return [] }
      attributes[row.attribute] = named.value
    }
    for predicate in query.predicates where attributes[predicate.attribute] == nil {
      guard schema[predicate.attribute]?.roles.contains(.primaryKey) == true else { continue }
      attributes[predicate.attribute] = predicate.value
    }
    var slots: [Digest] = []
    for group in groups {
      attributes[.accessGroup] = .text(group)
      for isSynchronizable in query.sync.states {
        var draft = ItemDraft(
          query.itemClass, attributes: attributes, protection: .whenUnlocked,
          isSynchronizable: isSynchronizable, isTombstone: false, accessControl: nil, secret: nil,
          creator: "")
        draft.addDefaults()
        slots.append(try codec.slot(of: draft))
        if let older = try codec.olderSlot(of: draft) { slots.append(older) }
      }
    }
    return slots
  }

  /// Whether a row that can be opened now says something else than its columns.
  private func isEdited(_ row: SealedRow) throws(KeychainError) -> Bool {
    switch codec.open(row) {
    case .damaged: return true
    case .locked, .lost: return false
    case .item(let item):
      // Tombstones of a delete while locked keep some digests only.
      guard !item.facts.isTombstone else { return false }
      let draft = ItemDraft(item, secret: nil)
      let digests = try sealing { () throws(SealError) in
        try codec.digests(of: draft, epoch: row.facts.keyEpoch)
      }
      guard let digests else { return false }
      return digests != row.digests
    }
  }
}

extension SyncScope {
  /// The states of items that may be looked for.
  fileprivate var states: [Bool] {
    switch self {
    case .implied: [false]
    case .any: [false, true]
    case .only(let flag): [flag]
    }
  }
}
