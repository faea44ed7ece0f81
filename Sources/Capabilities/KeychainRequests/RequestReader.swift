// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Converts the dictionaries of a request by the schema of the item class, or finds the error by
/// which the request is refused.
///
/// If several errors apply, their order is defined in a table (Specification/secitem.md, "Order of
/// evaluation"). Each call has numbered steps, and the first step that fails ends the call. A dash
/// means that the call has no such step.
///
/// | check | step of Add, CopyMatching | of Update | of Delete | where |
/// |---|---|---|---|---|
/// | keys for keychain files without a keychain, -50 | 1 | 1 | 1 | `MacRules` |
/// | invalid objects, contradictory keys, -50 | 2 | 2, also for the changes | 2 | `RequestChecks` |
/// | a caller without access groups, -34018 | 3 | 3 | 3 | `Authorizer.admit` |
/// | the class and all other pairs | 4 | 5 | 5 | `ItemParser`, `QueryParser` |
/// | the access group that the dictionary names, -34018 | 5 | 4 | 4 | `Authorizer` |
/// | the access group to which items move, -34018 | - | 6 | - | `Authorizer.newGroup` |
/// | keys without meaning in the call | 6 | 7 | 6 | `Reading.lateRefusal` |
/// | the new values | - | 8 | - | `ChangesParser` |
///
/// Keychain files have another order: the table of `FileRequestReader` in the target FileKeychain.
///
/// The functions of this type throw the errors of the first two steps.
///
/// The errors of later steps are in the returned `Reading`. `Session` throws them in order, because
/// the engine knows the access groups of the caller.
package enum RequestReader {
  /// Converts the query of a call of CopyMatching, Update or Delete.
  ///
  /// - Throws: The errors of steps 1 and 2 in the table of `RequestReader`.
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

  /// Converts the dictionary of a call of Add to the item that the call stores.
  ///
  /// - Throws: The errors of steps 1 and 2 in the table of `RequestReader`.
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

  /// Converts the changes that a call of Update makes to the items of its query
  /// (Specification/secitem.md, "Changes side of SecItemUpdate").
  ///
  /// - Throws: The errors of step 2 in the table of `RequestReader`.
  package static func changes(
    _ request: Request, for query: Reading<Query>
  ) throws(KeychainError) -> Reading<Changes> {
    let pairs = request.changes
    try RequestChecks(verb: .update, profile: request.profile).check(changes: pairs)
    let group = RequestedGroup(in: pairs, decodesData: false)
    do throws(KeychainError) {
      // Without a class the attributes cannot be read, so the error of the query refuses the
      // changes too.
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

  /// Returns the query, and the error to report after the caller's access groups have been checked.
  ///
  /// The error is nil if the query is valid.
  private static func parse(
    _ pairs: RequestPairs, _ request: Request
  ) throws(KeychainError) -> (Query, KeychainError?) {
    guard !pairs.isOversized else { throw .tooManyPairs }
    let (itemClass, reference) = try pairs.itemClass()
    var parser = QueryParser(
      itemClass: itemClass, reference: reference, verb: request.verb, profile: request.profile)
    // The loop is written out, because the closure of `forEach` would cost each search a hundred
    // instructions.
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
  /// Returns the item class of the request, and the request's persistent reference
  /// (Specification/secitem.md, "Key classification").
  ///
  /// The reference is nil if the request contains no persistent reference, or a malformed
  /// reference.
  ///
  /// - Throws: -25306 if the class is unknown, or differs from the class in the persistent
  ///   reference. -50 if neither a pair nor a reference names a class.
  package func itemClass() throws(KeychainError) -> (ItemClass, PersistentReference?) {
    let reference = reference
    guard let value = self[.itemClass, "class"], value.isText else {
      switch reference {
      case nil: throw .classMissing
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

  /// The persistent reference in the pair `v_PersistentRef`, or the first reference if the value is
  /// a list.
  ///
  /// Nil if the reference is missing or malformed. A malformed reference is reported later, when
  /// the parser reads the value keys (`v_Data`, `v_PersistentRef`).
  private var reference: PersistentReference? {
    switch self[.value, ValueKey.persistentReference.rawValue] {
    case .bytes(let bytes)?: PersistentReference(bytes)
    case .list(let values)?: values.first?.reference
    default: nil
    }
  }
}

extension RequestValue {
  /// The persistent reference that this value encodes, or nil if the value does not encode a
  /// reference.
  var reference: PersistentReference? {
    if case .bytes(let bytes) = self { PersistentReference(bytes) } else { nil }
  }

  /// Returns this value, or throws if the value has more bytes than an attribute may have.
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
  /// Reads from a request the access group in which the caller wants to work
  /// (Specification/secitem.md, "Checks of access groups").
  ///
  /// - Parameter decodesData: True if the name of the group may also be given as data. Only
  ///   CopyMatching allows this.
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
  package static let classMissing = KeychainError.parameter(
    "the dictionary names no class", cause: .classMissingOrUnknown)
  package static let noSuchClass = KeychainError(
    .noSuchClass, "the class of items is unknown", cause: .classMissingOrUnknown)
  package static let tooManyPairs = KeychainError.parameter(
    "the dictionary has more pairs than the limit", .count(RequestPairs.most))
  package static let noKeychains = KeychainError.wrongKind(
    "the value is not a keychain or a list of keychains")
  static let issuerIsNoData = KeychainError.wrongKind(
    "the issuer is not data", .attribute(.issuer))
}

/// The checks of a request that come before all other checks, even before the check of access
/// groups.
///
/// In Specification/secitem.md, "Order of evaluation", the checks are the table of the client half,
/// and row 1 of the table of the server half. Apple's client half runs in the caller's process, and
/// the server half in `securityd`.
///
/// A request whose `v_Ref` is a SecIdentity never arrives here. Step C1 has already split the call
/// with the identity into a call for the certificate and a call for the key.
private struct RequestChecks {
  let verb: Request.Verb
  let profile: Profile

  /// Checks the pairs of a query, or the pairs of a call of Add, and throws the first error.
  func check(_ pairs: RequestPairs) throws(KeychainError) {
    if verb == .add { try checkSynchronizable(pairs) }
    try checkObjects(pairs)
    if verb != .copyMatching,
      case .text(ValueName.interactionSkip)? = pairs[.use, UseKey.interaction.rawValue]
    {
      throw .parameter(
        "items can be skipped in SecItemCopyMatching only", cause: .skipOnlyForSearch)
    }
    try checkServerStart(pairs)
  }

  /// Checks the dictionary of new values that a caller passes to SecItemUpdate, and throws the
  /// first error.
  func check(changes: RequestPairs) throws(KeychainError) {
    try checkSynchronizable(changes)
    try checkObjects(changes, areChanges: true)
    try checkServerStart(changes)
    guard changes[.sharingGroup] == nil else {
      throw .parameter(
        "the sharing group cannot be changed", .attribute(.sharingGroup), cause: .notAnAttribute)
    }
  }

  /// Refuses a synchronizable item with an access control: step C4 of Specification/secitem.md,
  /// "Order of evaluation".
  ///
  /// In the profile `quirks`, only the Boolean true makes the item synchronizable, as in Apple's
  /// code. In the other profiles, every value that means true does.
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

  /// Refuses values whose type the key does not accept, for example an issuer that is not data, and
  /// contradictory use keys (`kSecUse...`).
  ///
  /// These are steps C3, C5 to C9 and C13 of Specification/secitem.md, "Order of evaluation".
  ///
  /// - Parameter areChanges: True if the pairs are the new values of a call of Update. The error
  ///   then says that the key is in the new values.
  private func checkObjects(
    _ pairs: RequestPairs, areChanges: Bool = false
  ) throws(KeychainError) {
    if case .object? = pairs[.use, UseKey.context.rawValue],
      pairs[.use, UseKey.evidence.rawValue] != nil
    {
      throw .parameter("a context and an authentication handle cannot be combined")
    }
    guard pairs.hasSuspects else { return }
    try pairs.forEach(areChanges: areChanges) { (pair) throws(KeychainError) in
      if case .refused(let refusal) = pair.value { throw refusal }
      if pair.key.attribute == .accessControl, !pair.value.isAccessControl {
        throw .wrongKind("the value is not an access control", .attribute(.accessControl))
      }
      if pair.key.attribute == .issuer, !pair.value.isData {
        throw .issuerIsNoData
      }
    }
  }

  /// Refuses an attribute that a caller cannot set, and a synchronizable item with a sharing group.
  ///
  /// These checks are row 1 of the server half of Specification/secitem.md, "Order of evaluation".
  private func checkServerStart(_ pairs: RequestPairs) throws(KeychainError) {
    guard pairs.hasSuspects else { return }
    guard pairs[.appClip] == nil else {
      throw .wrongKind("callers cannot set this attribute", .attribute(.appClip))
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
