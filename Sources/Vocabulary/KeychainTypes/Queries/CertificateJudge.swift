// SPDX-License-Identifier: Apache-2.0

/// An object that decides a condition on certificates (a policy or trust) for the engine.
///
/// Policies and trust are known only in the targets above the engine (Specification/secitem.md,
/// "Filters of SecItemCopyMatching").
package protocol CertificateJudge: AnyObject, Sendable {
  /// Returns true if a certificate satisfies the condition of this object at a moment.
  ///
  /// The engine calls this method last, because it may take as long as an evaluation of trust. No
  /// transaction is open and no lock is held during the call.
  ///
  /// - Parameters:
  ///   - certificate: the certificate in DER form.
  ///   - moment: the moment at which the condition must hold.
  /// - Throws: an error if the object cannot decide; the query then fails.
  func accepts(_ certificate: [UInt8], at moment: Instant) throws(KeychainError) -> Bool
}
