// SPDX-License-Identifier: Apache-2.0 (table)

/// What an evaluation of trust came to (spec/certificates.md 6.2).
///
/// `proceed` and `unspecified` are success.
public enum SecTrustResultType: UInt32, Sendable {
  /// Not evaluated.
  case invalid = 0
  /// Good, because exceptions say so.
  case proceed = 1
  /// Once: ask the user. Never given.
  @available(*, deprecated)
  case confirm = 2
  /// Somebody said no.
  case deny = 3
  /// Good: the chain ends in an anchor. The usual success.
  case unspecified = 4
  /// Bad, in a way that exceptions can overrule.
  case recoverableTrustFailure = 5
  /// Bad, and nothing overrules it.
  case fatalTrustFailure = 6
  /// The evaluation could not run.
  case otherError = 7
}
