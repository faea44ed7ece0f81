// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The item that holds the place which a call wanted: found by the numbers that the call's trail
/// has, beside the item that was to be, which the request says once more.
extension Session {
  /// Nil where no place was taken, and where what took it is gone or has left it.
  ///
  /// - Parameter matches: the items that the call acts on: one of them may have been moved into the
  ///   place before another, and is where it was now.
  func collision(
    _ facts: CallFacts, _ matches: [ItemFact]
  ) throws(KeychainError) -> CollisionFact? {
    guard let trail = facts.trail, let number = trail.occupant, let itemClass = facts.itemClass
    else { return nil }
    return try reading { (reader) throws(KeychainError) in
      guard let row = try self.row(number, itemClass, reader),
        let draft = try? self.wanted(facts, trail, reader),
        (try? self.codec.slot(of: draft, epoch: row.facts.keyEpoch)) == row.facts.slot
          || matches.contains(where: { $0.identifier == row.facts.persistentIdentifier })
      else { return nil }
      var collision = CollisionFact(
        occupant: self.occupant(row, instead: draft), wanted: draft.attributes,
        wantedProtection: draft.protection, isSynchronizable: draft.isSynchronizable)
      if facts.verb == .add { collision.elsewhere = try self.elsewhere(collision, reader) }
      if !facts.earlier.isEmpty {
        collision.addedAt = try PastChanges(self, reader).addition(
          of: collision.occupant.identifier)
      }
      return collision
    }
  }

  private func row(
    _ number: Int64, _ itemClass: ItemClass, _ reader: StoreReader
  ) throws(KeychainError) -> SealedRow? {
    guard number > 0 else { return nil }
    var plan = StorePlan(itemClass, contents: .digests)
    (plan.after, plan.limit) = (number - 1, 1)
    let rows = try storing { [plan] () throws(StorageError) in try reader.fetch(plan) }
    return rows.first { $0.id == number }
  }

  /// The item as it was to be, defaults included.
  private func wanted(
    _ facts: CallFacts, _ trail: Trail, _ reader: StoreReader
  ) throws(KeychainError) -> ItemDraft? {
    if let item = facts.item {
      return try draft(
        of: item, group: authorizer.destination(facts.group), profile: facts.profile)
    }
    guard let changes = facts.changes, let itemClass = facts.itemClass,
      let number = trail.subject, let row = try row(number, itemClass, reader),
      case .item(let item) = codec.open(row)
    else { return nil }
    var draft = ItemDraft(item, secret: nil)
    try merge(
      changes, authorizer.newGroup(facts.newGroup), facts.query?.evidence, into: &draft)
    return draft
  }

  /// The facts of the row that holds the place, as far as the caller may know them.
  private func occupant(_ row: SealedRow, instead draft: ItemDraft) -> ItemFact {
    let opening = codec.open(row)
    var decision = Decision.allowed
    // What a search would not tell without a person, an add does not tell either.
    if case .item(let item) = opening, item.element == nil,
      item.metadata.accessControl?.isConstrained(.decrypt) ?? false
    {
      decision = .denied(.noRule)
    }
    var occupant = ItemFact(row, opening, decision)
    // It stands in the same group, or it would not be in the way.
    if occupant.isLocked { occupant.attributes[.accessGroup] = draft.attributes[.accessGroup] }
    return occupant
  }

  /// Items with the own key of one that was to be, other than the one in its place.
  private func elsewhere(
    _ collision: CollisionFact, _ reader: StoreReader
  ) throws(KeychainError) -> [ItemFact] {
    let itemClass = collision.occupant.itemClass
    let digested = Set(Schema.of(itemClass).digested.map(\.attribute))
    let own = Wording.ownKey(of: itemClass).filter { digested.contains($0) }
    var query = Query(
      itemClass, own.compactMap { name in collision.wanted[name].map { Predicate(name, $0) } })
    query.sync = .any
    guard !query.predicates.isEmpty else { return [] }
    let scope = try authorizer.scope(.copyMatching, .absent)
    var plan = try planner.plan(query, within: scope, reading: .digests).store
    plan.limit = 6
    let rows = try storing { [plan] () throws(StorageError) in try reader.fetch(plan) }
    return rows.filter { $0.facts.persistentIdentifier != collision.occupant.identifier }
      .compactMap { row in
        let opening = codec.open(row)
        if case .item(let item) = opening, !scope.contains(item.group) { return nil }
        return ItemFact(row, opening)
      }
  }
}
