// SPDX-License-Identifier: Apache-2.0

/// What an evaluation came to; the numbers are those of `SecTrustResultType`
/// (spec/certificates.md 6.2).
package enum TrustResult: UInt32, Sendable {
  /// Not evaluated, or it could not be.
  case invalid = 0
  /// Good, as somebody said so: trust settings, or exceptions.
  case proceed = 1
  /// Somebody said no.
  case deny = 3
  /// Good: the path ends in an anchor. What success looks like.
  case unspecified = 4
  /// Bad, in a way that exceptions can overrule.
  case recoverableTrustFailure = 5
  /// Bad, and nothing overrules it.
  case fatalTrustFailure = 6
  /// The evaluation could not run.
  case otherError = 7

  /// Whether the certificate may be used.
  package var isSuccess: Bool { self == .proceed || self == .unspecified }
}
