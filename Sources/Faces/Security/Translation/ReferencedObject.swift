// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

/// A key or certificate that a caller uses in place of an item (Specification/secitem.md, "v_Ref in
/// queries", "v_Ref expansion").
///
/// The caller passes the object in `kSecValueRef`, or receives it if the call demands references
/// (`kSecReturnRef`). This type has all conversions between objects and items. An identity consists
/// of two items; `IdentityParts` handles it.
enum ReferencedObject {
  case certificate(SecCertificate)
  case key(SecKey)

  /// Makes a `ReferencedObject` of an object in a caller's dictionary; nil if the object is neither
  /// a key nor a certificate.
  init?(_ value: AnyObject) {
    switch value {
    case let certificate as SecCertificate: self = .certificate(certificate)
    case let key as SecKey: self = .key(key)
    default: return nil
    }
  }

  /// Returns the pairs that replace the key or certificate in a caller's dictionary: the item class
  /// and the attributes.
  ///
  /// For `SecItemAdd`, the pairs of a certificate also include its bytes and a label.
  ///
  /// - Throws: -50 for a certificate whose issuer is not a valid name.
  func pairs(for verb: Request.Verb) throws(KeychainError) -> [(name: String, value: AnyObject)] {
    switch self {
    case .key(let key): return try key.pairs(for: verb)
    case .certificate(let certificate):
      var pairs: [(name: String, value: AnyObject)] = [("class", kSecClassCertificate)]
      for entry in try Self.attributes(of: certificate.value) {
        pairs.append((entry.attribute.name, entry.value.object))
      }
      guard verb == .add else { return pairs }
      pairs.append((ValueKey.secret.rawValue, ResultBytes(certificate.value.bytes)))
      if let summary = certificate.value.subjectSummary {
        pairs.append((Attribute.label.name, NSString(string: summary)))
      }
      return pairs
    }
  }

  private static func attributes(of value: Certificate) throws(KeychainError) -> AttributeSet {
    let attributes: AttributeSet?
    do {
      attributes = try value.storedAttributes()
    } catch {
      throw KeychainError(.internalError, "a hash could not be computed")
    }
    guard let attributes else {
      throw .parameter("the issuer of the certificate is not a name")
    }
    return attributes
  }

  /// Makes the key, certificate or identity that a found item contains.
  ///
  /// Nil if the item is a password, or if its bytes are not a valid key or certificate.
  ///
  /// - Parameter terms: the terms under which the caller uses a key of the secure element; if nil,
  ///   no key of the secure element is returned.
  static func object(of match: Match, _ terms: HeldElementKey.Terms?) -> AnyObject? {
    switch match.itemClass {
    case .key: return key(match, terms)
    case .certificate: return match.secret.flatMap { certificate($0) }
    case .identity:
      guard let certificate = match.certificate?.content.flatMap({ certificate($0) }),
        let key = key(match, terms)
      else { return nil }
      return SecIdentity(certificate, key)
    case .genericPassword, .internetPassword: return nil
    }
  }

  private static func key(_ match: Match, _ terms: HeldElementKey.Terms?) -> SecKey? {
    guard let element = match.element else {
      return match.secret.flatMap { SecKey($0, match.attributes, of: match.itemClass) }
    }
    return terms.map { SecKey(.element(HeldElementKey(element, $0))) }
  }

  static func certificate(_ secret: SecretBytes) -> SecCertificate? {
    unsafe secret.withUnsafeBytes { bytes in
      unsafe (try? Certificate(bytes.bindMemory(to: UInt8.self).span)).map { SecCertificate($0) }
    }
  }
}
