// SPDX-License-Identifier: Apache-2.0

/// A chain of certificates, each of which is signed by the next.
///
/// The evaluated certificate comes first.
struct CertificatePath {
  /// The reason why a path ends at its last certificate.
  enum End: Hashable {
    /// The last certificate is trusted, by the caller, by the system or by trust settings.
    case anchor(Source)
    /// The last certificate is self-signed and not trusted.
    case selfSigned
    /// The issuer of the last certificate is not known.
    case missingIssuer
  }

  /// The party that trusts an anchor: the caller (`custom`), the system, or the trust settings of
  /// the user and the administrator.
  enum Source: Hashable {
    case custom
    case system
    case settings
  }

  /// The certificates of the path, which has at least one certificate.
  let certificates: [PathCertificate]
  let end: End
  /// For each certificate of the path, true if the certificate is self-signed.
  let selfSigned: [Bool]
  /// For each certificate of the path, whether trust settings trust or deny it, and which failures
  /// they accept.
  ///
  /// Empty if there are no trust settings.
  var statements: [TrustStatement] = []

  /// The party that trusts the last certificate, or nil if the path does not end in an anchor.
  var source: Source? {
    switch end {
    case .anchor(let source): source
    case .selfSigned, .missingIssuer: nil
    }
  }
}
