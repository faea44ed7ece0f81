// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Finds the existing item that prevented a call from storing an item with an equal primary key.
///
/// The trail (record of decisions) of the failed call has the row number of the existing item. The
/// wanted item is built again from the request of the call.
extension Session {
  /// Returns the existing item whose primary key made a call fail, and the item that the call
  /// wanted to store.
  ///
  /// Nil if no primary key collided. Also nil if the existing item has been deleted, or has another
  /// primary key now.
  ///
  /// - Parameter matches: the items that the call acts on, which may include the existing item. An
  ///   update that gives two items one primary key fails at the second item. The existing item is
  ///   then the first item, which has its old primary key again after the failed call.
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
      if facts.verb == .add {
        collision.elsewhere = try self.elsewhere(collision, reader)
        if facts.language == .shell {
          collision.isShared = try self.isShared(collision.occupant, reader)
        }
      }
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

  /// Returns the item that the call wanted to store, with default values for attributes that were
  /// not passed.
  ///
  /// Nil if the request of the call is not known, or if the item that an update changes cannot be
  /// read.
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

  /// Returns the facts that the caller may know about the existing item.
  ///
  /// - Parameter draft: the item that the call wanted to store. Its primary key is the primary key
  ///   of the existing item.
  private func occupant(_ row: SealedRow, instead draft: ItemDraft) -> ItemFact {
    let opening = codec.open(row)
    var decision = Decision.allowed
    // An add must not show what a search would show only after an authentication.
    if case .item(let item) = opening, item.element == nil,
      item.metadata.accessControl?.isConstrained(.decrypt) ?? false
    {
      decision = .denied(.noRule)
    }
    var occupant = ItemFact(row, opening, decision)
    // The existing item is in the group of the wanted item, otherwise it would not be in the way.
    if occupant.isLocked { occupant.attributes[.accessGroup] = draft.attributes[.accessGroup] }
    return occupant
  }

  /// Returns the items with the names of the item that the call wanted to store, but with another
  /// group or another sync flag.
  ///
  /// Names are attributes like service and account. The existing item that caused the collision is
  /// left out.
  private func elsewhere(
    _ collision: CollisionFact, _ reader: StoreReader
  ) throws(KeychainError) -> [ItemFact] {
    let itemClass = collision.occupant.itemClass
    let digested = Set(Schema.of(itemClass).digested.map(\.attribute))
    let own = Wording.ownKey(of: itemClass).filter { digested.contains($0) }
    let scope = try authorizer.scope(.copyMatching, .absent)
    let rows = try self.rows(
      itemClass, own.compactMap { name in collision.wanted[name].map { Predicate(name, $0) } },
      limit: 6, within: scope, reader)
    return rows.filter { $0.facts.persistentIdentifier != collision.occupant.identifier }
      .compactMap { row in
        let opening = codec.open(row)
        if case .item(let item) = opening, !scope.contains(item.group) { return nil }
        return ItemFact(row, opening)
      }
  }

  /// Returns true if the options of a command select other items besides the given item.
  ///
  /// The commands search all groups that the caller sees, for local and synchronizable items.
  private func isShared(_ item: ItemFact, _ reader: StoreReader) throws(KeychainError) -> Bool {
    let digested = Set(Schema.of(item.itemClass).digested.map(\.attribute))
    let predicates = UpdateCommand.selection(of: item).filter { digested.contains($0.attribute) }
      .map { Predicate($0.attribute, $0.value) }
    let scope = try authorizer.scope(.copyMatching, .absent)
    return try self.rows(item.itemClass, predicates, limit: 2, within: scope, reader).count > 1
  }

  /// Returns rows of a class with the given attributes, of local and synchronizable items.
  ///
  /// Empty without a condition.
  private func rows(
    _ itemClass: ItemClass, _ predicates: [Predicate], limit: Int, within scope: Scope,
    _ reader: StoreReader
  ) throws(KeychainError) -> [SealedRow] {
    var query = Query(itemClass, predicates)
    query.sync = .any
    guard !query.predicates.isEmpty else { return [] }
    var plan = try planner.plan(query, within: scope, reading: .digests).store
    plan.limit = limit
    return try storing { [plan] () throws(StorageError) in try reader.fetch(plan) }
  }
}
