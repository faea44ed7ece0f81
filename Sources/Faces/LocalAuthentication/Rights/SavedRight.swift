// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes
import Security

/// The two keychain items of a saved right: a key, and a secret that is encrypted for this key
/// (Specification/access-control.md, "Rights of LocalAuthentication").
///
/// The private key is in the secure element and has the right's access control. The secret's item
/// names this key by the hash of its public key, in the attribute `kSecAttrGeneric`.
///
/// If a right is saved again, one call replaces the hash and the secret together. The former key is
/// removed only afterwards, so that the right is complete at each moment.
struct SavedRight: Sendable {
  private static let service = "com.apple.LocalAuthentication.right"
  private static let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM

  let identifier: String
  /// The access group of the two keychain items; nil if the application has no access group.
  let group: String?
  /// The hash of the right's public key, by which a query finds the private key.
  let label: Data
  let sealedSecret: Data

  /// Saves a right under an identifier: creates its key and encrypts its secret for the key.
  ///
  /// If another right was saved under this identifier, the new right replaces it.
  ///
  /// - Throws: the status of the failed call, as an error of the domain `NSOSStatusErrorDomain`.
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

  /// Adds the keychain item with the encrypted secret, or updates the item if it exists.
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

  /// Reads the right that was saved under an identifier.
  ///
  /// - Throws: -25300, as an error of the domain `NSOSStatusErrorDomain`, if no right has the
  ///   identifier.
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

  /// Returns the private key of the right, without asking the user.
  ///
  /// - Parameter context: the context with the proof that the user gave for the right. Later uses
  ///   of the key need this proof.
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

  /// Returns the secret of the right, decrypted with the private key.
  func open(with key: SecKey) throws -> Data {
    unsafe try Self.call {
      unsafe SecKeyCreateDecryptedData(key, Self.algorithm, sealedSecret as CFData, $0)
    } as Data
  }

  /// Removes the right that was saved under an identifier.
  ///
  /// The secret is removed before the key. If the process is killed in between, no program finds a
  /// right without a key.
  static func remove(_ identifier: String) throws {
    let right = try SavedRight(identifier)
    let status = SecItemDelete(secret(identifier, right.group) as CFDictionary)
    SecItemDelete(right.keyItem as CFDictionary)
    guard status == errSecSuccess else { throw NSError(status: status) }
  }

  /// Returns the identifiers of all rights that the calling application has saved; empty if it has
  /// saved no right.
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

  /// The access group in which the calling application saves its rights.
  ///
  /// This is the group with the application's identifier, which no other application has. If the
  /// application lacks this group, the result is its first access group. Nil if the application has
  /// no access groups.
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

  /// Calls a `SecKey` function and returns its result.
  ///
  /// - Parameter body: calls the function with the given pointer as its error parameter.
  /// - Throws: the error that the function reports, if its result is nil.
  static func call<R>(
    _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> R?
  ) throws -> R {
    var error: Unmanaged<CFError>?
    let result = unsafe body(&error)
    if let result { return result }
    throw unsafe error?.takeRetainedValue() ?? NSError(status: errSecInternalError)
  }
}

/// An object for `kSecUseAuthenticationContext` in a query, with the proof that the user gave for a
/// right.
private final class RightContext: NSObject, CarriesAuthenticationContext {
  let authenticationContext: AuthenticationContext
  let installation = CurrentInstallation.installed

  init(_ context: AuthenticationContext) { authenticationContext = context }
}

extension NSError {
  /// Creates an error of the domain `NSOSStatusErrorDomain` from a status.
  convenience init(status: OSStatus) {
    self.init(domain: "NSOSStatusErrorDomain", code: Int(status))
  }
}

/// Removes lost keys: keys that were created for a saved right, but that no saved right uses.
///
/// If a process is killed between two steps of saving or removing a right, a key is lost. The steps
/// of saving are: create the new key, write the secret's item, which names this key, and remove the
/// former key. The steps of removing are: remove the secret's item, then the key.
extension SavedRight {
  /// The seconds by which a lost key must be older than the right's own key, so that the lost key
  /// is removed.
  ///
  /// A key that is not so old may belong to another process, which has created its key but has not
  /// yet written the secret's item.
  private static let grace: TimeInterval = 60

  /// Removes the lost keys: those that were created for the identifier of this right, but that no
  /// saved right uses.
  func removeLostKeys() {
    let keys = Self.keys(in: group).filter { $0.tag == Self.tag(identifier) }
    guard let own = keys.first(where: { $0.label == label }) else { return }
    for key in keys
    where key.label != label && key.made.addingTimeInterval(Self.grace) < own.made {
      key.remove(from: group)
    }
  }

  /// Removes the keys of all rights that the calling application has saved, including keys that no
  /// saved right uses.
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

  /// Returns the private keys of the secure element in an access group; empty if the query fails.
  ///
  /// The query also works while the store is locked, because it reads no secret.
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
