// SPDX-License-Identifier: Apache-2.0
package import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Performs SecItemUpdate, which changes all matching items or, if it fails, no item
  /// (Specification/secitem.md, "SecItemUpdate").
  package func update(
    _ reading: Reading<Query>, setting changesReading: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError) {
    trail.step = .store
    try withKeys { (call) throws(KeychainError) in
      try call.updateOnce(reading, setting: changesReading, &trail)
    }
  }

  private func updateOnce(
    _ reading: Reading<Query>, setting changesReading: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError) {
    trail.step = .caller
    try authorizer.admit(.update)
    let (query, scope) = try target(reading, for: .update, &trail)
    trail.step = .group
    let newGroup = try authorizer.newGroup(changesReading.group)
    trail.step = .meaning
    if let refusal = reading.lateRefusal { throw refusal }
    trail.step = .content
    let changes = try changesReading.outcome.get()
    trail.step = .meaning
    if let refusal = changesReading.lateRefusal { throw refusal }
    try requireStored(query.itemClass)
    try requireUnrestricted(changes.attributes, Schema.of(query.itemClass))
    trail.step = .store
    let plan = try planner.plan(query, within: scope, reading: [.secret, .digests])
    trail.follows(plan)
    let count = try changing { (change: inout ChangeRecorder) throws(KeychainError) -> Int in
      var finder = Finder(plan: plan, query: query, session: self, for: .changing)
      try finder.collect { (plan) throws(KeychainError) in try change.rows(plan) }
      if finder.isEmpty { try finder.require(change.absence(of: query), of: query, plan) }
      let answers = try finder.finish(profile: reading.profile)
      for answer in answers {
        let item = answer.item
        // An earlier item of this update may have replaced the tombstone.
        if item.facts.isTombstone {
          let occupant = try change.occupant(of: item.facts.slot, item.facts.itemClass)
          guard occupant?.id == item.row.id else { continue }
        }
        do throws(KeychainError) {
          try apply(
            changes, newGroup, to: answer, query.evidence, reading.profile, in: &change)
        } catch {
          throw error.counting(UInt32(clamping: answers.count))
        }
      }
      return answers.count
    }
    trail.matched = UInt32(clamping: count)
  }

  private func apply(
    _ changes: Changes, _ newGroup: String?, to answer: Finder.Answer, _ evidence: Evidence?,
    _ profile: Profile, in change: inout ChangeRecorder
  ) throws(KeychainError) {
    let item = answer.item
    try requireSettable(changes, of: item)
    var draft = ItemDraft(item, secret: answer.secret)
    draft.password = password(in: evidence)
    try merge(changes, newGroup, evidence, into: &draft)
    if draft.isSynchronizable, profile != .quirks {
      try Eligibility.require(
        protection: draft.protection, accessControl: draft.accessControl,
        attributes: draft.attributes)
    }
    // Prepare before checking the slot, as in Add (Specification/secitem.md, "Steps of
    // SecItemAdd").
    let content = try change.prepare(draft)
    let row = item.row
    // A row's slot is named by the keys of the row's own generation.
    guard try codec.slot(of: draft, epoch: row.facts.keyEpoch) != row.facts.slot else {
      _ = try change.replace(row, with: content, keeping: row, kind: .update)
      return
    }
    try move(item, to: content, evidence, in: &change)
  }

  /// Applies the changes of SecItemUpdate to the draft (unsealed content) of an item
  /// (Specification/secitem.md, "Changes side of SecItemUpdate", "Changing protection").
  ///
  /// If `newGroup` is nil, the item stays in its access group.
  package func merge(
    _ changes: Changes, _ newGroup: String?, _ evidence: Evidence?, into draft: inout ItemDraft
  ) throws(KeychainError) {
    let schema = draft.schema
    for entry in changes.attributes {
      guard let row = schema[entry.attribute] else { continue }
      let isSettable = entry.attribute == .creationDate || !row.roles.contains(.assigned)
      guard row.roles.contains(.sealed), isSettable, entry.attribute != .multiUser else {
        continue
      }
      draft.attributes[entry.attribute] = entry.value
    }
    if let newGroup { draft.attributes[.accessGroup] = .text(newGroup) }
    if let flag = changes.isSynchronizable { draft.isSynchronizable = flag }
    if let flag = changes.tombstone {
      draft.isTombstone = flag
      draft.tombstone = flag ? draft.tombstone ?? .deleted : nil
    }
    if let secret = changes.secret { draft.secret = secret }
    if let accessControl = changes.accessControl {
      try requireOpening(accessControl)
      draft.protection = try storable(accessControl.protectionName)
      draft.accessControl = try bind(accessControl, draft.protection, evidence)
    } else if let name = changes.protectionName {
      // A new protection alone drops the constraints (Specification/secitem.md, "Changing
      // protection").
      draft.protection = try storable(name)
      draft.accessControl = nil
    }
    draft.addDefaults()
  }

  /// Stores an item whose primary key has changed (Specification/secitem.md, "Execution of
  /// SecItemUpdate", steps 5 to 7, Specification/sync.md, "Seams", S1).
  private func move(
    _ item: OpenedItem, to content: PreparedRow, _ evidence: Evidence?,
    in change: inout ChangeRecorder
  ) throws(KeychainError) {
    let row = item.row
    let occupant = try change.occupant(of: content.slot, like: content.draft)
    let seen = try occupant.flatMap { (occupant) throws(KeychainError) in
      try displace(occupant, by: item, evidence, in: &change)
    }
    let wasSynchronizable = row.facts.isSynchronizable
    _ = try change.replace(
      row, with: content, keeping: row, kind: .move, newUUID: wasSynchronizable,
      over: seen.map { [$0] } ?? [])
    guard wasSynchronizable, item.mayLeave else { return }
    let reason: ItemMetadata.Tombstone =
      content.draft.isSynchronizable ? .moved(to: content.slot) : .withdrawn
    let left = ItemDraft(item, secret: nil).tombstone(reason)
    try change.leaveTombstone(of: row, left, uuid: row.facts.uuid)
  }

  /// Removes a tombstone that has the item's new primary key, or moves an unusable row with this
  /// primary key into the table `aside`.
  ///
  /// No query reads that table. A row is unusable if it is damaged or if its class key is lost. A
  /// row is also unusable if its item is bound to fingers that were replaced (`isGone`), so that no
  /// one can read it any more.
  ///
  /// - Returns: The revision that the next row with this primary key has to exceed. Nil if the row
  ///   was moved aside and its revision may be damaged (see `ChangeRecorder.moveAside`).
  /// - Throws: An error if another item has this primary key.
  private func displace(
    _ occupant: SealedRow, by mover: OpenedItem, _ evidence: Evidence?,
    in change: inout ChangeRecorder
  ) throws(KeychainError) -> Instant? {
    let isTombstone = occupant.facts.isTombstone
    switch codec.open(occupant) {
    case .item where isTombstone, .locked where isTombstone:
      try change.remove(occupant, kind: .purge)
      return occupant.facts.revision
    case .item(let item):
      guard try isGone(item, given: evidence) else {
        throw KeychainError(.duplicateItem, "an item with the new primary key exists")
          .met(occupant.id, moving: mover.row.id)
      }
      return try change.moveAside(occupant)
    case .locked: throw KeychainError.locked.met(occupant.id, moving: mover.row.id)
    case .lost, .damaged: return try change.moveAside(occupant)
    }
  }
}
