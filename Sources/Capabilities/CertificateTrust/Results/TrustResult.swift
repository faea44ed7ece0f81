// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The result of an evaluation, with the raw values of `SecTrustResultType`
/// (Specification/certificates.md, "Result type").
package enum TrustResult: UInt32, Sendable {
  /// The trust was not evaluated.
  case invalid = 0
  /// The certificate is trusted, because trust settings say so or the user accepted the failures.
  case proceed = 1
  /// A trust setting of the user or the administrator denies trust in a certificate of the path.
  case deny = 3
  /// The certificate is trusted, because its path ends in an anchor.
  ///
  /// This is the usual success.
  case unspecified = 4
  /// The certificate is not trusted, but the user can accept the failures by trust exceptions.
  case recoverableTrustFailure = 5
  /// The certificate is not trusted, and trust exceptions of the user cannot overrule the failures.
  case fatalTrustFailure = 6
  /// The evaluation could not run, for example because libcrypto is not available.
  case otherError = 7

  /// True if the certificate may be used.
  package var isSuccess: Bool { self == .proceed || self == .unspecified }
}
