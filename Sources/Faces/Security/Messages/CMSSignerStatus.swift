// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The result of verifying a signature of a message (Specification/certificates.md, "CMS
/// messages").
public enum CMSSignerStatus: UInt32, Sendable {
  /// The message is not signed.
  case unsigned = 0
  /// The signature is right, and its signer is trusted if the trust was evaluated.
  case valid = 1
  /// The content was sent beside the message, and was not given.
  case needsDetachedContent = 2
  /// The signature does not fit the content, or uses an unknown or weak algorithm.
  case invalidSignature = 3
  /// The signature is right, but the certificate of the signer is missing or not trusted.
  case invalidCert = 4
  /// The message has no signer with this index.
  case invalidIndex = 5
}
