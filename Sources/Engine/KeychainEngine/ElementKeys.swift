// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainRequests
import KeychainRows
package import KeychainTypes
package import SecureMemory

/// Keys of the secure element (spec/seckey.md 7.2).
extension Session: ElementService {
  /// See `ElementService`.
  package func makeElementKey(
    _ request: Request, isStored: Bool
  ) throws(KeychainError) -> ElementKey {
    guard request.rehearsal == nil else {
      throw KeychainError(.unimplemented, "a key of the secure element is not made in a rehearsal")
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
      // Bound like one that is stored, so that it can be used.
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
      throw KeychainError(.internalError, "a key that was just stored is none")
    }
    return stored
  }

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

  /// What the element gave for a stored key.
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

  /// What the element gave for a key that is not stored, under the rules that a stored one has.
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

  /// The class whose key seals a key under an access control: none that leaves this device.
  func elementProtection(of accessControl: AccessControl) throws(KeychainError) -> Protection {
    try storable(accessControl.protectionName).thisDeviceOnly
  }
}

extension AccessControl {
  /// Of a key for which no more than a protection was said: usable while its class is unlocked.
  fileprivate static func ofElement(_ protection: String) throws(KeychainError) -> AccessControl {
    try AccessControl(protectionName: protection, flags: .privateKeyUsage)
  }
}

extension KeychainError {
  /// No evidence can permit a use any more (spec/access-control.md 1.9).
  static var enrolmentReplaced: KeychainError {
    KeychainError(.authorizationFailed, "the key is bound to fingers that are gone")
  }
}

extension Reading<NewItem> {
  /// The same with a key that the element has made.
  fileprivate func keeping(_ key: ElementKey) throws(KeychainError) -> Reading<NewItem> {
    var item = try outcome.get()
    item.element = key
    // With attributes comes the key as it is now bound.
    item.returns = .attributes
    return Reading(.success(item), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}

/// What is special about items that keep a key of the secure element.
extension Session {
  /// Puts a key of the element into the draft of its item.
  ///
  /// - Throws: -4 for an item that says it is of the element and has no key of it.
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
      throw KeychainError(.duplicateItem, "the key is in an item already")
    }
    let own = try KeyAttributes(of: key).items
    for entry in own where draft.attributes[entry.attribute] == nil {
      draft.attributes[entry.attribute] = entry.value
    }
    draft.attributes[.tokenIdentifier] = .text(ElementKey.token)
    draft.attributes[.tokenObject] = .bytes(key.point)
    draft.secret = kept
  }

  /// Refuses an item of a token that there is none of: -4.
  func requireToken(_ attributes: AttributeSet) throws(KeychainError) {
    switch attributes[.tokenIdentifier] {
    case nil, .text(""), .text(ElementKey.token): return
    default:
      throw KeychainError(
        .unimplemented, "there is no token of this name", context: .attribute(.tokenIdentifier),
        advice: "remove kSecAttrTokenID")
    }
  }

  /// Refuses changes that would make a key of the element readable, or an item one of the element.
  func requireSettable(_ changes: Changes, of item: OpenedItem) throws(KeychainError) {
    let token = changes.attributes[.tokenIdentifier]
    guard item.element != nil else {
      guard token != .text(ElementKey.token) else {
        throw .parameter(
          "no item becomes one of the secure element", .attribute(.tokenIdentifier),
          cause: .notAnAttribute)
      }
      return try requireToken(changes.attributes)
    }
    guard token == nil, changes.secret == nil, changes.accessControl == nil,
      changes.protectionName == nil, changes.isSynchronizable != true, changes.tombstone != true
    else {
      throw .parameter(
        "data, protection and token of a key of the secure element are fixed",
        cause: .notAnAttribute)
    }
  }
}
