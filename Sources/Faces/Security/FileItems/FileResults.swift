// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Turns items of keychain files into the results that a caller receives (Specification/secitem.md,
/// "File-based engine differences").
struct FileResults {
  let returns: Returns

  init(_ returns: Returns) { self.returns = returns }

  /// Returns the result for one item, in the form that the `kSecReturn…` keys demand.
  ///
  /// Nil if only `kSecReturnRef` is wanted, and the item is not a valid certificate, key or
  /// identity.
  func element(
    _ match: FileMatch, in keychains: Keychains
  ) throws(KeychainError) -> AnyObject? {
    if returns == .reference { return try object(match, in: keychains) }
    if returns == .secret { return ResultBytes(try match.secret()) }
    if returns == .persistentReference { return ResultBytes(match.reference) }
    return try dictionary(match, in: keychains)
  }

  /// Returns the result for a certificate that the Linux distribution trusts.
  ///
  /// The result never contains a persistent reference, because these certificates do not have one.
  func element(_ found: Authorities.Found) -> AnyObject {
    let (certificate, content) = (
      SecCertificate(found.certificate), ResultBytes(found.certificate.bytes)
    )
    if returns == .reference { return certificate }
    if returns == .secret { return content }
    let result = NSMutableDictionary()
    result[kSecClass] = kSecClassCertificate
    if returns.contains(.attributes) { write(found.attributes, to: result) }
    if returns.contains(.reference) { result[kSecValueRef] = certificate }
    if returns.contains(.secret) { result[kSecValueData] = content }
    return result
  }

  /// Returns the dictionary for an item: its class and the values that the `kSecReturn…` keys
  /// demand.
  func dictionary(
    _ match: FileMatch, in keychains: Keychains
  ) throws(KeychainError) -> NSDictionary {
    let result = NSMutableDictionary()
    result[kSecClass] = NSString(string: match.itemClass.rawValue)
    if returns.contains(.attributes) { write(try match.attributes(), to: result) }
    if returns.contains(.reference), let object = try object(match, in: keychains) {
      result[kSecValueRef] = object
    }
    if returns.contains(.secret) { result[kSecValueData] = ResultBytes(try match.secret()) }
    if returns.contains(.persistentReference) {
      result[kSecValuePersistentRef] = ResultBytes(match.reference)
    }
    return result
  }

  private func write(_ attributes: AttributeSet, to result: NSMutableDictionary) {
    for entry in attributes {
      result[NSString(string: entry.attribute.name)] = entry.value.object
    }
  }

  /// Returns the item as an object: a `SecKeychainItem`, certificate, key or identity.
  ///
  /// Nil if the item is in a table of certificates or keys, but its bytes are not a certificate or
  /// key.
  private func object(
    _ match: FileMatch, in keychains: Keychains
  ) throws(KeychainError) -> AnyObject? {
    switch match.itemClass {
    case .genericPassword, .internetPassword: return SecKeychainItem(match.item, of: keychains)
    case .certificate: return try match.certificate().map { SecCertificate($0) }
    case .key: return try key(match, match.item, in: keychains)
    case .identity:
      guard let certificate = try match.certificate(), let item = match.key,
        let key = try key(match, item, in: keychains)
      else { return nil }
      return SecIdentity(SecCertificate(certificate), key)
    }
  }

  private func key(
    _ match: FileMatch, _ item: KeychainItem, in keychains: Keychains
  ) throws(KeychainError) -> SecKey? {
    let attributes = try item.attributes()
    var name = SecKey.Name.unknown
    if case .text(let label)? = attributes[.label] { name = .ofItem(label) }
    let body: SecKey.Body
    switch try match.externalKey() {
    case .key(let key) where key.half == .privateHalf:
      // The key stays in its file: the permission to sign with a key is no permission to copy the
      // key.
      body = .file(HeldFileKey(item, of: try key.publicHalf()))
    case .key(let key): body = .software(key)
    case .symmetricKey(let bytes):
      // The program could copy a symmetric key in memory, so the key must be exportable in the
      // clear.
      try item.requireClearExport()
      body = .symmetric(bytes)
    case .certificate: return nil
    }
    return SecKey(body, try item.terms(), name: name, of: SecKeychainItem(item, of: keychains))
  }
}
