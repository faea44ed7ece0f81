// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The result of a trust evaluation (Specification/certificates.md, "Result type").
///
/// `proceed` and `unspecified` mean success.
public enum SecTrustResultType: UInt32, Sendable {
  /// The trust was not evaluated.
  case invalid = 0
  /// The certificate is trusted, because trust settings trust it, or because trust settings or the
  /// caller's exceptions (`SecTrustSetExceptions`) accept all failures.
  case proceed = 1
  /// The user must decide; Latchkey never returns this result, which former Apple systems returned.
  @available(*, deprecated)
  case confirm = 2
  /// The certificate is not trusted, because trust settings of the user or the administrator deny
  /// trust.
  case deny = 3
  /// The certificate is trusted, because its chain ends in an anchor; this is the usual success.
  case unspecified = 4
  /// The certificate is not trusted, but the caller can accept the failures as exceptions
  /// (`SecTrustSetExceptions`).
  case recoverableTrustFailure = 5
  /// The certificate is not trusted, and the failures cannot be accepted as exceptions.
  case fatalTrustFailure = 6
  /// The evaluation could not run.
  case otherError = 7
}
