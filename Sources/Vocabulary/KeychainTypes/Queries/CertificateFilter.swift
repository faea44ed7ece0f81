// SPDX-License-Identifier: Apache-2.0

/// The conditions of a query that only certificates can meet, beyond conditions on attributes
/// (Specification/secitem.md, "Filters of SecItemCopyMatching").
///
/// The filter applies to the classes of certificates and identities. A match must meet every
/// condition that is set.
package struct CertificateFilter: Sendable {
  /// The moment at which a certificate must be valid.
  package enum Moment: Hashable, Sendable {
    case now
    case at(Instant)
  }

  /// The names of issuers (`kSecMatchIssuers`); the chain of a matching certificate must contain at
  /// least one of these issuers.
  ///
  /// An empty list sets no condition. Each name is the normalized content of its DER sequence,
  /// without tag and length, because the store keeps names in this form.
  package var issuers: [[UInt8]] = []
  /// The email address that a matching certificate must contain (`kSecMatchEmailAddressIfPresent`);
  /// nil sets no condition.
  ///
  /// Upper and lower case are treated as equal.
  package var emailAddress: String?
  /// The moment at which a matching certificate must be valid (`kSecMatchValidOnDate`); nil sets no
  /// condition.
  package var moment: Moment?
  /// The object that decides whether a certificate satisfies the caller's policy
  /// (`kSecMatchPolicy`); nil sets no condition.
  ///
  /// The policy is evaluated at `moment`, or at the present time if `moment` is nil.
  package var policy: (any CertificateJudge)?
  /// The object that decides whether a certificate is trusted (`kSecMatchTrustedOnly`); nil sets no
  /// condition.
  ///
  /// Trust is always evaluated at the present time, whatever `moment` is.
  package var trust: (any CertificateJudge)?
  /// True if the filter does not read the content of certificates, so that no certificate matches
  /// an email address.
  ///
  /// In the profile `quirks`, this happens if the caller asks neither for the data nor for a
  /// reference (`kSecReturnRef`).
  package var isBlind = false

  package init() {}

  package var isEmpty: Bool { issuers.isEmpty && !needsContent }

  /// True if the filter has a condition other than issuers, so that the content of certificates
  /// must be read.
  package var needsContent: Bool {
    emailAddress != nil || moment != nil || policy != nil || trust != nil
  }
}

/// Describes a filter by the names of its conditions, without the values to compare.
extension CertificateFilter: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "CertificateFilter(issuers: \(issuers.count), address: \(emailAddress != nil), "
      + "date: \(moment != nil), policy: \(policy != nil), trust: \(trust != nil))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
