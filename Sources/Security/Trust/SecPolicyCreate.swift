// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation

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
