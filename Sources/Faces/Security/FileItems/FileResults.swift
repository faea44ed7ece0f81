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

  /// Returns the results for items, in their order.
  ///
  /// - Parameters:
  ///   - interaction: `skip` leaves out an item about which the user would have to be asked.
  ///   - limit: the most results; nil for all.
  /// - Throws: -26275 if only references are wanted and no item makes an object; the errors of an
  ///   item's lock and access list.
  func elements(
    _ matches: [FileMatch], in keychain: SecKeychain, _ interaction: Interaction, limit: Int?
  ) throws(KeychainError) -> [AnyObject] {
    var elements: [AnyObject] = []
    for match in matches where limit.map({ elements.count < $0 }) != false {
      do throws(KeychainError) {
        if let element = try element(match, in: keychain.keychains) { elements.append(element) }
      } catch {
        guard interaction == .skip, error.code == .interactionNotAllowed else { throw error }
      }
    }
    guard !elements.isEmpty || matches.isEmpty || returns != .reference || interaction == .skip
    else {
      throw KeychainError(
        .decode, "the data of the found item is not a key or certificate", cause: .dataMakesNoObject
      )
    }
    return elements
  }

  /// Returns the result for one item; nil if only an object is wanted and the item is not one.
  func element(
    _ match: FileMatch, in keychains: Keychains
  ) throws(KeychainError) -> AnyObject? {
    if returns == .reference { return try object(match, in: keychains) }
    if returns == .secret { return ResultBytes(try match.secret()) }
    if returns == .persistentReference { return ResultBytes(match.reference) }
    return try dictionary(match, in: keychains)
  }

  /// Returns the result for a certificate of the distribution, to which there are no persistent
  /// references.
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

  /// Returns the dictionary for an item, with its class and everything that is wanted.
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

  /// Returns the object that an item is; nil if its bytes are no certificate.
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
      // The key stays in its file: the permission to sign gives no copy of it.
      body = .file(HeldFileKey(item, of: try key.publicHalf()))
    case .key(let key): body = .software(key)
    case .symmetricKey(let bytes):
      // A symmetric key in memory can be copied.
      try item.requireClearExport()
      body = .symmetric(bytes)
    case .certificate: return nil
    }
    return SecKey(body, KeyTerms(attributes), name: name, of: SecKeychainItem(item, of: keychains))
  }
}
