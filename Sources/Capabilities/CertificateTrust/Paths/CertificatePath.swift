// SPDX-License-Identifier: Apache-2.0

/// Certificates that each are signed by the next, from the one that is asked about.
struct CertificatePath {
  /// How a path ends.
  enum End: Hashable {
    /// The last one is believed, because the caller or because the system says so.
    case anchor(Source)
    /// The last one is signed by itself, and nobody believes it.
    case selfSigned
    /// Nobody knows who signed the last one.
    case missingIssuer
  }

  /// Where an anchor is from.
  enum Source: Hashable {
    case custom
    case system
  }

  /// Never empty.
  let certificates: [PathCertificate]
  let end: End
  /// Which of them are signed by themselves.
  let selfSigned: [Bool]

  /// Where the anchor is from; nil for a path that leads to none.
  var source: Source? {
    switch end {
    case .anchor(let source): source
    case .selfSigned, .missingIssuer: nil
    }
  }
}
