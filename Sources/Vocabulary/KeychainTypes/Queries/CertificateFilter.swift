// SPDX-License-Identifier: Apache-2.0

/// What a certificate must be to match, beyond its attributes (spec/secitem.md 4.5).
///
/// For the classes of certificates and identities; all that is said must hold.
package struct CertificateFilter: Sendable {
  /// A moment at which a certificate must be valid.
  package enum Moment: Hashable, Sendable {
    case now
    case at(Instant)
  }

  /// `m_Issuers`: names as they are stored, without header, one of which the issuers must lead to.
  ///
  /// Empty: any.
  package var issuers: [[UInt8]] = []
  /// `m_EmailAddressIfPresent`: one of the certificate's addresses, whatever their case.
  package var emailAddress: String?
  /// `m_ValidOnDate`.
  package var moment: Moment?
  /// `m_Policy`: asked about the moment above, or about now.
  package var policy: (any CertificateJudge)?
  /// `m_TrustedOnly`: asked about now, whatever the moment above is.
  package var trust: (any CertificateJudge)?
  /// Whether the content is not looked at, so that no certificate has an address: of `quirks`,
  /// where nothing was asked for that is made of the content.
  package var isBlind = false

  package init() {}

  package var isEmpty: Bool { issuers.isEmpty && !needsContent }

  /// Whether the certificate itself has to be read.
  package var needsContent: Bool {
    emailAddress != nil || moment != nil || policy != nil || trust != nil
  }
}

/// How many conditions, no values.
extension CertificateFilter: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "CertificateFilter(issuers: \(issuers.count), address: \(emailAddress != nil), "
      + "date: \(moment != nil), policy: \(policy != nil), trust: \(trust != nil))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Says which certificates satisfy a condition that the engine cannot judge: policies and trust are
/// known above it (spec/secitem.md 4.5).
package protocol CertificateJudge: AnyObject, Sendable {
  /// Whether a certificate satisfies the condition.
  ///
  /// It may take as long as an evaluation of trust does, and is asked last; no transaction is open
  /// and no lock is held meanwhile.
  ///
  /// - Parameters:
  ///   - certificate: its DER.
  ///   - moment: the moment that is asked about.
  /// - Throws: where it cannot be said; the query fails then.
  func accepts(_ certificate: [UInt8], at moment: Instant) throws(KeychainError) -> Bool
}
