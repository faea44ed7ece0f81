// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes

/// The check that is made if a query finds no item: it searches for damaged rows that the query
/// should have found.
///
/// Someone may edit the column `tomb` (1 for a tombstone) or a digest in the file. The row then
/// disappears from the index that the query used. The indexes of slots (digests of primary keys)
/// and persistent references still have the row. If the query names a whole primary key or a
/// persistent reference, a row found in these indexes is damaged, not absent.
///
/// If the query names less, no index leads to the row. `security check` finds the row
/// (Documentation/ThreatModel.md).
package struct Absence {
  private let codec: RowCodec
  private let rowInSlot: (Digest) throws(KeychainError) -> SealedRow?
  private let rows: (StorePlan) throws(KeychainError) -> [SealedRow]

  /// Creates the check for one store.
  ///
  /// - Parameters:
  ///   - codec: Decrypts the rows of the store.
  ///   - rowInSlot: Returns the row that has a slot (the digest of its primary key), or nil.
  ///   - rows: Returns the rows that match a plan.
  package init(
    codec: RowCodec, rowInSlot: @escaping (Digest) throws(KeychainError) -> SealedRow?,
    rows: @escaping (StorePlan) throws(KeychainError) -> [SealedRow]
  ) {
    (self.codec, self.rowInSlot, self.rows) = (codec, rowInSlot, rows)
  }

  /// Returns the number of rows that a query names but that were changed outside the engine, for
  /// example by another program.
  ///
  /// 0 if the query found no item because the store has no such item.
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

  /// True if a query names a row by its primary key or by its persistent reference.
  ///
  /// The history of the store authenticates these two names, unlike the other columns.
  package func isNamed(
    _ row: SealedRow, by query: Query, _ plan: Plan
  ) throws(KeychainError) -> Bool {
    if plan.store.references?.contains(row.facts.persistentIdentifier) == true { return true }
    return try slots(of: query, plan.scope).contains(row.facts.slot)
  }

  /// Returns the slots (digests of primary keys) that the items of a query can have.
  ///
  /// The list has a slot for each access group in the scope, each value of `sync` in the query, and
  /// each generation of keys. The list is empty if the query has persistent references or does not
  /// name the whole primary key.
  private func slots(of query: Query, _ scope: Scope) throws(KeychainError) -> [Digest] {
    guard case .groups(let groups) = scope, query.references.isEmpty else { return [] }
    let schema = Schema.of(query.itemClass)
    var attributes = AttributeSet()
    for row in schema.primaryKey where row.roles.contains(.required) {
      // Every group and every sync state is tried below, and all items have one user.
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

  /// True if a row does not authenticate, or if its decrypted values do not match its digests.
  ///
  /// False for a tombstone, and if the row cannot be decrypted now because a key is missing.
  private func isEdited(_ row: SealedRow) throws(KeychainError) -> Bool {
    switch codec.open(row) {
    case .damaged: return true
    case .locked, .lost: return false
    case .item(let item):
      // The tombstone of a delete while locked keeps only some digests.
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
  /// The values of the attribute `sync` that a query with this scope includes.
  fileprivate var states: [Bool] {
    switch self {
    case .implied: [false]
    case .any: [false, true]
    case .only(let flag): [flag]
    }
  }
}
