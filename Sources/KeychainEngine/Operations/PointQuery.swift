// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A query that names one item and wants no attributes: its answer is looked up and judged where
/// the store holds it (Documentation/Decisions/point-read.md).
struct PointQuery: ~Copyable {
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
