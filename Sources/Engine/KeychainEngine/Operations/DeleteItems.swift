// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Performs SecItemDelete (Specification/secitem.md, "SecItemDelete").
  ///
  /// The call needs no class key if the unencrypted columns and digests decide which rows match.
  package func delete(
    _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) {
    trail.step = .store
    try withKeys { (call) throws(KeychainError) in try call.deleteOnce(reading, &trail) }
  }

  private func deleteOnce(
    _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) {
    trail.step = .caller
    try authorizer.admit(.delete)
    let (query, scope) = try target(reading, for: .delete, &trail)
    if let refusal = reading.lateRefusal { throw refusal }
    try requireStored(query.itemClass)
    trail.step = .store
    let plan = try planner.plan(query, within: scope, reading: .digests)
    trail.follows(plan)
    let (deleted, locked) = try changing {
      (change: inout ChangeRecorder) throws(KeychainError) -> (UInt32, UInt32) in
      var (deleted, locked): (UInt32, UInt32) = (0, 0)
      do throws(KeychainError) {
        for question in plan.questions {
          for row in try change.rows(question.store) where question.isAnswered(by: row) {
            let meaning = try meaning(of: row, by: plan, query)
            guard meaning != .other else { continue }
            deleted += 1
            if meaning == .locked { locked += 1 }
            if isRehearsing {
              try change.requireWritable()
            } else {
              try delete(row, query, plan, in: &change)
            }
          }
        }
      } catch {
        throw deleted > 0 ? error.counting(deleted, locked: locked) : error
      }
      if deleted == 0 {
        let damaged = try change.absence(of: query).damage(of: query, plan)
        try Findings(damaged: damaged).require(isFound: false, profile: reading.profile)
      }
      return (deleted, locked)
    }
    (trail.matched, trail.locked) = (deleted, locked)
  }

  /// Returns the query of an update or delete, and the access groups in which it searches.
  ///
  /// If both the groups and the rest of the query are wrong, the error for the groups is thrown.
  func target(
    _ reading: Reading<Query>, for verb: Authorizer.Verb, _ trail: inout Trail
  ) throws(KeychainError) -> (Query, Scope) {
    trail.step = .group
    let scope = try authorizer.scope(verb, reading.group)
    trail.scope = Trail.Scope(scope, reading.group)
    trail.step = .content
    let query = try reading.outcome.get()
    trail.step = .meaning
    return (query, scope)
  }

  /// Whether a query matches a row: no (`other`), yes (`meant`), or yes although the row is locked
  /// (`locked`).
  private enum Meaning {
    case other, meant
    /// The query matches the row, whose class key is locked.
    case locked
  }

  /// Decides whether the query matches a row that the plan has found.
  ///
  /// If the query has no conditions on encrypted values, a damaged row whose digests match counts
  /// as matching, and so does a locked row. If the query has conditions on encrypted values, a
  /// damaged row does not match, and a locked row cannot be judged. A row whose class key is lost
  /// never matches.
  ///
  /// - Throws: The error for locked items if the row cannot be judged, or an error if deleting the
  ///   item is not permitted.
  private func meaning(
    of row: SealedRow, by plan: Plan, _ query: Query
  ) throws(KeychainError) -> Meaning {
    switch codec.open(row) {
    // The row is lost for every caller, and is removed when its slot is reused.
    case .lost: return .other
    case .damaged: return plan.residual.isEmpty && plan.host == nil ? .meant : .other
    case .locked:
      guard plan.residual.isEmpty, plan.host == nil else { throw .locked }
      return .locked
    case .item(let item):
      guard codec.confirms(item, plan.compared), plan.scope.contains(item.group) else {
        return .other
      }
      guard plan.residual.allSatisfy({ codec.holds($0, in: item) }) else { return .other }
      try requirePermission(item, query)
      return .meant
    }
  }

  private func requirePermission(_ item: OpenedItem, _ query: Query) throws(KeychainError) {
    let decision = authorizer.permit(
      .delete, under: item.metadata.accessControl, given: query.evidence)
    switch decision {
    // An item that can never be opened again may be deleted.
    case .allowed, .denied(.enrolmentReplaced): return
    case .denied: throw KeychainError(.noRule)
    case .needs(let requirement):
      let isOpen = query.evidence?.leavesOpen(requirement) == true
      guard isOpen || query.interaction == .allow else {
        throw KeychainError(
          .interactionNotAllowed, "an item needs evidence and prompts are switched off",
          lapse: query.evidence?.lapse(of: requirement))
      }
      let identifier = item.facts.persistentIdentifier
      throw .evidence([Challenge.Demand(item: identifier, requirement: requirement)])
    }
  }

  /// Removes a row, or replaces it by a tombstone (record of deletion) if the item needs one
  /// (Specification/secitem.md, "Tombstones").
  ///
  /// A damaged row is removed only if the query names its primary key or its persistent reference.
  /// The change history authenticates these two values, but other values of a damaged row may be
  /// forged. In all other cases a damaged row is moved into the table `aside`, which no query
  /// reads.
  private func delete(
    _ row: SealedRow, _ query: Query, _ plan: Plan, in change: inout ChangeRecorder
  ) throws(KeychainError) {
    if case .damaged = codec.open(row) {
      // The matching digests may have been forged from outside, and removing the row would hide
      // that. Only a row that the history vouches for is removed.
      guard try change.absence(of: query).isNamed(row, by: query, plan) else {
        _ = try change.moveAside(row)
        return
      }
      return try change.remove(row)
    }
    let leavesTombstone =
      query.leavesTombstone ?? (row.facts.isSynchronizable && !row.facts.isTombstone)
    guard leavesTombstone else { return try change.remove(row) }
    switch codec.open(row) {
    case .item(let item):
      guard query.leavesTombstone == true || item.mayLeave else { return try change.remove(row) }
      let draft = ItemDraft(item, secret: nil).tombstone(.deleted)
      _ = try change.replace(row, with: change.prepare(draft), keeping: row, kind: .delete)
    case .locked(let protection):
      // The access control is sealed and judged later. The protection is visible now.
      guard query.leavesTombstone == true || !protection.isThisDeviceOnly else {
        return try change.remove(row)
      }
      try change.leaveUnfinishedTombstone(of: row)
      engine.generation.hasUnfinished = true
    case .lost, .damaged: try change.remove(row)
    }
  }
}
