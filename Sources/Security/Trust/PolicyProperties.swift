// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition

/// Reads the properties of a policy (spec/certificates.md 6.4).
struct PolicyProperties {
  private let properties: NSDictionary

  init(_ properties: NSDictionary?) { self.properties = properties ?? [:] }

  /// The purpose of an identifier, with the role of those that name one.
  static func purpose(of identifier: String) -> (TrustPurpose, TrustPolicy.Role?)? {
    if let purpose = TrustPurpose(rawValue: identifier) { return (purpose, nil) }
    guard let point = identifier.lastIndex(of: "."),
      let purpose = TrustPurpose(rawValue: String(identifier[..<point])), purpose.hasRoles
    else { return nil }
    return switch identifier[point...] {
    case ".1": (purpose, .server)
    case ".2": (purpose, .client)
    default: nil
    }
  }

  /// The names, none where there is no such property; nil where it has another type.
  func names(for purpose: TrustPurpose) -> [String]? {
    switch properties.entry(kSecPolicyName) {
    case nil: return []
    case let name as NSString: return [String(name)]
    case let names as NSArray where purpose == .eap:
      let strings = PropertyList.elements(of: names).compactMap { $0 as? NSString }
      return strings.count == names.count ? strings.map { String($0) } : nil
    default: return nil
    }
  }

  /// Whether it is a client's; nil where the property is no truth value.
  var isClient: Bool? { flag(kSecPolicyClient) }

  /// The usages that are demanded; nil where a property is no truth value.
  var keyUsage: KeyUsage? {
    var usage: KeyUsage = []
    for (name, bit) in Self.usages {
      guard let isDemanded = flag(name) else { return nil }
      if isDemanded { usage.insert(bit) }
    }
    return usage
  }

  private func flag(_ name: CFString) -> Bool? {
    guard let value = properties.entry(name) else { return false }
    return (value as? NSNumber)?.boolValue
  }

  private static var usages: [(CFString, KeyUsage)] {
    [
      (kSecPolicyKU_DigitalSignature, .digitalSignature),
      (kSecPolicyKU_NonRepudiation, .nonRepudiation),
      (kSecPolicyKU_KeyEncipherment, .keyEncipherment),
      (kSecPolicyKU_DataEncipherment, .dataEncipherment),
      (kSecPolicyKU_KeyAgreement, .keyAgreement), (kSecPolicyKU_KeyCertSign, .certificateSigning),
      (kSecPolicyKU_CRLSign, .listSigning), (kSecPolicyKU_EncipherOnly, .encipherOnly),
      (kSecPolicyKU_DecipherOnly, .decipherOnly),
    ]
  }
}
