// SPDX-License-Identifier: Apache-2.0

/// The failures that a trust setting can accept, by their error codes
/// (Specification/certificates.md, "Trust settings", "Checks, their status, and OpenSSL").
///
/// A setting names a failure by an OSStatus, or by an older error code of CSSM, Apple's former
/// interface for certificates. An expired certificate, for example, has the OSStatus -67818 and the
/// CSSM error code -2147409654. Failures that trust exceptions cannot overrule are never accepted.
package enum AllowedError {
  /// The CSSM error code for an expired certificate (`CSSMERR_TP_CERT_EXPIRED`).
  package static let expired: Int32 = -2_147_409_654
  /// The CSSM error code for a certificate of another host (`CSSMERR_APPLETP_HOSTNAME_MISMATCH`).
  package static let hostMismatch: Int32 = -2_147_408_896

  /// The CSSM error code for a certificate that is not valid yet.
  private static let notYetValid: Int32 = -2_147_409_653
  /// The CSSM error code for a certificate that is not trusted.
  private static let notTrusted: Int32 = -2_147_409_622
  /// The number of consecutive CSSM error codes, from `hostMismatch` on, that stand for consecutive
  /// OSStatus numbers.
  ///
  /// While the CSSM error codes increase by one, the OSStatus numbers decrease by one.
  private static let pairs: Int32 = 10

  /// Returns the checks whose failure a trust setting with this error code accepts.
  ///
  /// - Parameter number: an OSStatus or a CSSM error code.
  package static func checks(_ number: Int32) -> Set<TrustCheck> {
    let status = status(number)
    return Set(TrustCheck.allCases.filter { $0.status == status && !$0.isFatal })
  }

  /// Translates a CSSM error code into the OSStatus for the same failure.
  ///
  /// Any other number is returned unchanged.
  package static func status(_ number: Int32) -> Int32 {
    switch number {
    case expired, notYetValid: TrustCheck.temporalValidity.status
    case notTrusted: TrustCheck.anchorTrusted.status
    case hostMismatch..<hostMismatch + pairs:
      TrustCheck.sslHostname.status - (number - hostMismatch)
    default: number
    }
  }

  /// Returns the name of a CSSM error code, as `security dump-trust-settings` prints it.
  ///
  /// Nil if the number is no CSSM error code with a name.
  package static func name(_ number: Int32) -> String? {
    switch number {
    case expired: "CSSMERR_TP_CERT_EXPIRED"
    case notYetValid: "CSSMERR_TP_CERT_NOT_VALID_YET"
    case notTrusted: "CSSMERR_TP_NOT_TRUSTED"
    case hostMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
    default: nil
    }
  }
}
