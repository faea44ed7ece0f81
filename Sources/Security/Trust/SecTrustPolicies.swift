// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import SecureMemory

/// Sets the policies that have to be satisfied.
///
/// - Parameter policies: one, or an array of some.
/// - Returns: errSecParam for an empty array and for objects of other types.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let demanded: [SecPolicy] = TrustObjects.some(in: policies) else { return errSecParam }
  trust.change { $0.policies = demanded }
  return errSecSuccess
}

/// Gives the policies that have to be satisfied.
///
/// - Parameter policies: receives an array.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>)
  -> OSStatus
{
  unsafe policies.pointee = trust.question.withLock { $0.policies } as NSArray
  return errSecSuccess
}

/// Says whether the policies may ask the network; none does here, whatever is said.
///
/// - Returns: always 0.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.change { question in
    question.policies = question.policies.map { policy in
      guard policy.value.allowsNetwork != allowFetch else { return policy }
      var changed = policy.value
      changed.allowsNetwork = allowFetch
      return SecPolicy(changed)
    }
  }
  return errSecSuccess
}

/// Tells whether the network may be asked: the last policy that allows or forbids it decides.
///
/// A policy of plain path validation forbids it unless it is told otherwise.
///
/// - Parameter allowFetch: receives the answer.
/// - Returns: always 0.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  let words = trust.question.withLock { $0.policies.compactMap(\.value.networkWord) }
  let isAllowed = words.last ?? true
  unsafe allowFetch.pointee = DarwinBoolean(isAllowed)
  return errSecSuccess
}
