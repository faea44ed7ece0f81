// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainRequests
import KeychainRows
package import KeychainTypes
package import SecureMemory

/// Makes and uses keys of the secure element (Specification/seckey.md, "Secure Enclave keys").
extension Session: ElementService {
  /// Makes a key in the secure element, and stores it as a keychain item if `isStored` is true.
  ///
  /// See `ElementService`.
  package func makeElementKey(
    _ request: Request, isStored: Bool
  ) throws(KeychainError) -> ElementKey {
    guard request.rehearsal == nil else {
      throw KeychainError(.unimplemented, "a rehearsal makes no key of the secure element")
    }
    let reading = try RequestReader.item(request)
    let item = try reading.outcome.get()
    var accessControl = try AccessControl.ofElement(
      item.protectionName ?? Protection.standard(for: .key).name)
    if let given = item.accessControl { accessControl = given }
    guard ElementKey.sizes.contains(item.bitsOfElement) else {
      throw .parameter("the secure element has keys on P-256 and P-384 only")
    }
    let made = try engine.environment.element.makeKey(bits: item.bitsOfElement)
    let key = ElementKey(.loose(made.kept), point: made.point, accessControl: accessControl)
    guard isStored else {
      // The key is bound like a stored key, so that it can be used.
      let bound = try bind(accessControl, elementProtection(of: accessControl), item.evidence)
      return ElementKey(key.place, point: key.point, accessControl: bound)
    }
    let stored = try reading.keeping(key)
    var trail = Trail()
    let match: Match?
    do throws(KeychainError) { match = try add(stored, &trail) } catch {
      throw error.leaving(trail)
    }
    guard let stored = match?.element else {
      throw KeychainError(.internalError, "the item that was just stored cannot be read as a key")
    }
    return stored
  }

  /// Computes with a private key of the secure element, if its access control and the lock state
  /// permit the operation.
  ///
  /// See `ElementService`.
  package func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let kept = try withKeys { (call) throws(KeychainError) in
      switch key.place {
      case .item(let identifier):
        try call.material(of: identifier, for: operation.constrained, evidence)
      case .loose(let kept): try call.permitted(kept, key, operation.constrained, evidence)
      }
    }
    return try engine.environment.element.perform(operation, with: kept)
  }

  /// Returns the secret of a keychain item that stores a secure element key, if the operation is
  /// permitted.
  ///
  /// The secure element needs this secret to compute with the key. The function evaluates the key's
  /// access control, and throws an error if the operation is not permitted now.
  private func material(
    of identifier: Identifier16, for operation: ConstrainedOperation, _ evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes {
    try authorizer.admit(.copyMatching)
    let scope = try authorizer.scope(.copyMatching, .absent)
    var query = Query(.key)
    query.references = [.identifier(.key, identifier)]
    query.limit = .one
    query.evidence = evidence
    let plan = try planner.plan(copy query, within: scope, reading: .secret)
    var finder = Finder(plan: plan, query: query, session: self, for: .use(operation))
    try finder.collect { (plan) throws(KeychainError) in try engine.rows(plan) }
    if finder.isEmpty { try finder.require(absence(of: query), of: query, plan) }
    guard let kept = try finder.finish(profile: .dataProtection).first?.secret else {
      throw .noMatch
    }
    return kept
  }

  /// Returns the secret of a secure element key that is not stored as an item, if the operation is
  /// permitted now.
  ///
  /// The key's access control and the lock state decide, in the same way as for a stored key.
  ///
  /// - Parameter kept: the secret of the key, which is returned if the operation is permitted.
  /// - Throws: An error that says that the user must authenticate, if the access control does so.
  ///   Another error if the protection class is locked or the operation is denied.
  private func permitted(
    _ kept: SecretBytes, _ key: ElementKey, _ operation: ConstrainedOperation,
    _ evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes {
    try codec.requireAvailable(elementProtection(of: key.accessControl))
    let decision = authorizer.permit(operation, under: key.accessControl, given: evidence)
    switch decision {
    case .allowed: return kept
    case .needs(let requirement):
      throw .evidence([Challenge.Demand(item: nil, requirement: requirement)])
    case .denied(.noRule): throw KeychainError(.noRule)
    case .denied: throw .enrolmentReplaced
    }
  }

  /// Returns the protection class whose key seals a secure element key with this access control.
  ///
  /// The result is always a `ThisDeviceOnly` class.
  func elementProtection(of accessControl: AccessControl) throws(KeychainError) -> Protection {
    try storable(accessControl.protectionName).thisDeviceOnly
  }
}

extension AccessControl {
  /// Returns the access control for a new secure element key if the caller gave only a protection
  /// class.
  ///
  /// The key can be used while this protection class is unlocked.
  fileprivate static func ofElement(_ protection: String) throws(KeychainError) -> AccessControl {
    try AccessControl(protectionName: protection, flags: .privateKeyUsage)
  }
}

extension KeychainError {
  /// The error for a key that is bound to enrolled fingers, after these fingers were replaced.
  ///
  /// The key can never be used again, even if the user authenticates
  /// (Specification/access-control.md, "Evidence of a context, and SecItem").
  static var enrolmentReplaced: KeychainError {
    KeychainError(.authorizationFailed, "the key is bound to fingers that are no longer enrolled")
  }
}

extension Reading<NewItem> {
  /// Returns a copy of this parsed SecItemAdd dictionary.
  ///
  /// The new item in the copy contains the given secure element key.
  fileprivate func keeping(_ key: ElementKey) throws(KeychainError) -> Reading<NewItem> {
    var item = try outcome.get()
    item.element = key
    // Add then returns the attributes, and with them the key, whose access control it has bound.
    item.returns = .attributes
    return Reading(.success(item), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}

/// Rules for items that contain a key of the secure element.
extension Session {
  /// Puts a key of the secure element into the draft (unsealed content) of the item that will store
  /// the key.
  ///
  /// - Parameter key: the key, or nil for an item without a secure element key.
  /// - Throws: -4 if `key` is nil but the draft's `kSecAttrTokenID` names the secure element,
  ///   because only the secure element itself makes its keys. An error if the key is already stored
  ///   in an item.
  func setElement(_ key: ElementKey?, in draft: inout ItemDraft) throws(KeychainError) {
    guard let key else {
      guard draft.attributes[.tokenIdentifier] != .text(ElementKey.token) else {
        throw KeychainError(
          .unimplemented, "the secure element makes its keys itself",
          context: .attribute(.tokenIdentifier),
          advice: "make the key by SecKeyCreateRandomKey with kSecAttrTokenID")
      }
      return
    }
    guard case .loose(let kept) = key.place else {
      throw KeychainError(.duplicateItem, "the key is already in an item")
    }
    let own = try KeyAttributes(of: key).items
    for entry in own where draft.attributes[entry.attribute] == nil {
      draft.attributes[entry.attribute] = entry.value
    }
    draft.attributes[.tokenIdentifier] = .text(ElementKey.token)
    draft.attributes[.tokenObject] = .bytes(key.point)
    draft.secret = kept
  }

  /// Throws -4 if the attributes name a token (`kSecAttrTokenID`) that does not exist.
  func requireToken(_ attributes: AttributeSet) throws(KeychainError) {
    switch attributes[.tokenIdentifier] {
    case nil, .text(""), .text(ElementKey.token): return
    default:
      throw KeychainError(
        .unimplemented, "there is no token with this name", context: .attribute(.tokenIdentifier),
        advice: "remove kSecAttrTokenID")
    }
  }

  /// Throws an error if SecItemUpdate would change the data, protection or token of a secure
  /// element key.
  ///
  /// Also throws an error if the changes would make the key synchronizable or a tombstone.
  /// Also throws an error if the changes would turn an ordinary item into an item of the secure
  /// element.
  func requireSettable(_ changes: Changes, of item: OpenedItem) throws(KeychainError) {
    let token = changes.attributes[.tokenIdentifier]
    guard item.element != nil else {
      guard token != .text(ElementKey.token) else {
        throw .parameter(
          "an item cannot be moved into the secure element", .attribute(.tokenIdentifier),
          cause: .notAnAttribute)
      }
      return try requireToken(changes.attributes)
    }
    guard token == nil, changes.secret == nil, changes.accessControl == nil,
      changes.protectionName == nil, changes.isSynchronizable != true, changes.tombstone != true
    else {
      throw .parameter(
        "the data, protection and token of a secure element key cannot change",
        cause: .notAnAttribute)
    }
  }
}
