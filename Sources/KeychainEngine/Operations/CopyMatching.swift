// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// SecItemCopyMatching: scope, plan, fetch, open, filter, permit, project (DESIGN section 4).
  package func copyMatching(
    _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    try withKeys { (call) throws(KeychainError) in try call.copyOnce(reading, &trail) }
  }

  private func copyOnce(
    _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    trail.step = .caller
    try authorizer.admit(.copyMatching)
    // Neither `get` nor a plain parameter: each would copy the query, which has many parts.
    switch reading.outcome {
    case .success(let query):
      let matches = try copy(query, reading, &trail)
      trail.matched = UInt32(clamping: matches.count)
      return matches
    case .failure(let refusal):
      trail.step = .content
      throw refusal
    }
  }

  private func copy(
    _ query: borrowing Query, _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    let scope = try scope(.copyMatching, reading, &trail)
    if query.itemClass == .identity {
      trail.way = .identities
      return try identities(copy query, within: scope, profile: reading.profile)
    }
    if let point = try PointQuery(query, within: scope, by: codec),
      let matches = try point.answer(from: self)
    {
      trail.way = .point
      return matches
    }
    return try search(copy query, within: scope, profile: reading.profile, &trail)
  }

  /// The groups of a search, and what is refused once they are known.
  private func scope(
    _ verb: Authorizer.Verb, _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> Scope {
    trail.step = .group
    let scope = try authorizer.scope(verb, reading.group)
    trail.scope = Trail.Scope(scope, reading.group)
    trail.step = .meaning
    if let refusal = reading.lateRefusal { throw refusal }
    trail.step = .store
    return scope
  }

  /// The general way, which judges every row.
  private func search(
    _ query: Query, within scope: Scope, profile: Profile, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    let wantsSecret = query.readsSecret(for: query.returns.needSecret(of: query.itemClass))
    let plan = try planner.plan(query, within: scope, reading: wantsSecret ? .secret : [])
    trail.follows(plan)
    var finder = Finder(plan: plan, query: query, session: self)
    try finder.collect { (plan) throws(KeychainError) in try engine.rows(plan) }
    if finder.isEmpty { try finder.require(absence(of: query), of: query, plan) }
    return try finder.finish(profile: profile).map { project($0, query.returns) }
  }

  /// The last look of a search that has found nothing.
  func absence(of query: Query) -> Absence {
    Absence(codec: codec) { (slot) throws(KeychainError) in
      try reading { (reader) throws(KeychainError) in
        try storing { () throws(StorageError) in try reader.row(inSlot: slot, of: query.itemClass) }
      }
    } rows: { (plan) throws(KeychainError) in
      try engine.rows(plan)
    }
  }

  /// What the caller asked for of one item.
  func project(_ answer: Finder.Answer, _ returns: Returns) -> Match {
    let item = answer.item
    var match = Match(item.facts.itemClass, item.facts.persistentIdentifier)
    if returns.needsAttributes {
      match.attributes = item.returnedAttributes
      match.accessControl = item.accessControl
    }
    if returns.needSecret(of: match.itemClass) { match.secret = answer.secret }
    match.element = item.element
    return match
  }

  /// An identity is changed by changing its halves, which is the caller's to do (5.5, 6.1, 7.4).
  func requireStored(_ itemClass: ItemClass) throws(KeychainError) {
    guard itemClass != .identity else {
      throw KeychainError(.unimplemented, "identities are changed by their halves")
    }
  }
}

extension Query {
  /// Whether the secrets have to be opened: when they are wanted, a filter looks at them, or an
  /// application password is to be proved, which is done by opening what is under it.
  func readsSecret(for isWanted: Bool) -> Bool {
    isWanted || filter?.needsContent == true || evidence?.bag.applicationPassword != nil
  }
}

extension Trail.Scope {
  /// The groups that a call looks through, and what it named.
  init(_ scope: Scope, _ asked: RequestedGroup) {
    if case .all = scope {
      self = .all
    } else if case .absent = asked {
      self = .own
    } else {
      self = .named
    }
  }
}

extension Trail {
  /// The rows are found by a plan.
  mutating func follows(_ plan: borrowing Plan) {
    way = .search
    compared = UInt8(clamping: plan.compared.count)
    opened = UInt8(clamping: plan.residual.count)
  }
}
