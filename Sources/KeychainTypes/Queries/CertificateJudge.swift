// SPDX-License-Identifier: Apache-2.0

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
