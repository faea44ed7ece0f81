// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Keybag
package import KeychainEngine
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session: Explaining {
  package func explain(
    _ facts: CallFacts, rehearsing rehearsal: Request.Rehearsal?, _ effort: SearchEffort
  ) throws(KeychainError) -> StoreFacts {
    let session = rehearsal.map { rehearsing($0) } ?? self
    return try session.withKeys { (call) throws(KeychainError) in
      do throws(KeychainError) {
        return try call.look(at: facts, effort)
      } catch {
        guard error.isDamagedPart || error.code == .ioFailed else { throw error }
        var found = facts.store
        call.tellState(&found, facts)
        found.matchCount = facts.countedMatches
        found.lookUpFailure = error
        return found
      }
    }
  }

  private func look(
    at facts: CallFacts, _ effort: SearchEffort
  ) throws(KeychainError) -> StoreFacts {
    var found = facts.store
    tellState(&found, facts)
    found.matchCount = facts.countedMatches
    if facts.error?.code == .missingEntitlement,
      case .entitlementsFile(let path) = caller.origin
    {
      found.entitlements = EntitlementsFile.text(at: path).flatMap { EntitlementsLayout($0) }
    }
    if let query = facts.query, query.itemClass != .identity,
      let scope = try? authorizer.scope(facts.verb.asked, facts.group)
    {
      let plan = try planner.plan(query, within: scope, reading: .digests)
      // After a successful change, the items are not as the call found them.
      if facts.isDryRun || facts.error != nil || facts.verb == .copyMatching {
        try look(at: plan, query, effort, facts, &found)
      }
      if found.plan != nil {
        let shown = plan
        found.plan = try self.reading { (reader) throws(KeychainError) in
          try PlanSurvey(session: self, reader: reader, plan: shown, query: query).fact(effort)
        }
      }
    }
    if let query = facts.query, query.itemClass == .identity, facts.error?.code == .itemNotFound,
      query.references.isEmpty
    {
      found.absence = try identities(query, facts.verb)
    }
    if facts.verb == .add { found.former = try ownPast() }
    if facts.error?.code == .missingEntitlement, let group = facts.refusedGroup,
      let former = try former(group, facts, effort)
    {
      found.former = former
    }
    found.collision = try collision(facts, found.matches)
    found.deleteTrap = deleteTrap(after: facts, found.collision)
    return found
  }

  private func tellState(_ found: inout StoreFacts, _ facts: CallFacts) {
    found.time = engine.environment.clock.now()
    found.device.lock = codec.keybag.lockState
    found.device.hasPasscode = codec.keybag.hasPasscode
    if !facts.assumptions.contains(where: \.isLockState) { tellTimes(&found.device) }
  }

  /// Returns the application history of the caller.
  ///
  /// Items in groups that the caller has lost are not searched.
  private func ownPast() throws(KeychainError) -> FormerAccess {
    var past = FormerAccess()
    past.history = try reading { [codec] (reader) throws(KeychainError) in
      try reader.history(of: caller, under: codec.keybag)
    }
    return past
  }

  /// Returns the program's history, and its items in an access group that was refused to this call.
  ///
  /// If the query names the group, only items that match the query are returned. If the call adds
  /// an item to the group or moves an item into it, all items of the class are returned. Nil if the
  /// class is unknown, or if it is the class of identities.
  private func former(
    _ group: String, _ facts: CallFacts, _ effort: SearchEffort
  ) throws(KeychainError) -> FormerAccess? {
    guard let itemClass = facts.itemClass, itemClass != .identity else { return nil }
    var query = Query(itemClass)
    query.sync = .any
    if let asked = facts.query, facts.group.name == group { query = asked }
    let meant = query
    return try reading { (reader) throws(KeychainError) in
      try FormerGroups(session: self, reader: reader, query: meant, effort: effort)
        .access(to: group)
    }
  }

  /// Adds the times that explain the lock state of the device to the device state.
  ///
  /// For a locked device, these are the times of the last lock and of the first unlock. Before the
  /// first unlock, the only time is the start of the machine. A time that is not known stays nil.
  private func tellTimes(_ device: inout CallFacts.Device) {
    let environment = engine.environment
    let now = environment.clock.now()
    func past(_ moment: Instant?) -> Instant? { moment.flatMap { $0 <= now ? $0 : nil } }
    device.now = now
    switch device.lock {
    case .unlocked: break
    case .locked:
      device.lockedSince = past(engine.lockTimes.locking)
      device.firstUnlock = past(engine.lockTimes.firstUnlock)
    case .beforeFirstUnlock:
      device.started = now.advanced(byMicroseconds: -environment.clock.sinceBoot())
    }
  }

  private func identities(
    _ query: Query, _ verb: CallFacts.Verb
  ) throws(KeychainError) -> AbsenceFact {
    var absence = AbsenceFact()
    let scope = try authorizer.scope(verb.asked, .absent)
    absence.identityHalf = try reading { (reader) throws(KeychainError) in
      try IdentityHalves(session: self, reader: reader, scope: scope, query: query).missing()
    }
    return absence
  }

  package func changeNumber() -> Int64? {
    try? reading { (reader) throws(KeychainError) in
      try storing { () throws(StorageError) in try reader.lastWrite() }
    }
  }

  private func look(
    at plan: Plan, _ query: Query, _ effort: SearchEffort, _ facts: CallFacts,
    _ found: inout StoreFacts
  ) throws(KeychainError) {
    try reading { (reader) throws(KeychainError) in
      let survey = MatchSurvey(session: self, reader: reader, plan: plan, query: query)
      let (matches, count) = try survey.matches(upTo: effort.candidates)
      found.matches = matches
      // A change or a delete has counted all items that it acted on.
      let isCounted = found.matchCount >= count
      found.matchesAreCut = count >= effort.candidates && !isCounted
      found.matchCount = count >= effort.candidates ? max(found.matchCount, count) : count
      guard facts.error?.code == .itemNotFound || facts.error?.code == .decode else { return }
      let search = NearMissSearch(
        session: self, reader: reader, plan: plan, query: query, group: facts.group, effort: effort)
      var absence =
        query.references.isEmpty
        ? try search.absence(of: facts.verb) : try referenced(query, facts, reader)
      let nearest = absence.nearMisses.first
      if nearest?.meetsAny(of: query) != true || nearest?.isOther == true {
        absence.deletion = try PastChanges(self, reader).deletion(
          of: query, within: try search.ownScope(facts.verb))
      }
      found.absence = absence
      if facts.group == .absent, found.matchCount == 0 {
        found.former = try FormerGroups(
          session: self, reader: reader, query: query, effort: effort
        ).access()
      }
      if facts.level == .owner, found.matchCount == 0 {
        found.owned = try OwnersView(
          session: self, reader: reader, query: query, effort: effort
        ).fact()
      }
      if found.absence?.classCount == 0, query.references.isEmpty {
        let past = try PastChanges(self, reader)
        found.absence?.classDeletion = past.deletion(of: query.itemClass, by: caller.identifier)
        if let since = found.former?.history?.generations.first?.since {
          found.absence?.hasAdded = past.hasAdded(query.itemClass, caller.identifier, since: since)
        }
      }
    }
  }

  /// Returns the facts about an item that the query names by a persistent reference but does not
  /// match.
  ///
  /// The item fails other conditions of the query, and the result lists these conditions. If the
  /// caller's groups have no item with the reference, the facts are empty.
  private func referenced(
    _ query: Query, _ facts: CallFacts, _ reader: StoreReader
  ) throws(KeychainError) -> AbsenceFact {
    var absence = AbsenceFact()
    var alone = query
    alone.predicates = []
    alone.sync = .any
    let scope = try authorizer.scope(facts.verb.asked, .absent)
    let plan = try planner.plan(alone, within: scope, reading: .digests)
    let survey = MatchSurvey(session: self, reader: reader, plan: plan, query: alone)
    guard let item = try survey.matches(upTo: 1).0.first else { return absence }
    absence.classCount = 1
    guard item.state == .readable else { return absence }
    let schema = Schema.of(item.itemClass)
    var failures = query.predicates.compactMap { given -> NearMiss.Failure? in
      guard let row = schema[given.attribute] else { return nil }
      guard let stored = item.attributes[given.attribute] else {
        return NearMiss.Failure(given.attribute, .isNotStored)
      }
      return Canonical.equal(stored, given.value, kind: row.kind)
        ? nil : NearMiss.Failure(given.attribute, .differs)
    }
    if let named = facts.group.name, item.group != named {
      failures.append(NearMiss.Failure(.accessGroup, .group))
    }
    if !failures.isEmpty { absence.nearMisses = [NearMiss(item, failures)] }
    return absence
  }

  /// Returns the results that two calls would have now: a deletion of this call's items, and an
  /// addition in their place.
  ///
  /// A program may try these two calls if it mistakes a locked item (-25308) for a damaged item.
  ///
  /// Nil unless this call has deleted locked items, or was a search, update or addition that failed
  /// with -25308. Also nil if the query of the search or update is not known, or if the item that
  /// prevented the addition is not known. Source: Specification/diagnostics.md, "-25308: the cause,
  /// and the way out".
  private func deleteTrap(
    after facts: CallFacts, _ collision: CollisionFact?
  ) -> CallFacts.DeleteTrap? {
    // A successful delete of locked items is itself the first step of the trap.
    let isSprung = facts.verb == .delete && facts.error == nil && facts.lockedCount > 0
    guard isSprung || facts.error?.code == .interactionNotAllowed else { return nil }
    var protection = Protection.standard(for: .genericPassword)
    var shape = CallFacts.DeleteTrap.Shape.byDefault
    switch facts.verb {
    case .copyMatching, .update:
      if let name = facts.lastAddedProtection, let earlier = Protection(name: name) {
        protection = earlier
        shape = .ofEarlierCall(name)
      }
      guard let query = facts.query else { return nil }
      do throws(KeychainError) {
        try rehearseDeleting(query, facts)
      } catch {
        return CallFacts.DeleteTrap(delete: error, add: nil)
      }
    case .add:
      // The item in the way can always be deleted. The caller's own add would follow.
      guard let collision else { return nil }
      protection = collision.wantedProtection
      shape = .ofCall
    case .delete:
      guard isSprung else { return nil }
      if let name = facts.lastAddedProtection, let earlier = Protection(name: name) {
        protection = earlier
        shape = .ofEarlierCall(name)
      }
    case .createRandomKey, .createWithData, .copyPublicKey, .copyExternalRepresentation,
      .createSignature, .verifySignature, .createEncryptedData, .createDecryptedData,
      .copyKeyExchangeResult, .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl,
      .keychain:
      return nil
    }
    do throws(KeychainError) {
      try codec.requireAvailable(protection)
      return CallFacts.DeleteTrap(delete: nil, add: nil, as: shape)
    } catch {
      return CallFacts.DeleteTrap(delete: nil, add: error, as: shape)
    }
  }
}

extension Session {
  /// Tests whether a delete of all items that match a query would succeed; no item is deleted.
  ///
  /// The return keys and the limit of the query are ignored.
  ///
  /// - Throws: the error with which the delete would fail.
  private func rehearseDeleting(_ query: Query, _ facts: CallFacts) throws(KeychainError) {
    var query = query
    query.returns = []
    query.limit = .all
    var trail = Trail()
    let reading = Reading(.success(query), group: facts.group, profile: facts.profile)
    try rehearsing(rehearsal ?? Request.Rehearsal()).delete(reading, &trail)
  }

  /// The identifier of the store, which does not depend on the path of the store.
  package var storeIdentifier: Identifier16 { codec.keybag.image.store }

  /// The present lock state of the store, as far as this process knows it.
  package var lockState: LockState { codec.keybag.lockState }
}

extension CallFacts.Verb {
  /// The operation for which the access groups of the call are checked.
  ///
  /// A call on a key or a context is checked as a search. The creation of a random key is checked
  /// as an add.
  var asked: Authorizer.Verb {
    switch self {
    case .copyMatching: .copyMatching
    case .add, .createRandomKey: .add
    case .update: .update
    case .delete: .delete
    case .createWithData, .copyPublicKey, .copyExternalRepresentation, .createSignature,
      .verifySignature, .createEncryptedData, .createDecryptedData, .copyKeyExchangeResult,
      .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl,
      .keychain:
      .copyMatching
    }
  }
}

extension CallFacts {
  /// The number of items that an update changed or a delete removed.
  ///
  /// 0 for a search, because a search may have stopped at its limit. Also 0 for every other call.
  fileprivate var countedMatches: Int {
    shape.verb == .update || shape.verb == .delete ? Int(outcome.trail?.matched ?? 0) : 0
  }
}
