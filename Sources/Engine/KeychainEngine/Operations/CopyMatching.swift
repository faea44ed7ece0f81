// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// SecItemCopyMatching: scope, plan, fetch, open, filter, permit, project (DESIGN section 4).
  package func copyMatching(
    _ reading: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    trail.step = .store
    return try withKeys { (call) throws(KeychainError) in try call.copyOnce(reading, &trail) }
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
    if let point = try PointQuery(query, within: scope, by: codec) {
      trail.way = .point
      if let matches = try point.answer(from: self) { return matches }
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

/// A query that names one item and wants no attributes: its answer is looked up and judged where
/// the store holds it (Documentation/Decisions/point-read.md).
private struct PointQuery: ~Copyable {
  private let predicates: [Predicate]
  private let evidence: Evidence?
  private let wantsSecret: Bool
  private let group: String
  private let plan: PointPlan
  private let glance: MetadataGlance

  /// Nil for a query that is not of this kind, and while a rotation is under way.
  init?(
    _ query: borrowing Query, within scope: Scope, by codec: RowCodec
  ) throws(KeychainError) {
    guard case .groups(let groups) = scope, groups.count == 1, query.limit.isSingle,
      !query.returns.needsAttributes, query.references.isEmpty,
      query.host == nil, query.filter == nil,
      query.tombstones != true, codec.keybag.epochs.isSettled,
      !query.predicates.isEmpty, let sync = query.sync.certain
    else { return nil }
    let (group, itemClass) = (groups[0], query.itemClass)
    let wantsSecret = query.returns.contains(.secret)
    // The secret may be one for the secure element alone, which only `Finder` sees.
    guard !wantsSecret || query.itemClass != .key else { return nil }
    let planner = codec.planner
    var glance = MetadataGlance()
    var plan = PointPlan(
      itemClass, group: try planner.digest(itemClass, .accessGroup, group.utf8Span.span),
      isSynchronizable: sync, contents: wantsSecret ? .secret : [], epochs: codec.keybag.epochs)
    let schema = Schema.of(itemClass)
    for predicate in query.predicates {
      // Required ones: an absent value equals an empty one elsewhere.
      guard let row = schema[predicate.attribute], row.attribute != .accessGroup,
        row.roles.contains(.digested), row.roles.contains(.required), glance.expect(row)
      else { return nil }
      let digest = try Canonical.lend(predicate.value, kind: row.kind) {
        (bytes) throws(KeychainError) in try planner.digest(itemClass, row.attribute, bytes)
      }
      guard plan.require(row.attribute, digest) else { return nil }
    }
    guard plan.isOrdered else { return nil }
    predicates = query.predicates
    evidence = query.evidence
    self.wantsSecret = wantsSecret
    self.group = group
    self.plan = plan
    self.glance = glance
  }

  /// The item in the first row, which the limit of one makes the only one that counts if it
  /// answers; nil where only `Finder` can judge that row, or that there is none.
  func answer(from session: Session) throws(KeychainError) -> [Match]? {
    var matches: [Match]?
    try storing { () throws(StorageError) in
      _ = try session.engine.store.lookAtFirst(plan) { facts, metadata, secret in
        matches = judge(facts, metadata, secret, for: session).map { [$0] }
      }
    }
    return matches
  }

  /// The answer that a row is; nil where it is not certainly meant, whole, permitted and opened.
  private func judge(
    _ facts: RowFacts, _ metadata: Span<UInt8>, _ sealed: Span<UInt8>, for session: Session
  ) -> Match? {
    let sealer = session.codec.keybag.sealer
    let binding = RowBinding(facts)
    guard facts.form == .ordinary, facts.keyEpoch == sealer.epoch, let lease = try? SealerLease()
    else { return nil }
    var (isPermitted, hasSecret) = (false, false)
    try? sealer.openMetadata(metadata, binding: binding, with: lease) { content in
      // Where a password goes into the key, `Finder` opens the item.
      guard let sight = glance.look(at: content, of: group, with: predicates),
        sight.accessControl?.constraints?.requiresPassword != true,
        case .allowed = session.authorizer.permit(
          .decrypt, under: sight.accessControl, given: evidence)
      else { return }
      (isPermitted, hasSecret) = (true, sight.hasSecret)
    }
    guard isPermitted else { return nil }
    var secret: SecretBytes?
    if wantsSecret {
      guard hasSecret else { return nil }
      secret = try? sealer.openSecret(sealed, binding: binding, with: lease)
      if secret == nil { return nil }
    }
    var match = Match(facts.itemClass, facts.persistentIdentifier)
    match.secret = secret
    return match
  }
}

extension SyncScope {
  /// The one state that is meant without a reference; nil where both are.
  fileprivate var certain: Bool? {
    switch self {
    case .implied: false
    case .any: nil
    case .only(let flag): flag
    }
  }
}
