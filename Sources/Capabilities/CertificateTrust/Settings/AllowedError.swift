// SPDX-License-Identifier: Apache-2.0

/// The failures that a trust setting can accept, by their numbers
/// (Specification/certificates.md, "Trust settings", "Checks, their status, and OpenSSL").
///
/// Settings have the statuses of this library (-67818) or the older numbers of CSSM (-2147409654).
/// Failures that trust exceptions cannot overrule are never accepted.
package enum AllowedError {
  /// The number of CSSM for an expired certificate (`CSSMERR_TP_CERT_EXPIRED`).
  package static let expired: Int32 = -2_147_409_654
  /// The number of CSSM for another host (`CSSMERR_APPLETP_HOSTNAME_MISMATCH`).
  package static let hostMismatch: Int32 = -2_147_408_896

  /// The number of CSSM for a certificate that is not valid yet.
  private static let notYetValid: Int32 = -2_147_409_653
  /// The number of CSSM for a certificate that is not trusted.
  private static let notTrusted: Int32 = -2_147_409_622
  /// The number of consecutive numbers of CSSM, from `hostMismatch` on, whose statuses are
  /// consecutive too.
  private static let pairs: Int32 = 10

  /// Returns the checks whose failure a setting with this number accepts.
  package static func checks(_ number: Int32) -> Set<TrustCheck> {
    let status = status(number)
    return Set(TrustCheck.allCases.filter { $0.status == status && !$0.isFatal })
  }

  /// Returns the status of this library for a number of CSSM; every other number is unchanged.
  package static func status(_ number: Int32) -> Int32 {
    switch number {
    case expired, notYetValid: TrustCheck.temporalValidity.status
    case notTrusted: TrustCheck.anchorTrusted.status
    case hostMismatch..<hostMismatch + pairs:
      TrustCheck.sslHostname.status - (number - hostMismatch)
    default: number
    }
  }

  /// Returns the name of a number of CSSM, as `dump-trust-settings` prints it.
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
