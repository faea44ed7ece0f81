// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Reads the pairs of a query one by one, and at the end returns the query.
///
/// If the call must be refused after the check of the caller's access groups, the parser also
/// returns the error.
struct QueryParser {
  private let verb: Request.Verb
  private let profile: Profile
  private let reference: PersistentReference?
  private var query: Query
  private var attributes: AttributePairs
  private var uses = UsePairs()
  private var matches: MatchPairs
  /// The number of attribute conditions in the query.
  ///
  /// If the query has at least one condition, some formats of persistent references are refused:
  /// see `lateCopyRefusal` and `lateChangeRefusal`.
  private var filters = 0

  /// The attributes by which a query cannot search for identities in the profile `quirks`
  /// (Specification/secitem.md, "Identities").
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

  /// Reads one pair of the query, and throws if its key is unknown or its value is invalid.
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

  /// Returns the query, and the error to report after the caller's access groups have been checked.
  ///
  /// The error is nil if the query is valid.
  ///
  /// - Throws: In a call of Update, the errors of `refuseForUpdate`.
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

  /// The conditions on certificates in the query.
  ///
  /// Nil if the query has no condition on certificates, or if it is for items without certificates.
  private var filter: CertificateFilter? {
    guard query.itemClass.hasCertificate, !matches.filter.isEmpty else { return nil }
    var filter = matches.filter
    // Apple's code reads the content of certificates only if the caller asks for something that is
    // made of the content (Specification/secitem.md, "Filters of SecItemCopyMatching").
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
      // An access control is not a condition of the query, but it must not contradict `pdmn`
      // (Specification/secitem.md, "pdmn and accc").
      try attributes.takeProtection(pair, row)
      return
    case .protection: try attributes.takeProtection(pair, row)
    case .accessGroup:
      // Only the type of the value is checked here. The name of the group is in `Reading.group`,
      // and is judged separately: in Update and Delete, before this parse.
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

  /// Reads the value of `v_PersistentRef`: one persistent reference, or a list of them.
  ///
  /// Each reference in a list must name an item of the class of the query.
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

  /// The error by which CopyMatching refuses the query after the check of access groups.
  ///
  /// CopyMatching refuses a list of items (`kSecUseItemList`) and a match key that does not fit the
  /// class. In the profile `quirks`, the call also refuses some attributes of identities.
  ///
  /// CopyMatching also refuses attributes beside some persistent references. These references
  /// contain a persistent identifier, or name an item on a token (for example a smart card).
  /// Attributes beside a reference with a row number are accepted. Nil if the query is accepted.
  ///
  /// The errors are those of rows 5, 6 and 8 of Specification/secitem.md, "Order of evaluation".
  private var lateCopyRefusal: KeychainError? {
    if uses.hasItemList { return .itemList }
    if let refusal = matches.refusal { return refusal }
    if profile == .quirks, query.itemClass == .identity,
      query.predicates.contains(where: { Self.unaskable.contains($0.attribute) })
    {
      return KeychainError(.notAvailable, "identities cannot be searched by this attribute")
    }
    switch reference {
    case .identifier?, .token?:
      return filters > 0 ? .referenceWithAttributes : nil
    case .row?, .foreignClass?, nil: return nil
    }
  }

  /// Throws if the query of a call of Update has a list of items (`kSecUseItemList`), a return key,
  /// or a condition on the sharing group.
  ///
  /// These are rows 5 and 6 of Specification/secitem.md, "Order of evaluation". This check comes
  /// before the check of the access group to which Update moves items.
  private func refuseForUpdate() throws(KeychainError) {
    if uses.hasItemList { throw .itemList }
    guard query.returns.isEmpty else {
      throw .parameter("this call cannot return anything", cause: .returnKeyInUpdate)
    }
    guard !query.predicates.contains(where: { $0.attribute == .sharingGroup }) else {
      throw .sharingGroupNeedsEntitlement
    }
  }

  /// The error by which Update or Delete refuses the query after the check of access groups.
  ///
  /// The calls refuse match keys. The calls also refuse attributes beside some persistent
  /// references. These references contain a row number, or name an item on a token (for example a
  /// smart card). Attributes beside a reference with a persistent identifier are accepted. Nil if
  /// the query is accepted.
  ///
  /// The errors are those of Specification/secitem.md, "Order of evaluation", row 8 of Update and
  /// row 6 of Delete.
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
  /// Adds the condition that items have the protection `pdmn`, if the caller named a protection.
  ///
  /// The access control `accc` is not a condition.
  fileprivate mutating func protect(by attributes: AttributePairs) {
    guard let name = attributes.readProtection else { return }
    predicates.append(Predicate(.protection, .text(name)))
    predicates.sort { $0.attribute < $1.attribute }
  }
}

extension KeychainError {
  static let unknownKey = KeychainError.parameter(
    "the dictionary has a key that is unknown here", cause: .unknownKey)
  static let secretIsNoData = KeychainError.parameter(
    "the secret is not data", cause: .wrongValueKind)
  package static let malformedReference = KeychainError.parameter(
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
