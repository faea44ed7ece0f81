// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// One call to a service, as the caller has worded it: every face makes the same value
/// (ARCHITECTURE.md, "One SecItemCopyMatching, from app to disk and back").
///
/// Nothing in it has been judged. The service reads it by the schema and refuses in the order of
/// spec/secitem.md 3.1 (`RequestReader`), so that all faces and services answer alike. A request
/// made of typed values (`init(adding:)` and the like) is read in the same way.
package struct Request: Sendable {
  /// The four calls.
  package enum Verb: Sendable {
    case add, copyMatching, update, delete
  }

  /// One pair of a dictionary.
  package struct Pair: Sendable {
    package let key: RequestKey
    package let value: RequestValue

    package init(_ key: consuming RequestKey, _ value: consuming RequestValue) {
      self.key = key
      self.value = value
    }

    /// Whether the value is `kSecAttrSynchronizableAny`.
    package var isAnySynchronizable: Bool {
      if case .text(ValueName.anySynchronizable) = value { true } else { false }
    }
  }

  /// What a rehearsal assumes: its call is computed up to its changes, and none of them is kept.
  package struct Rehearsal: Hashable, Sendable {
    /// The lock state to assume; nil for the one of now.
    ///
    /// One with more keys than there are now cannot be assumed.
    package let lock: LockState?
    /// Whether to answer as if no passcode were set.
    package let hasNoPasscode: Bool

    package init(lock: LockState? = nil, hasNoPasscode: Bool = false) {
      (self.lock, self.hasNoPasscode) = (lock, hasNoPasscode)
    }
  }

  package let verb: Verb
  package let profile: Profile
  /// The query, or for Add the item.
  package var pairs: RequestPairs
  /// The changes of Update; empty for the other calls.
  package var changes = RequestPairs()
  /// The key of the secure element that an item is to keep.
  package var element: ElementKey?
  /// The evidence that the user has given; nil where the caller has brought none yet.
  package var evidence: Evidence?
  /// Set where the call is only rehearsed.
  package var rehearsal: Rehearsal?

  package init(_ verb: Verb, _ pairs: RequestPairs, profile: Profile) {
    self.verb = verb
    self.pairs = pairs
    self.profile = profile
  }

  /// The request with evidence.
  package func bringing(_ evidence: Evidence?) -> Request {
    guard let evidence else { return self }
    var request = self
    request.evidence = evidence
    return request
  }
}

/// The pairs of a dictionary, in the order in which they are read.
package struct RequestPairs: Sendable {
  /// More pairs than this are refused with -50 (DESIGN section 6).
  package static let most = 128

  package private(set) var all: [Request.Pair] = []
  /// A bit for each family of keys that is there: most requests have few, and are asked for others.
  private var families: UInt16 = 0
  /// Whether a pair has to be looked at before the others: one that is refused, of a key that takes
  /// one kind of value alone, or of one that excludes another.
  package private(set) var hasSuspects = false
  /// Whether there were too many pairs, which were then not looked at.
  package private(set) var isOversized = false

  package init() {}

  package init(reserving count: Int) { all.reserveCapacity(count) }

  /// The pairs of a dictionary that has too many of them.
  package static var tooMany: RequestPairs {
    var pairs = RequestPairs()
    pairs.isOversized = true
    return pairs
  }

  /// Puts a pair behind its equals: for the handful of most dictionaries sorting takes longer.
  package mutating func insert(_ pair: Request.Pair) {
    guard all.count < Self.most else {
      isOversized = true
      return
    }
    note(pair)
    var place = all.count
    while place > 0, RequestKey.isEvaluatedEarlier(pair.key, all[place - 1].key) { place -= 1 }
    all.insert(pair, at: place)
  }

  /// Puts a pair behind all others, whose keys are read no later.
  package mutating func append(_ pair: consuming Request.Pair) {
    note(pair)
    all.append(pair)
  }

  private mutating func note(_ pair: borrowing Request.Pair) {
    families |= 1 << pair.key.family.place
    if case .refused = pair.value { hasSuspects = true }
    switch pair.key.attribute?.rawValue {
    case Attribute.accessControl.rawValue?, Attribute.issuer.rawValue?, Attribute.appClip.rawValue?,
      Attribute.sharingGroup.rawValue?:
      hasSuspects = true
    default: break
    }
  }

  /// Whether there is a key of a family, or was.
  package func has(_ family: RequestKey.Family) -> Bool {
    families & 1 << family.place != 0
  }

  /// The value of a key that is no attribute.
  package subscript(family: RequestKey.Family, name: String) -> RequestValue? {
    guard has(family) else { return nil }
    // By index, as `first(where:)` copies each pair.
    for index in all.indices
    where all[index].key.family.place == family.place && all[index].key.name == name {
      return all[index].value
    }
    return nil
  }

  /// The value of a name of four characters.
  package subscript(attribute: Attribute) -> RequestValue? {
    guard has(.attribute) else { return nil }
    for index in all.indices
    where all[index].key.attribute?.rawValue == attribute.rawValue {
      return all[index].value
    }
    return nil
  }

  /// Takes the pairs in their order; a refusal says which one it is of.
  package func forEach(
    areChanges: Bool = false, _ take: (Request.Pair) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for index in all.indices {
      do throws(KeychainError) { try take(all[index]) } catch {
        throw error.about(all[index].key.name, isChange: areChanges)
      }
    }
  }

  /// Takes pairs away.
  package mutating func remove(where isUnwanted: (RequestKey) -> Bool) {
    all.removeAll { isUnwanted($0.key) }
  }

  /// Whether prompts are allowed; the newer key wins over the older (spec/secitem.md 3.3).
  package var interaction: Interaction {
    guard has(.use) else { return .allow }
    if case let name? = self[.use, UseKey.interaction.rawValue], name.isText {
      guard case .text(let word) = name else { return .allow }
      switch word {
      case ValueName.interactionFail: return .fail
      case ValueName.interactionSkip: return .skip
      default: return .allow
      }
    }
    if case .boolean(true)? = self[.use, UseKey.noInteraction.rawValue] { return .fail }
    return .allow
  }
}

/// Keys and sizes, no values; the mirror has no children for the same reason.
extension Request: CustomStringConvertible, CustomReflectable {
  package var description: String {
    let names = (pairs.all + changes.all).map(\.key.name).joined(separator: " ")
    return "Request(\(verb), \(profile.rawValue), \(names))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestPairs: CustomStringConvertible, CustomReflectable {
  package var description: String { "RequestPairs(\(all.count))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The answer of a service to a request.
package struct Answer: Sendable {
  /// In order of insertion; empty for calls that give nothing back, and where the profile makes the
  /// call a success without effect (quirk D2).
  package let matches: [Match]
  /// The class, the returns and the limit of the request, as the service read them.
  package let itemClass: ItemClass
  package let returns: Returns
  package let limit: Limit
  /// Whether the request allows prompts.
  package let interaction: Interaction
  /// The query of a search, without evidence, where this process remembers its searches.
  package let query: Query?
  /// How the service decided.
  package var trail = Trail()

  /// The answer to Add.
  package init(_ match: Match?, to item: NewItem) {
    matches = match.map { [$0] } ?? []
    (itemClass, returns, limit) = (item.itemClass, item.returns, .one)
    (interaction, query) = (item.interaction, nil)
  }

  /// The answer to a search.
  package init(_ matches: [Match], to query: borrowing Query) {
    self.matches = matches
    (itemClass, returns, limit) = (query.itemClass, query.returns, query.limit)
    interaction = query.interaction
    guard Watchers.isRemembering else {
      self.query = nil
      return
    }
    var kept = copy query
    // Evidence is for this call alone.
    kept.evidence = nil
    self.query = kept
  }

  /// The answer to Update and Delete, which give nothing back.
  package init(doneTo itemClass: ItemClass) {
    self.itemClass = itemClass
    (matches, returns, limit) = ([], Returns(rawValue: 0), .all)
    (interaction, query) = (.allow, nil)
  }

  /// An answer to the request of another answer, with other matches.
  package init(_ matches: [Match], like other: Answer) {
    self.matches = matches
    (itemClass, returns, limit) = (other.itemClass, other.returns, other.limit)
    (interaction, query, trail) = (other.interaction, other.query, other.trail)
  }
}
