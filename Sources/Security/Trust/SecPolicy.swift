// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust

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
