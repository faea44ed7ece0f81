// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes
import Security

/// The two items of a saved right: a key of the secure element under the right's access control,
/// and a secret that is encrypted to it (spec/access-control.md 1.10).
///
/// The item of the secret says which key is the right's; whoever saves anew replaces that item in
/// one step, and only then removes the former key.
struct SavedRight: Sendable {
  private static let service = "com.apple.LocalAuthentication.right"
  private static let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM

  let identifier: String
  /// Where both items are.
  let group: String?
  /// The public key's hash, by which the key is found.
  let label: Data
  let sealedSecret: Data

  /// Saves a right; one of the same identifier is replaced.
  ///
  /// - Throws: the status as an error of the domain of statuses.
  init(saving identifier: String, _ accessControl: AccessControl, secret: Data) throws {
    self.identifier = identifier
    group = Self.ownGroup
    let former = try? SavedRight(identifier)
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits as String: ElementKey.standardBits,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs as String: [
        kSecAttrApplicationTag as String: Self.tag(identifier),
        kSecAttrAccessControl as String: SecAccessControl(accessControl),
      ].merging(Self.place(group)) { $1 },
    ]
    let key = unsafe try Self.call { unsafe SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    let attributes = SecKeyCopyAttributes(key)
    guard let label = attributes?.object(forKey: kSecAttrApplicationLabel) as? Data,
      let half = SecKeyCopyPublicKey(key)
    else { throw NSError(status: errSecInternalError) }
    self.label = label
    sealedSecret =
      unsafe try Self.call {
        unsafe SecKeyCreateEncryptedData(half, Self.algorithm, secret as CFData, $0)
      } as Data
    do { try write() } catch {
      SecItemDelete(keyItem as CFDictionary)
      throw error
    }
    if let former, former.label != label { SecItemDelete(former.keyItem as CFDictionary) }
    removeLostKeys()
  }

  /// Puts the secret's item in its place.
  private func write() throws {
    let content: [String: Any] = [
      kSecAttrGeneric as String: label, kSecValueData as String: sealedSecret,
    ]
    let protection: [String: Any] = [
      kSecAttrAccessible as String: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    ]
    let item = Self.secret(identifier, group)
    let added = item.merging(content) { $1 }.merging(protection) { $1 }
    var status = SecItemAdd(added as CFDictionary, nil)
    if status == errSecDuplicateItem {
      status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
    }
    guard status == errSecSuccess else { throw NSError(status: status) }
  }

  /// A right that is saved.
  ///
  /// - Throws: -25300 as an error of the domain of statuses where there is none.
  init(_ identifier: String) throws {
    self.identifier = identifier
    group = Self.ownGroup
    let query = Self.secret(identifier, group).merging([
      kSecReturnAttributes as String: true, kSecReturnData as String: true,
    ]) { $1 }
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess else { throw NSError(status: status) }
    let row = result as? NSDictionary
    guard let label = row?.object(forKey: kSecAttrGeneric) as? Data,
      let secret = row?.object(forKey: kSecValueData) as? Data
    else { throw NSError(status: errSecDecode) }
    (self.label, sealedSecret) = (label, secret)
  }

  /// The key, to be used with a context's evidence; nobody is asked.
  func key(in context: AuthenticationContext) throws -> SecKey {
    let query = keyItem.merging([
      kSecReturnRef as String: true,
      kSecUseAuthenticationContext as String: RightContext(context),
      kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ]) { $1 }
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess else { throw NSError(status: status) }
    guard let key = result as? SecKey else { throw NSError(status: errSecDecode) }
    return key
  }

  /// The secret.
  func open(with key: SecKey) throws -> Data {
    unsafe try Self.call {
      unsafe SecKeyCreateDecryptedData(key, Self.algorithm, sealedSecret as CFData, $0)
    } as Data
  }

  /// Removes a right: the secret first, so that a right without a key is never found.
  static func remove(_ identifier: String) throws {
    let right = try SavedRight(identifier)
    let status = SecItemDelete(secret(identifier, right.group) as CFDictionary)
    SecItemDelete(right.keyItem as CFDictionary)
    guard status == errSecSuccess else { throw NSError(status: status) }
  }

  /// The identifiers of all rights.
  static func all() throws -> [String] {
    var query = secret("", ownGroup)
    query[kSecAttrAccount as String] = nil
    query[kSecReturnAttributes as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    guard status != errSecItemNotFound else { return [] }
    guard status == errSecSuccess else { throw NSError(status: status) }
    return (result as? [[String: Any]] ?? []).compactMap {
      $0[kSecAttrAccount as String] as? String
    }
  }

  static func tag(_ identifier: String) -> Data { Data((service + "." + identifier).utf8) }

  /// The group that no other application has; of a program without one the first, and nil of one
  /// without any.
  static var ownGroup: String? {
    let caller = AuthenticatorChoice.current().caller
    return caller.groups.contains(caller.identifier) ? caller.identifier : caller.groups.first
  }

  static func place(_ group: String?) -> [String: Any] {
    group.map { [kSecAttrAccessGroup as String: $0] } ?? [:]
  }

  private static func secret(_ identifier: String, _ group: String?) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: identifier,
    ].merging(place(group)) { $1 }
  }

  private var keyItem: [String: Any] {
    Self.keyItem(tag: Self.tag(identifier), label: label, group)
  }

  static func keyItem(tag: Data, label: Data, _ group: String?) -> [String: Any] {
    [
      kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag,
      kSecAttrApplicationLabel as String: label,
      kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
    ].merging(place(group)) { $1 }
  }

  /// A call of `SecKey`, with its error thrown.
  static func call<R>(
    _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> R?
  ) throws -> R {
    var error: Unmanaged<CFError>?
    let result = unsafe body(&error)
    if let result { return result }
    throw unsafe error?.takeRetainedValue() ?? NSError(status: errSecInternalError)
  }
}

/// Brings a right's evidence into a query.
private final class RightContext: NSObject, CarriesAuthenticationContext {
  let authenticationContext: AuthenticationContext
  let installation = CurrentInstallation.installed

  init(_ context: AuthenticationContext) { authenticationContext = context }
}

extension NSError {
  /// A status as an error.
  convenience init(status: OSStatus) {
    self.init(domain: "NSOSStatusErrorDomain", code: Int(status))
  }
}

/// Keys that no right names any more: a process was killed between making or replacing a right's
/// key and writing, or removing, the item that names it.
extension SavedRight {
  /// How much older than the newest key of its right a key is, in seconds, before it counts as
  /// lost: another process may have made it a moment ago and be about to name it.
  private static let grace: TimeInterval = 60

  /// Removes the lost keys of this right's identifier.
  func removeLostKeys() {
    let keys = Self.keys(in: group).filter { $0.tag == Self.tag(identifier) }
    guard let own = keys.first(where: { $0.label == label }) else { return }
    for key in keys
    where key.label != label && key.made.addingTimeInterval(Self.grace) < own.made {
      key.remove(from: group)
    }
  }

  /// Removes the keys of all rights, lost ones too.
  static func removeAllKeys() {
    for key in keys(in: ownGroup) where key.tag.starts(with: tag("")) {
      key.remove(from: ownGroup)
    }
  }

  private struct StoredKey {
    let tag: Data
    let label: Data
    let made: Date

    func remove(from group: String?) {
      SecItemDelete(SavedRight.keyItem(tag: tag, label: label, group) as CFDictionary)
    }
  }

  /// The keys of the secure element in a group; nothing of it needs an unlocked store's secrets.
  private static func keys(in group: String?) -> [StoredKey] {
    let query: [String: Any] = [
      kSecClass as String: kSecClassKey,
      kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecReturnAttributes as String: true, kSecMatchLimit as String: kSecMatchLimitAll,
      kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ].merging(place(group)) { $1 }
    var result: CFTypeRef?
    guard unsafe SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
      return []
    }
    return (result as? [[String: Any]] ?? []).compactMap { row in
      guard let tag = row[kSecAttrApplicationTag as String] as? Data,
        let label = row[kSecAttrApplicationLabel as String] as? Data,
        let made = row[kSecAttrCreationDate as String] as? Date
      else { return nil }
      return StoredKey(tag: tag, label: label, made: made)
    }
  }
}
