// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Reads a request by the schema: what it asks for, or why it is refused.
///
/// The order of refusals (spec/secitem.md 3.1; every row ends the call with the first that fails):
///
/// | step | Add | CopyMatching | Update | Delete | where |
/// |---|---|---|---|---|---|
/// | 1 | file-based keychains, -25291 | 1 | 1 | 1 | `MacRules` |
/// | 2 | objects, and what excludes itself, -50 | 2 | 2, also the changes | 2 | `RequestChecks` |
/// | 3 | no group, -34018 | 3 | 3 | 3 | `Authorizer.admit` |
/// | 4 | class and pairs | 4 | 5 | 5 | `ItemParser`, `QueryParser` |
/// | 5 | the group that is named, -34018 | 5 | 4 | 4 | `Authorizer` |
/// | 6 | keys without meaning in the call | 6 | 7 | 6 | `lateRefusal` |
/// | 7 | - | - | the new group: 6; the changes: 8 | - | `ChangesParser` |
///
/// The first two steps throw. What comes after the groups travels in the reading, and
/// `Session` raises it in its turn: the engine knows the caller's groups.
package enum RequestReader {
  /// Reads the query of CopyMatching, Update or Delete.
  ///
  /// - Throws: steps 1 and 2.
  package static func query(_ request: Request) throws(KeychainError) -> Reading<Query> {
    let pairs = try checked(request)
    let group = RequestedGroup(in: pairs, decodesData: request.verb == .copyMatching)
    do throws(KeychainError) {
      let (query, late) = try parse(pairs, request)
      return Reading(.success(query), group: group, lateRefusal: late, profile: request.profile)
    } catch {
      return Reading(.failure(error), group: group, profile: request.profile)
    }
  }

  /// Reads the item that Add is to store.
  ///
  /// - Throws: steps 1 and 2.
  package static func item(_ request: Request) throws(KeychainError) -> Reading<NewItem> {
    let pairs = try checked(request)
    let group = RequestedGroup(in: pairs, decodesData: false)
    do throws(KeychainError) {
      guard !pairs.isOversized else { throw .tooManyPairs }
      let (itemClass, reference) = try pairs.itemClass()
      var parser = ItemParser(
        itemClass: itemClass, reference: reference, profile: request.profile)
      try pairs.forEach { (pair) throws(KeychainError) in try parser.take(pair) }
      var (item, late) = parser.finish()
      (item.element, item.evidence) = (request.element, request.evidence)
      item.interaction = pairs.interaction
      return Reading(.success(item), group: group, lateRefusal: late, profile: request.profile)
    } catch {
      return Reading(.failure(error), group: group, profile: request.profile)
    }
  }

  /// Reads the changes that Update is to make to the items of a query (spec/secitem.md 6.2).
  ///
  /// - Throws: step 2.
  package static func changes(
    _ request: Request, for query: Reading<Query>
  ) throws(KeychainError) -> Reading<Changes> {
    let pairs = request.changes
    try RequestChecks(verb: .update, profile: request.profile).check(changes: pairs)
    let group = RequestedGroup(in: pairs, decodesData: false)
    do throws(KeychainError) {
      // Without a class there is nothing to read the attributes by; the query fails first.
      let itemClass = try query.outcome.get().itemClass
      let (changes, late) = try ChangesParser.parse(pairs, itemClass)
      return Reading(.success(changes), group: group, lateRefusal: late, profile: request.profile)
    } catch {
      return Reading(.failure(error), group: group, profile: request.profile)
    }
  }

  private static func checked(_ request: Request) throws(KeychainError) -> RequestPairs {
    var pairs = request.pairs
    if request.profile == .dataProtection {
      try MacRules.apply(to: &pairs, verb: request.verb)
    }
    try RequestChecks(verb: request.verb, profile: request.profile).check(pairs)
    return pairs
  }

  /// The query, and what is to be refused after the groups were checked.
  private static func parse(
    _ pairs: RequestPairs, _ request: Request
  ) throws(KeychainError) -> (Query, KeychainError?) {
    guard !pairs.isOversized else { throw .tooManyPairs }
    let (itemClass, reference) = try pairs.itemClass()
    var parser = QueryParser(
      itemClass: itemClass, reference: reference, verb: request.verb, profile: request.profile)
    // Written out: the closure of `forEach` is a hundred instructions of each search.
    for place in pairs.all.indices {
      do throws(KeychainError) { try parser.take(pairs.all[place]) } catch {
        throw error.about(pairs.all[place].key.name)
      }
    }
    var (query, late) = try parser.finish()
    if let evidence = request.evidence { query.evidence = evidence }
    query.interaction = pairs.interaction
    return (query, late)
  }
}

extension RequestPairs {
  /// The class that the pairs are about, and the reference if a usable one was given
  /// (spec/secitem.md 3.2).
  ///
  /// - Throws: -25306 for a class that is none of ours and for one that the reference contradicts;
  ///   -50 when nothing names a class.
  package func itemClass() throws(KeychainError) -> (ItemClass, PersistentReference?) {
    let reference = reference
    guard let value = self[.itemClass, "class"], value.isText else {
      switch reference {
      case nil: throw .parameter("no class is named", cause: .classMissingOrUnknown)
      case .foreignClass?: throw .noSuchClass
      case .token?: return (.key, reference)
      case let known?: return (known.itemClass ?? .key, known)
      }
    }
    guard case .text(let name) = value, let itemClass = ItemClass(rawValue: name) else {
      throw .noSuchClass
    }
    guard let reference else { return (itemClass, nil) }
    if case .token = reference { return (itemClass, reference) }
    guard reference.itemClass == itemClass else { throw .noSuchClass }
    return (itemClass, reference)
  }

  /// The reference in `v_PersistentRef`, the first of several; nil when there is none or it is
  /// malformed, which the value key's turn finds.
  private var reference: PersistentReference? {
    switch self[.value, ValueKey.persistentReference.rawValue] {
    case .bytes(let bytes)?: PersistentReference(bytes)
    case .list(let values)?: values.first?.reference
    default: nil
    }
  }
}

extension RequestValue {
  /// The persistent reference that the bytes are.
  var reference: PersistentReference? {
    if case .bytes(let bytes) = self { PersistentReference(bytes) } else { nil }
  }

  /// The value, where it has no more bytes than an attribute may have.
  func fitting() throws(KeychainError) -> RequestValue {
    switch self {
    case .tooLarge: throw .attributeTooLarge
    case .text(let text) where text.utf8.count > Self.mostAttributeBytes: throw .attributeTooLarge
    case .bytes(let bytes) where bytes.count > Self.mostAttributeBytes: throw .attributeTooLarge
    default: return self
    }
  }
}

extension RequestedGroup {
  /// The group that the pairs name (spec/secitem.md 8.2).
  ///
  /// - Parameter decodesData: whether text may come as data: in CopyMatching only.
  init(in pairs: RequestPairs, decodesData: Bool) {
    guard let value = pairs[.accessGroup] else {
      self = .absent
      return
    }
    guard let value = try? value.fitting() else {
      self = .unusable
      return
    }
    switch value {
    case .text(let name): self = .named(name)
    case _ where decodesData:
      guard case .text(let name)? = try? ValueKind.string.coerce(value) else {
        self = .unusable
        return
      }
      self = .named(name)
    default: self = .unusable
    }
  }
}

extension KeychainError {
  static let noSuchClass = KeychainError(
    .noSuchClass, "there is no such class of items", cause: .classMissingOrUnknown)
  static let tooManyPairs = KeychainError.parameter(
    "a dictionary has more pairs than one can have", .count(RequestPairs.most))
  static let attributeTooLarge = KeychainError(
    .dataTooLarge, "an attribute is larger than one can be",
    context: .count(RequestValue.mostAttributeBytes))
}

/// The checks that come before everything else, the caller's groups included: the client half and
/// the first row of the server half of spec/secitem.md 3.1.
///
/// An identity never comes here: the call is made for each of its halves (C1).
private struct RequestChecks {
  let verb: Request.Verb
  let profile: Profile

  /// Checks a query, or the one dictionary of Add.
  func check(_ pairs: RequestPairs) throws(KeychainError) {
    if verb == .add { try checkSynchronizable(pairs) }
    try checkObjects(pairs)
    if verb != .copyMatching,
      case .text(ValueName.interactionSkip)? = pairs[.use, UseKey.interaction.rawValue]
    {
      throw .parameter("items can be skipped in CopyMatching only", cause: .skipOnlyForSearch)
    }
    try checkServerStart(pairs)
  }

  /// Checks the changes of Update.
  func check(changes: RequestPairs) throws(KeychainError) {
    try checkSynchronizable(changes)
    try checkObjects(changes, areChanges: true)
    try checkServerStart(changes)
    guard changes[.sharingGroup] == nil else {
      throw .parameter(
        "the sharing group cannot be changed", .attribute(.sharingGroup), cause: .notAnAttribute)
    }
  }

  /// C4: strict profiles take every value that means true, Apple's code the Boolean only.
  private func checkSynchronizable(_ pairs: RequestPairs) throws(KeychainError) {
    guard case .accessControl(let accessControl)? = pairs[.accessControl],
      accessControl.hasEntries, let flag = pairs[.synchronizable]
    else { return }
    guard !(profile == .quirks ? flag.isTrue : meansTrue(flag)) else {
      throw .parameter(
        "an item with an access control cannot be synchronizable",
        cause: .synchronizableAccessControl)
    }
  }

  /// C3, C5 to C9 and C13.
  private func checkObjects(
    _ pairs: RequestPairs, areChanges: Bool = false
  ) throws(KeychainError) {
    if case .object? = pairs[.use, UseKey.context.rawValue],
      pairs[.use, UseKey.evidence.rawValue] != nil
    {
      throw .parameter("a context and an authentication handle exclude each other")
    }
    guard pairs.hasSuspects else { return }
    try pairs.forEach(areChanges: areChanges) { (pair) throws(KeychainError) in
      if case .refused(let refusal) = pair.value { throw refusal }
      if pair.key.attribute == .accessControl, !pair.value.isAccessControl {
        throw .wrongKind("the access control is none", .attribute(.accessControl))
      }
      if pair.key.attribute == .issuer, !pair.value.isData {
        throw .wrongKind("the issuer is no data", .attribute(.issuer))
      }
    }
  }

  /// Row 1 of the server half.
  private func checkServerStart(_ pairs: RequestPairs) throws(KeychainError) {
    guard pairs.hasSuspects else { return }
    guard pairs[.appClip] == nil else {
      throw .wrongKind("the attribute cannot be given", .attribute(.appClip))
    }
    guard pairs[.sharingGroup] != nil, let flag = pairs[.synchronizable],
      meansTrue(flag)
    else { return }
    throw .parameter(
      "a shared item cannot be synchronizable", .attribute(.sharingGroup),
      cause: .synchronizableThisDeviceOnly)
  }

  private func meansTrue(_ value: RequestValue) -> Bool {
    (try? ValueKind.sync.coerce(value)) == .number(1)
  }
}

extension RequestValue {
  fileprivate var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
  fileprivate var isAccessControl: Bool { if case .accessControl = self { true } else { false } }
}
