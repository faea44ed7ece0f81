// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition

/// A policy: what has to hold for a certificate to be trusted (spec/certificates.md 6.4).
///
/// Two objects that demand the same are equal. Never changes.
public final class SecPolicy: Sendable {
  package let value: TrustPolicy

  package init(_ value: TrustPolicy) { self.value = value }
}

extension SecPolicy: Hashable {
  /// Whether both demand the same.
  public static func == (left: SecPolicy, right: SecPolicy) -> Bool {
    left === right || left.value == right.value
  }

  /// Hashes what is demanded.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecPolicy: CustomStringConvertible {
  /// The identifier; no names, for logs.
  public var description: String { "<SecPolicyRef: oid: \(value.purpose.rawValue)>" }
}

/// The type identifier of policies.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { TypeIdentifier.policy.rawValue }

/// The policy of plain path validation (RFC 5280 6), which demands no purpose and no name.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// The policy of connections with TLS.
///
/// - Parameters:
///   - server: whether the certificate is a server's.
///   - hostname: which host it has to be for; nil for any.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(
    TrustPolicy(.ssl, server ? .server : .client, names: hostname.map { [String($0)] }))
}

/// A policy about revocation, to be used beside another.
///
/// Data about revocation is never fetched. The responses of `SecTrustSetOCSPResponse` are read,
/// whatever methods are named: what one of them says is revoked is not trusted, and with
/// `kSecRevocationRequirePositiveResponse` neither is a certificate of which none says that it is
/// good.
///
/// - Parameter revocationFlags: the `kSecRevocation…` numbers.
/// - Returns: nil for 0 and for numbers that mean nothing.
@discardableResult
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
  RevocationOptions(flags: revocationFlags).map {
    SecPolicy(TrustPolicy(.revocation, revocation: $0))
  }
}

/// The policy of an identifier.
///
/// - Parameters:
///   - policyIdentifier: one of the `kSecPolicyApple…` strings.
///   - properties: `kSecPolicyName`, a string, for EAP also an array of strings;
///     `kSecPolicyClient`; the `kSecPolicyKU_…` keys, which the certificate's key must all have.
/// - Returns: nil for identifiers that are unknown, or of certificates of Apple's own, and for
///   values of other types.
@discardableResult
public func SecPolicyCreateWithProperties(
  _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
)
  -> SecPolicy?
{
  guard let identifier = policyIdentifier as? NSString else { return nil }
  let read = PolicyProperties(properties)
  guard let (purpose, fixedRole) = PolicyProperties.purpose(of: String(identifier)),
    let names = read.names(for: purpose), let isClient = read.isClient,
    let keyUsage = read.keyUsage
  else { return nil }
  let policy = TrustPolicy(
    purpose, fixedRole ?? (isClient ? .client : .server), names: names.isEmpty ? nil : names,
    keyUsage: keyUsage, revocation: purpose == .revocation ? .anyMethod : nil)
  return SecPolicy(policy)
}

/// What a policy demands: its identifier, its name if it has one, and whether it is a client's.
///
/// Policies of servers and clients have one identifier.
@discardableResult
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
  let policy = policyRef.value
  let properties: NSMutableDictionary = [kSecPolicyOid: policy.purpose.rawValue as NSString]
  switch policy.names {
  case .some(let names) where names.count == 1:
    properties[kSecPolicyName] = NSString(string: names[0])
  case .some(let names): properties[kSecPolicyName] = names as NSArray
  case .none: break
  }
  if policy.role == .client { properties[kSecPolicyClient] = kCFBooleanTrue }
  return properties
}

/// Reads the properties of a policy (spec/certificates.md 6.4).
private struct PolicyProperties {
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
