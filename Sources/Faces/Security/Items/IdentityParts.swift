// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainRequests
import KeychainTypes

/// The two calls that replace a `SecItem` call about an identity: a call for the certificate, then
/// a call for the key (Specification/secitem.md, "Order of evaluation", "Adding an identity",
/// "Query side of SecItemUpdate", "Identities and refs").
///
/// If the call for the key fails, the effect of the call for the certificate stays. If the
/// dictionary is invalid for the key, the whole call is refused before the certificate is changed.
struct IdentityParts {
  private let certificate: ItemRequest
  private let key: ItemRequest
  /// The identity that the call names by reference; nil if the call only has the class
  /// `kSecClassIdentity`.
  ///
  /// If the identity is nil, the two calls affect all matching certificates and all matching keys,
  /// even if they do not form identities.
  private let identity: SecIdentity?

  /// Splits a call about an identity into a call for the certificate and a call for the key.
  ///
  /// Nil if the call need not be split. A CopyMatching call for the class of identities is not
  /// split: the engine itself joins certificates and keys.
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
    // If the dictionary names a class other than the identity class, this class stays in the
    // dictionary. This class wins over the class of the certificate or key.
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

  /// Adds the certificate and the key (Specification/secitem.md, "Adding an identity").
  ///
  /// If one of them is stored already, it stays unchanged and the other is added. If both are
  /// stored already, the call fails as a duplicate.
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

  /// Finds the certificate, then the key (Specification/secitem.md, "Identities").
  ///
  /// The call fails if the key is not found, even if the certificate is found. The result is the
  /// persistent references of the identities, if the call demands them; otherwise the call has no
  /// result.
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

  /// Changes the certificates, then the keys; the first error ends the call
  /// (Specification/secitem.md, "Query side of SecItemUpdate").
  func update(setting attributes: NSDictionary) throws(KeychainError) {
    if certificate.isReadable(for: .update, setting: attributes),
      !key.isReadable(for: .update, setting: attributes)
    {
      return try key.update(setting: attributes)
    }
    try certificate.update(setting: attributes)
    try key.update(setting: attributes)
  }

  /// Removes the certificates, then the keys (Specification/secitem.md, "Identities and refs").
  ///
  /// If the call names an identity, its key is kept while another stored certificate contains the
  /// public key. Only certificates that are not synchronized are considered.
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

  /// True if a stored certificate contains the public key that belongs to this private key, so that
  /// the private key must be kept.
  ///
  /// Only certificates that are not synchronized are considered. Also true if a certificate with
  /// this public key exists but cannot be read now.
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
  /// The persistent reference of the identity that contains this match, which is a certificate
  /// (Specification/secitem.md, "Persistent references").
  fileprivate var referenceOfIdentity: ResultBytes {
    ResultBytes(PersistentReference.encode(.identity, identifier))
  }
}

extension ForeignDictionary {
  /// The identity in `kSecValueRef`; nil if the dictionary does not have this key or the object is
  /// not an identity.
  fileprivate var identity: SecIdentity? {
    self[.value, ValueKey.reference.rawValue] as? SecIdentity
  }

  /// True if the dictionary's class is the class of identities.
  var namesIdentities: Bool {
    (self[.itemClass, "class"] as? NSString) == kSecClassIdentity
  }
}

extension ItemRequest {
  /// Returns a copy of this request, in which the given pair replaces the pairs that `isReplaced`
  /// selects.
  fileprivate func replacing(
    with pair: (name: String, value: AnyObject), _ isReplaced: (RequestKey) -> Bool
  ) -> ItemRequest {
    var changed = dictionary
    changed.remove(where: isReplaced)
    changed.complete(with: [pair])
    return of(changed)
  }

  /// Returns the item class that the call's dictionary selects, and the dictionary's persistent
  /// reference.
  ///
  /// The reference is nil if the dictionary contains no persistent reference. The whole result is
  /// nil if the class is invalid.
  fileprivate func itemClass(for verb: Request.Verb) -> (ItemClass, PersistentReference?)? {
    try? dictionary.request(verb, in: profile).pairs.itemClass()
  }

  /// A copy of this request without the keys that demand results (`kSecReturn…`).
  fileprivate var withoutReturns: ItemRequest {
    var changed = dictionary
    changed.remove { $0.family == .returns && ReturnKey(rawValue: $0.name) != nil }
    return of(changed)
  }

  /// Finds the identity that the persistent reference in the call's dictionary names
  /// (Specification/secitem.md, "Order of evaluation", C0).
  ///
  /// - Throws: the status of the search, or -25304 if the certificate and the key do not form an
  ///   identity.
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
      throw KeychainError(
        .invalidItemReference, "the certificate and the key do not form an identity")
    }
    return identity
  }
}
