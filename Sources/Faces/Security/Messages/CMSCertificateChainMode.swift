// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The certificates of each signer that a message contains (Specification/certificates.md, "CMS
/// messages").
public enum CMSCertificateChainMode: UInt32, Sendable {
  /// No certificates.
  case none = 0
  /// Only the certificate of the signer.
  case signerOnly = 1
  /// The chain of the signer without its root.
  case chain = 2
  /// The chain of the signer with its root.
  case chainWithRoot = 3
  /// The chain of the signer with its root; without a root the message is not made.
  case chainWithRootOrFail = 4
}
