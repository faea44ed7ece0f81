// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import KeychainTypes

/// What a `SecTrust` was told (spec/certificates.md 6.1), and what was found.
struct TrustQuestion: Sendable {
  /// Never empty; the first is asked about.
  let certificates: [SecCertificate]
  /// Never empty; all have to be satisfied.
  var policies: [SecPolicy]
  /// Certificates that are believed; nil where none were named.
  var anchors: [SecCertificate]?
  /// Whether the anchors of the system are not believed.
  var onlyCustomAnchors = false
  /// The moment that is asked about; nil for now.
  var moment: Instant?
  /// Responses of OCSP that were sent along.
  var responses: [[UInt8]] = []
  /// What is accepted all the same.
  var exceptions: TrustExceptions?

  /// The answer; nil where the question was changed since.
  var evaluation: TrustEvaluation?
  /// How often the question was changed.
  var version = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }
}
