// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The results that a trust setting can have (Specification/certificates.md, "Trust settings").
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// No result; no setting has this value.
  case invalid = 0
  /// The certificate is trusted as a root; for self-signed certificates only.
  case trustRoot = 1
  /// The certificate is trusted as if it were a root; for certificates that are not self-signed.
  case trustAsRoot = 2
  /// The certificate is not trusted, and no chain may contain it.
  case deny = 3
  /// The setting neither trusts the certificate nor denies trust.
  case unspecified = 4
}
