// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

/// What `v_Ref` can hold for one item, and what `r_Ref` gives back: the one place where objects
/// become items and items objects (spec/secitem.md 4.6, 5.3); an identity is of two items
/// (`IdentityParts`).
enum ReferencedObject {
  case certificate(SecCertificate)
  case key(SecKey)

  /// The object that a dictionary holds; nil for one that stands for no item.
  init?(_ value: AnyObject) {
    switch value {
    case let certificate as SecCertificate: self = .certificate(certificate)
    case let key as SecKey: self = .key(key)
    default: return nil
    }
  }

  /// The pairs that the object stands for: its class, its attributes, and for Add its data and a
  /// label.
  ///
  /// - Throws: -50 for a certificate whose issuer is no name.
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
      throw .parameter("the issuer of the certificate is no name")
    }
    return attributes
  }

  /// The object of an item; nil where its data makes none, and for passwords.
  ///
  /// - Parameter terms: how a key of the secure element will be used.
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
