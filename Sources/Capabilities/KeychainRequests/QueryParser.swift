// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Takes the pairs of a query one by one and says at the end what comes of them.
struct QueryParser {
  private let verb: Request.Verb
  private let profile: Profile
  private let reference: PersistentReference?
  private var query: Query
  private var attributes: AttributePairs
  private var uses = UsePairs()
  private var matches: MatchPairs
  /// Attribute pairs that a persistent reference cannot be combined with in CopyMatching.
  private var filters = 0

  /// What identities cannot be asked by in the profile `quirks` (spec/secitem.md 4.8).
  private static let unaskable: [Attribute] = [
    .subject, .publicKeyHash, .certificateType, .certificateEncoding,
  ]

  init(
    itemClass: ItemClass, reference: PersistentReference?, verb: Request.Verb, profile: Profile
  ) {
    self.verb = verb
    self.profile = profile
    self.reference = reference
    query = Query(itemClass)
    query.predicates.reserveCapacity(4)
    query.limit = verb == .copyMatching ? Limit(count: 1, isImplied: true) : .all
    attributes = AttributePairs(itemClass)
    matches = MatchPairs(itemClass)
  }

  /// Takes one pair.
  mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    switch pair.key.family {
    case .itemClass, .ignored: return
    case .attribute: try takeAttribute(pair)
    case .match: try matches.take(pair)
    case .returns: query.returns.formUnion(try ReturnPairs.read(pair))
    case .use: try uses.take(pair)
    case .value: try takeValue(pair)
    case .unknown: throw .unknownKey
    }
  }

  /// The query and the refusal that comes after the groups.
  ///
  /// - Throws: what Update refuses before it looks at a new group.
  mutating func finish() throws(KeychainError) -> (Query, KeychainError?) {
    query.protect(by: attributes)
    query.leavesTombstone = uses.leavesTombstone
    query.host = matches.host
    query.filter = filter
    if let limit = matches.limit { query.limit = limit }
    if let reference, query.references.isEmpty { query.references = [reference] }
    switch verb {
    case .copyMatching: return (query, lateCopyRefusal)
    case .update:
      try refuseForUpdate()
      return (query, lateChangeRefusal)
    case .delete, .add: return (query, lateChangeRefusal)
    }
  }

  /// What is asked of certificates.
  private var filter: CertificateFilter? {
    guard query.itemClass.hasCertificate, !matches.filter.isEmpty else { return nil }
    var filter = matches.filter
    // Apple's code has the content at hand only where something is made of it (4.5).
    let isRead = !query.returns.isDisjoint(with: [.secret, .reference])
    filter.isBlind = profile == .quirks && !isRead
    return filter
  }

  private mutating func takeAttribute(_ pair: Request.Pair) throws(KeychainError) {
    switch pair.key.attribute {
    case FlagKey.dataProtection, FlagKey.derivedIdentifier: return
    case .synchronizable where pair.isAnySynchronizable:
      query.sync = .any
      return
    default: break
    }
    let row = try attributes.row(of: pair.key)
    switch row.attribute {
    case .synchronizable:
      query.sync = .only(try attributes.value(pair.value, of: row) == .number(1))
    case .tombstone:
      query.tombstones = try attributes.value(pair.value, of: row) == .number(1)
    case .accessControl:
      // No filter, but it must not contradict `pdmn` (spec/secitem.md 3.5).
      try attributes.takeProtection(pair, row)
      return
    case .protection: try attributes.takeProtection(pair, row)
    case .accessGroup:
      // Judged as `Reading.group`; here it counts as an attribute of the right type only. Update
      // and Delete have judged it before the parse.
      _ = try attributes.value(pair.value, of: row)
    default:
      query.predicates.append(
        Predicate(row.attribute, try attributes.value(pair.value, of: row)))
    }
    filters += 1
  }

  private mutating func takeValue(_ pair: Request.Pair) throws(KeychainError) {
    switch ValueKey(rawValue: pair.key.name) {
    case .secret:
      guard pair.value.isData else { throw .secretIsNoData }
    case .persistentReference: try takeReference(pair.value)
    case .reference, nil: throw .unknownKey
    }
  }

  /// One reference, or several of the class.
  private mutating func takeReference(_ value: RequestValue) throws(KeychainError) {
    guard reference != nil else { throw .malformedReference }
    guard case .list(let values) = value else { return }
    for value in values {
      guard let reference = value.reference, reference.itemClass == query.itemClass else {
        throw .malformedReference
      }
      query.references.append(reference)
    }
  }

  /// Rows 5, 6 and 8 of CopyMatching.
  private var lateCopyRefusal: KeychainError? {
    if uses.hasItemList { return .itemList }
    if let refusal = matches.refusal { return refusal }
    if profile == .quirks, query.itemClass == .identity,
      query.predicates.contains(where: { Self.unaskable.contains($0.attribute) })
    {
      return KeychainError(.notAvailable, "identities cannot be asked by the attribute")
    }
    switch reference {
    case .identifier?, .token?:
      return filters > 0 ? .referenceWithAttributes : nil
    case .row?, .foreignClass?, nil: return nil
    }
  }

  /// Row 6 of Update; it precedes the check of a new group.
  private func refuseForUpdate() throws(KeychainError) {
    if uses.hasItemList { throw .itemList }
    guard query.returns.isEmpty else {
      throw .parameter("nothing can be returned by this call", cause: .returnKeyInUpdate)
    }
    guard !query.predicates.contains(where: { $0.attribute == .sharingGroup }) else {
      throw .sharingGroupNeedsEntitlement
    }
  }

  /// Row 8 of Update, row 6 of Delete.
  private var lateChangeRefusal: KeychainError? {
    if matches.areGiven {
      return .parameter("match keys have no meaning in this call", cause: .matchKeyInChange)
    }
    switch reference {
    case .row?, .token?: return filters > 0 ? .referenceWithAttributes : nil
    case .identifier?, .foreignClass?, nil: return nil
    }
  }
}

extension Query {
  /// Makes `pdmn` a predicate; `accc` is none.
  fileprivate mutating func protect(by attributes: AttributePairs) {
    guard let name = attributes.readProtection else { return }
    predicates.append(Predicate(.protection, .text(name)))
    predicates.sort { $0.attribute < $1.attribute }
  }
}

extension KeychainError {
  static let unknownKey = KeychainError.parameter(
    "a key is none that a dictionary can have", cause: .unknownKey)
  static let secretIsNoData = KeychainError.parameter(
    "the secret is no data", cause: .wrongValueKind)
  static let malformedReference = KeychainError.parameter(
    "the persistent reference is malformed", cause: .referenceMisused)
  static let referenceWithAttributes = KeychainError.parameter(
    "a persistent reference cannot be combined with attributes", cause: .referenceMisused)
  static let itemList = KeychainError.parameter(
    "a list of items cannot be used here", cause: .unknownKey
  ).about(UseKey.itemList.rawValue)
  static let sharingGroupNeedsEntitlement = KeychainError(
    .missingEntitlement, "the attribute needs a private entitlement",
    context: .attribute(.sharingGroup), cause: .restrictedAttribute)
}
