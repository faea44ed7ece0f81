// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition

/// A policy: conditions under which a certificate is trusted (Specification/certificates.md,
/// "Policies of SecTrust").
///
/// A policy never changes. Two policies with equal conditions are equal.
public final class SecPolicy: Sendable {
  package let value: TrustPolicy

  package init(_ value: TrustPolicy) { self.value = value }
}

extension SecPolicy: Hashable {
  /// True if the two policies have equal conditions.
  public static func == (left: SecPolicy, right: SecPolicy) -> Bool {
    left === right || left.value == right.value
  }

  /// Hashes the conditions of the policy, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecPolicy: CustomStringConvertible {
  /// The identifier of the policy, for logs; the names in the policy's conditions are left out.
  public var description: String { "<SecPolicyRef: oid: \(value.purpose.rawValue)>" }
}

/// Returns the type identifier of `SecPolicy`.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { TypeIdentifier.policy.rawValue }

/// Makes the policy of plain path validation (RFC 5280 section 6).
///
/// The policy sets no condition on the purpose of a certificate or on the names in it.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Makes the policy of TLS connections.
///
/// - Parameters:
///   - server: true for the certificate of a server, false for the certificate of a client.
///   - hostname: the host that the certificate must name; nil for any host.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(
    TrustPolicy(.ssl, server ? .server : .client, names: hostname.map { [String($0)] }))
}

/// Makes a policy that checks whether certificates are revoked; use it together with another
/// policy.
///
/// Revocation data is never fetched from the network. The policy reads the OCSP responses that the
/// caller sets with `SecTrustSetOCSPResponse`, even if the flags choose CRLs. A certificate that a
/// response reports as revoked is not trusted. With `kSecRevocationRequirePositiveResponse`, a
/// response must also report the certificate as good.
///
/// - Parameter revocationFlags: the `kSecRevocation…` flags.
/// - Returns: nil if `revocationFlags` is 0 or contains unknown flags.
@discardableResult
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
  RevocationOptions(flags: revocationFlags).map {
    SecPolicy(TrustPolicy(.revocation, revocation: $0))
  }
}

/// Makes a policy from its identifier and its properties.
///
/// - Parameters:
///   - policyIdentifier: one of the `kSecPolicyApple…` strings.
///   - properties: `kSecPolicyName` is the name that the certificate must contain, as a string; for
///     EAP it may also be an array of strings. `kSecPolicyClient` is true for the certificate of a
///     client, false for the certificate of a server. The certificate's key must have all uses
///     whose `kSecPolicyKU_…` property is true.
/// - Returns: nil if the identifier is unknown or belongs to Apple's own certificates, or if a
///   property has a wrong type.
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

/// Returns the properties of a policy: its identifier, the names that it demands, and whether it is
/// for a client.
///
/// The policies for servers and for clients share one identifier. `kSecPolicyName` is missing if
/// the policy demands no name, and `kSecPolicyClient` is missing if the policy is for a server.
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

/// Reads the properties that a caller gives for a new policy (Specification/certificates.md,
/// "Policies of SecTrust").
private struct PolicyProperties {
  private let properties: NSDictionary

  init(_ properties: NSDictionary?) { self.properties = properties ?? [:] }

  /// Returns the purpose (for example TLS) and the role (server or client) that a policy identifier
  /// names.
  ///
  /// The role is nil if the identifier names only a purpose. The result is nil if the identifier is
  /// unknown.
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

  /// Returns the names in `kSecPolicyName`; an empty array if the property is missing.
  ///
  /// Nil if the property has a wrong type. Only for the purpose EAP may the property be an array.
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

  /// The value of `kSecPolicyClient`: true if the policy is for a client, false if the property is
  /// missing.
  ///
  /// Nil if the property is not a Boolean.
  var isClient: Bool? { flag(kSecPolicyClient) }

  /// The uses that the policy demands of the certificate's key, from the `kSecPolicyKU_…`
  /// properties.
  ///
  /// Nil if one of the properties is not a Boolean.
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
