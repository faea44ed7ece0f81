// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainRequests
import KeychainTypes

/// The two calls that a call about identities is made of (spec/secitem.md 3.1 C0 and C1, 5.5, 6.1,
/// 7.4): one for the certificate, then one for the key.
///
/// Neither knows of the other: what the first has done stays where the second fails. But a
/// dictionary that the key's half cannot have is refused before the certificate's half is touched.
struct IdentityParts {
  private let certificate: ItemRequest
  private let key: ItemRequest
  /// Nil where the halves are those of the class, whether or not they form identities.
  private let identity: SecIdentity?

  /// The halves of a call; nil for one that is not about identities as such, among them
  /// CopyMatching of their class: the engine joins the halves.
  static func of(
    _ request: ItemRequest, for verb: Request.Verb
  ) throws(KeychainError) -> IdentityParts? {
    if let identity = request.dictionary.identity {
      return parts(request, of: identity, named: .reference)
    }
    guard verb == .update || verb == .delete,
      let (itemClass, reference) = request.itemClass(for: verb), itemClass == .identity
    else { return nil }
    guard reference == nil else {
      return parts(request, of: try request.resolvedIdentity(), named: .persistentReference)
    }
    let halves = [kSecClassCertificate, kSecClassKey].map { name in
      request.replacing(with: ("class", name)) { $0.family == .itemClass }
    }
    return IdentityParts(certificate: halves[0], key: halves[1], identity: nil)
  }

  private static func parts(
    _ request: ItemRequest, of identity: SecIdentity, named value: ValueKey
  ) -> IdentityParts {
    // Another class than that of identities stays, and wins over the references'.
    let isOwnClass = request.dictionary.namesIdentities
    let objects: [AnyObject] = [identity.certificate, identity.privateKey]
    let halves = objects.map { object in
      request.replacing(with: (ValueKey.reference.rawValue, object)) { key in
        key.family == .value && key.name == value.rawValue
          || key.family == .itemClass && isOwnClass
      }
    }
    return IdentityParts(certificate: halves[0], key: halves[1], identity: identity)
  }

  /// Adds both halves (5.5): one that is there already stays as it is.
  func add() throws(KeychainError) -> ItemRequest.Outcome {
    let key = key.withoutReturns
    if certificate.isReadable(for: .add), !key.isReadable(for: .add) { return try key.add() }
    var added: Answer?
    var duplicate: KeychainError?
    do throws(KeychainError) {
      added = try certificate.addedItem()
    } catch {
      guard error.code == .duplicateItem else { throw error }
      duplicate = error
    }
    do throws(KeychainError) {
      _ = try key.addedItem()
    } catch {
      guard error.code == .duplicateItem, duplicate == nil else { throw error }
    }
    guard let added, added.returns.contains(.persistentReference), let match = added.matches.first
    else { return .untouched }
    return .object(match.referenceOfIdentity)
  }

  /// Finds the certificate, then the key, whose status counts; nothing but persistent references
  /// is given back (4.8).
  func copyMatching() throws(KeychainError) -> ItemRequest.Outcome {
    var found: Answer?
    do throws(KeychainError) {
      found = try certificate.foundItems()
    } catch {
      guard error.code == .itemNotFound else { throw error }
    }
    _ = try key.withoutReturns.foundItems()
    guard let found, found.returns.contains(.persistentReference) else { return .untouched }
    let references = found.matches.map(\.referenceOfIdentity)
    return .object(found.limit.isSingle ? references.first : NSArray(array: references))
  }

  /// Changes the certificates, then the keys; the first error ends it (6.1).
  func update(setting attributes: NSDictionary) throws(KeychainError) {
    if certificate.isReadable(for: .update, setting: attributes),
      !key.isReadable(for: .update, setting: attributes)
    {
      return try key.update(setting: attributes)
    }
    try certificate.update(setting: attributes)
    try key.update(setting: attributes)
  }

  /// Removes the certificates, then the keys; the key of an identity stays while another local
  /// certificate needs it (7.4).
  func delete() throws(KeychainError) {
    if certificate.isReadable(for: .delete), !key.isReadable(for: .delete) {
      return try key.delete()
    }
    guard let identity else {
      try certificate.delete()
      return try key.delete()
    }
    var absence: KeychainError?
    do throws(KeychainError) {
      try certificate.delete()
    } catch {
      guard error.code == .itemNotFound else { throw error }
      absence = error
    }
    guard try isNeeded(identity.privateKey) else { return try key.delete() }
    if let absence { throw absence }
  }

  /// Whether a local certificate is left that belongs to a key; one that cannot be read is one.
  private func isNeeded(_ privateKey: SecKey) throws(KeychainError) -> Bool {
    let label = AttributeValue.bytes(try privateKey.attributes().label)
    var query = Query(.certificate, [Predicate(.publicKeyHash, label)], limit: .one)
    query.sync = .only(false)
    query.interaction = .fail
    do throws(KeychainError) {
      var request = Request(.copyMatching, query, profile: key.profile)
      request.rehearsal = key.rehearsal
      _ = try ServiceChoice.current(in: key.profile).answer(request)
      return true
    } catch {
      switch error.code {
      case .itemNotFound: return false
      case .interactionNotAllowed, .authorizationRequired, .decode: return true
      default: throw error
      }
    }
  }
}

extension Match {
  /// The persistent reference of the identity whose certificate this is (12).
  fileprivate var referenceOfIdentity: ResultBytes {
    ResultBytes(PersistentReference.encode(.identity, identifier))
  }
}

extension ForeignDictionary {
  /// The identity that `v_Ref` is.
  fileprivate var identity: SecIdentity? {
    self[.value, ValueKey.reference.rawValue] as? SecIdentity
  }

  /// Whether the class is that of identities.
  fileprivate var namesIdentities: Bool {
    (self[.itemClass, "class"] as? NSString) == kSecClassIdentity
  }
}

extension ItemRequest {
  /// The same with a pair in the place of others.
  fileprivate func replacing(
    with pair: (name: String, value: AnyObject), _ isReplaced: (RequestKey) -> Bool
  ) -> ItemRequest {
    var changed = dictionary
    changed.remove(where: isReplaced)
    changed.complete(with: [pair])
    return of(changed)
  }

  /// The class that the call is about, and the reference if one was given; nil where it is refused.
  fileprivate func itemClass(for verb: Request.Verb) -> (ItemClass, PersistentReference?)? {
    try? dictionary.request(verb, in: profile).pairs.itemClass()
  }

  /// The same, asking for nothing.
  fileprivate var withoutReturns: ItemRequest {
    var changed = dictionary
    changed.remove { $0.family == .returns && ReturnKey(rawValue: $0.name) != nil }
    return of(changed)
  }

  /// The identity that the persistent reference names (3.1 C0).
  ///
  /// - Throws: the status of the look-up; -25304 where its halves make no objects.
  fileprivate func resolvedIdentity() throws(KeychainError) -> SecIdentity {
    let (reference, itemList) = (ValueKey.persistentReference.rawValue, UseKey.itemList.rawValue)
    var wanted = dictionary
    wanted.remove { key in
      guard key.family == .value || key.family == .use else { return true }
      return key.name == itemList || key.family == .value && key.name != reference
    }
    wanted.complete(with: [("class", kSecClassIdentity), ("r_Ref", kCFBooleanTrue)])
    let lookUp = of(wanted)
    guard case .object(let object) = try lookUp.copyMatching(),
      let identity = object as? SecIdentity
    else {
      throw KeychainError(.invalidItemReference, "the halves of the identity make no objects")
    }
    return identity
  }
}
