// SPDX-License-Identifier: Apache-2.0

/// Makes requests from typed values, for code that has no dictionary.
///
/// The request has the pairs of the dictionary that describes the same call.
extension Request {
  /// Makes the request of Add for an item; if an access group is given, the item is added to that
  /// group.
  package init(
    adding item: NewItem, to group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) {
    var pairs = RequestPairs(reserving: item.attributes.count + 6)
    pairs.take(item.itemClass, group)
    pairs.take(item.attributes)
    pairs.take(
      item.protectionName, item.accessControl, item.isSynchronizable ? true : nil, item.tombstone)
    if let secret = item.secret { pairs.insert(.value(.secret), .secret(secret)) }
    pairs.take(item.returns)
    pairs.take(item.interaction)
    self.init(.add, pairs, profile: profile)
    (element, evidence) = (item.element, item.evidence)
  }

  /// Makes the request of CopyMatching or Delete for the items that a query finds.
  package init(
    _ verb: Verb, _ query: Query, in group: RequestedGroup = .absent,
    profile: Profile = .dataProtection
  ) {
    self.init(verb, RequestPairs(query, group, for: verb), profile: profile)
    evidence = query.evidence
  }

  /// Makes the request of Update, which sets new values in the items that a query finds.
  package init(
    updating query: Query, in group: RequestedGroup = .absent, setting new: Changes,
    movingTo newGroup: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) {
    self.init(.update, RequestPairs(query, group, for: .update), profile: profile)
    evidence = query.evidence
    var pairs = RequestPairs()
    pairs.take(nil, newGroup)
    pairs.take(new.attributes)
    pairs.take(new.protectionName, new.accessControl, new.isSynchronizable, new.tombstone)
    if let secret = new.secret { pairs.insert(.value(.secret), .secret(secret)) }
    changes = pairs
  }
}

extension RequestPairs {
  fileprivate init(_ query: Query, _ group: RequestedGroup, for verb: Request.Verb) {
    self.init(reserving: query.predicates.count + 6)
    take(query.itemClass, group)
    for predicate in query.predicates {
      insert(RequestKey(predicate.attribute.name), RequestValue(predicate.value))
    }
    switch query.sync {
    case .implied: break
    case .any: insert(.attribute(.synchronizable), .text(ValueName.anySynchronizable))
    case .only(let flag): insert(.attribute(.synchronizable), .boolean(flag))
    }
    if let flag = query.tombstones { insert(.attribute(.tombstone), .boolean(flag)) }
    take(query.references)
    take(query.returns)
    take(query.interaction)
    if let flag = query.leavesTombstone { insert(.use(.tombstones), .boolean(flag)) }
    if let host = query.host { insert(.match(.host), .text(host)) }
    if let filter = query.filter { take(filter) }
    // Update and Delete act on all matching items, and refuse an explicit limit.
    guard verb == .copyMatching, !query.limit.isImplied else { return }
    insert(
      .match(.limit),
      query.limit.count.map { .number(Int64($0)) } ?? .text(ValueName.limitAll))
  }

  fileprivate mutating func insert(_ key: RequestKey, _ value: RequestValue) {
    insert(Request.Pair(key, value))
  }

  fileprivate mutating func take(_ itemClass: ItemClass?, _ group: RequestedGroup) {
    if let itemClass { insert(.itemClass, .text(itemClass.rawValue)) }
    switch group {
    case .absent: return
    case .named(let name): insert(.attribute(.accessGroup), .text(name))
    case .unusable: insert(.attribute(.accessGroup), .null)
    }
  }

  fileprivate mutating func take(_ attributes: AttributeSet) {
    for entry in attributes.entries {
      insert(.attribute(entry.attribute), RequestValue(entry.value))
    }
  }

  fileprivate mutating func take(
    _ protectionName: String?, _ accessControl: AccessControl?, _ isSynchronizable: Bool?,
    _ tombstone: Bool?
  ) {
    if let protectionName { insert(.attribute(.protection), .text(protectionName)) }
    if let accessControl { insert(.attribute(.accessControl), .accessControl(accessControl)) }
    if let isSynchronizable { insert(.attribute(.synchronizable), .boolean(isSynchronizable)) }
    if let tombstone { insert(.attribute(.tombstone), .boolean(tombstone)) }
  }

  private mutating func take(_ references: [PersistentReference]) {
    let values = references.map { RequestValue.bytes($0.encoded) }
    guard let first = values.first else { return }
    insert(.value(.persistentReference), values.count == 1 ? first : .list(values))
  }

  fileprivate mutating func take(_ returns: Returns) {
    func take(_ wanted: Returns, _ key: ReturnKey) {
      if returns.contains(wanted) { insert(RequestKey(key.rawValue), .boolean(true)) }
    }
    take(.secret, .secret)
    take(.attributes, .attributes)
    take(.reference, .reference)
    take(.persistentReference, .persistentReference)
  }

  fileprivate mutating func take(_ interaction: Interaction) {
    switch interaction {
    case .allow: return
    case .fail: insert(.use(.interaction), .text(ValueName.interactionFail))
    case .skip: insert(.use(.interaction), .text(ValueName.interactionSkip))
    }
  }

  /// Returns the name of an issuer in DER form: the header of a sequence, followed by the given
  /// content.
  private static func sequence(of content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x30]
    bytes.append(derLength: content.count)
    return bytes + content
  }

  private mutating func take(_ filter: CertificateFilter) {
    if !filter.issuers.isEmpty {
      insert(.match(.issuers), .list(filter.issuers.map { .bytes(Self.sequence(of: $0)) }))
    }
    if let address = filter.emailAddress { insert(.match(.emailAddress), .text(address)) }
    switch filter.moment {
    case nil: break
    case .now: insert(.match(.validOnDate), .null)
    case .at(let moment): insert(.match(.validOnDate), .date(moment))
    }
    if let policy = filter.policy { insert(.match(.policy), .judge(policy)) }
    if let trust = filter.trust { insert(.match(.trustedOnly), .judge(trust)) }
  }
}

extension RequestKey {
  fileprivate static let itemClass = RequestKey("class")
  fileprivate static func attribute(_ attribute: Attribute) -> RequestKey {
    RequestKey(attribute.name)
  }
  fileprivate static func match(_ key: MatchKey) -> RequestKey { RequestKey(key.rawValue) }
  fileprivate static func use(_ key: UseKey) -> RequestKey { RequestKey(key.rawValue) }
  fileprivate static func value(_ key: ValueKey) -> RequestKey { RequestKey(key.rawValue) }
}
