// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Performs SecItemCopyMatching (ARCHITECTURE.md, "One SecItemCopyMatching, from app to disk and
  /// back").
  ///
  /// The engine checks the access groups, plans the search, and reads and decrypts rows. The engine
  /// then applies filters, checks each item's access control, and makes the results.
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
    // Uses neither `get` nor a plain parameter: each would copy the query, which has many parts.
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

  /// Returns the access groups in which a search may find items.
  ///
  /// - Throws: An error if the query names a group that the caller does not have. Otherwise the
  ///   `lateRefusal` of the query, if there is one: an error of the dictionary that is thrown only
  ///   after the checks of groups.
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

  /// Finds the items that match a query, after decrypting each row and checking whether the caller
  /// may read it.
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

  /// Returns the check that a search makes if its query has found no item.
  ///
  /// The check finds rows that the query missed only because they are damaged or were edited in the
  /// file.
  func absence(of query: Query) -> Absence {
    Absence(codec: codec) { (slot) throws(KeychainError) in
      try reading { (reader) throws(KeychainError) in
        try storing { () throws(StorageError) in try reader.row(inSlot: slot, of: query.itemClass) }
      }
    } rows: { (plan) throws(KeychainError) in
      try engine.rows(plan)
    }
  }

  /// Returns a found item as a result of the query, with its attributes and its secret if the query
  /// asks for them.
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

  /// Throws an error if an update or a delete names the class of identities, which has no rows.
  ///
  /// The caller changes an identity by changing its certificate and its key
  /// (Specification/secitem.md, "Adding an identity", "Query side of SecItemUpdate", "Identities
  /// and refs").
  func requireStored(_ itemClass: ItemClass) throws(KeychainError) {
    guard itemClass != .identity else {
      throw KeychainError(.unimplemented, "change an identity through its certificate and its key")
    }
  }
}

extension Query {
  /// Returns true if the query has to decrypt the secrets of the items.
  ///
  /// Secrets are needed if `isWanted` is true, if the certificate filter reads the data, or if the
  /// evidence has an application password to verify.
  ///
  /// - Parameter isWanted: true if the caller wants the secrets in the result.
  func readsSecret(for isWanted: Bool) -> Bool {
    isWanted || filter?.needsContent == true || evidence?.bag.applicationPassword != nil
  }
}

extension Trail.Scope {
  /// Makes the description of a call's access groups for its trail (record of how the call was
  /// decided).
  ///
  /// - Parameters:
  ///   - scope: the groups in which the call searches.
  ///   - asked: the group that the caller's dictionary named.
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
  /// Records in the trail (record of how the call was decided) that the call searches by a plan.
  ///
  /// The number of the plan's conditions is recorded too.
  mutating func follows(_ plan: borrowing Plan) {
    way = .search
    compared = UInt8(clamping: plan.compared.count)
    opened = UInt8(clamping: plan.residual.count)
  }
}

/// A query that names one item and wants no attributes.
///
/// The row of the item is read and judged inside the store, which is fast
/// (Documentation/Decisions/point-read.md).
private struct PointQuery: ~Copyable {
  private let predicates: [Predicate]
  private let evidence: Evidence?
  private let wantsSecret: Bool
  private let group: String
  private let plan: PointPlan
  private let glance: MetadataGlance

  /// Makes a point query (a fast read of one row), if the query is simple enough.
  ///
  /// The result is nil for any other query, for example for one that may return several items or
  /// wants attributes. The result is also nil during a key rotation.
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
    // The secret may be material of the secure element, which only `Finder` handles.
    guard !wantsSecret || query.itemClass != .key else { return nil }
    let planner = codec.planner
    var glance = MetadataGlance()
    var plan = PointPlan(
      itemClass, group: try planner.digest(itemClass, .accessGroup, group.utf8Span.span),
      isSynchronizable: sync, contents: wantsSecret ? .secret : [], epochs: codec.keybag.epochs)
    let schema = Schema.of(itemClass)
    for predicate in query.predicates {
      // Only required attributes qualify: in other attributes of the primary key, an absent value
      // equals an empty value.
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

  /// Returns the item in the first row that the query finds.
  ///
  /// The query asks for one item, so this row is the whole answer. Nil if there is no row, or if
  /// the row has to be judged by `Finder`.
  func answer(from session: Session) throws(KeychainError) -> [Match]? {
    var matches: [Match]?
    try storing { () throws(StorageError) in
      _ = try session.engine.store.lookAtFirst(plan) { facts, metadata, secret in
        matches = judge(facts, metadata, secret, for: session).map { [$0] }
      }
    }
    return matches
  }

  /// Returns the item in a row as a result, if the row certainly matches the query.
  ///
  /// Nil if that is not certain, if access is not permitted now, or if the row cannot be decrypted.
  private func judge(
    _ facts: RowFacts, _ metadata: Span<UInt8>, _ sealed: Span<UInt8>, for session: Session
  ) -> Match? {
    let sealer = session.codec.keybag.sealer
    let binding = RowBinding(facts)
    guard facts.form == .ordinary, facts.keyEpoch == sealer.epoch, let lease = try? SealerLease()
    else { return nil }
    var (isPermitted, hasSecret) = (false, false)
    try? sealer.openMetadata(metadata, binding: binding, with: lease) { content in
      // If a password is part of the key, `Finder` opens the item.
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
  /// The only value of `kSecAttrSynchronizable` that items found by the query can have.
  ///
  /// Nil if the query finds synchronizable and other items.
  fileprivate var certain: Bool? {
    switch self {
    case .implied: false
    case .any: nil
    case .only(let flag): flag
    }
  }
}
