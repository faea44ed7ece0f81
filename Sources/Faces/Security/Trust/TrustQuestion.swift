// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The inputs of a trust evaluation, and the result of the last evaluation with them
/// (Specification/certificates.md, "Creation and inputs of a trust object").
struct TrustQuestion: Sendable {
  /// The caller's certificates, at least one.
  ///
  /// The first certificate is the leaf, which is evaluated. The other certificates may link the
  /// leaf to an anchor.
  let certificates: [SecCertificate]
  /// The policies that the leaf must satisfy, at least one.
  var policies: [SecPolicy]
  /// The anchors that the caller set; nil if the caller set no anchors.
  var anchors: [SecCertificate]?
  /// True if only the caller's anchors are trusted, and the system's anchors are not.
  var onlyCustomAnchors = false
  /// The moment for which the caller wants the trust to be evaluated; nil for the time of the
  /// evaluation.
  var moment: Instant?
  /// The OCSP responses (statements about revocation) that the caller set.
  var responses: [[UInt8]] = []
  /// The failures that the caller accepts (exceptions); nil if the caller set no exceptions.
  var exceptions: TrustExceptions?

  /// The result of the last evaluation; nil before the first evaluation and after each change of
  /// the inputs.
  var evaluation: TrustEvaluation?
  /// The trust settings that the last evaluation used.
  var settings = TrustDomains.none
  /// The number of changes to the inputs, by which an evaluation sees that the inputs changed while
  /// it ran.
  var version = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }
}

extension TrustQuestion {
  /// Evaluates the trust: searches for a path of certificates from the leaf to an anchor.
  ///
  /// The store is queried only if certificates in the store could improve the result. If the
  /// caller's certificates suffice, the program therefore opens no store.
  ///
  /// - Parameters:
  ///   - now: the present time, which is used if the caller has set no other moment.
  ///   - asksStore: true if certificates from the store may link the leaf to an anchor.
  ///   - settings: the trust settings of the user and the administrator.
  /// - Throws: `notAvailable` if libcrypto is missing, or if this process was forked in the middle
  ///   of a call.
  func evaluate(
    at now: Instant, asksStore: Bool, _ settings: TrustDomains
  ) throws(KeychainError) -> TrustEvaluation {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let found = try evaluate(at: now, with: [], settings)
    guard asksStore, found.mayBeBettered else { return found }
    let given = certificates.map(\.value)
    let stored = StoredIntermediates.above(given[0], beside: given)
    return stored.isEmpty ? found : try evaluate(at: now, with: stored, settings)
  }

  /// Evaluates the trust with the caller's certificates and the given certificates from the store.
  ///
  /// - Parameter stored: certificates from the store that may link the leaf to an anchor.
  private func evaluate(
    at now: Instant, with stored: [Certificate], _ settings: TrustDomains
  ) throws(KeychainError) -> TrustEvaluation {
    let system = onlyCustomAnchors ? nil : SystemAnchors.shared.anchors(at: .ofThisProcess)
    let sources = TrustSources(
      custom: anchors?.map(\.value), system: system,
      others: certificates.map(\.value) + stored, settings: settings)
    let request = TrustRequest(
      certificates[0].value, policies.map(\.value), sources, responses: responses,
      at: moment ?? now)
    do {
      return try request.evaluate()
    } catch {
      throw KeychainError(.notAvailable, "certificates cannot be checked without libcrypto")
    }
  }

  /// Returns the result of the last evaluation if it is still valid at the given time
  /// (Specification/certificates.md, "Evaluation cache").
  ///
  /// Nil if the trust was not evaluated, or if the result has expired. A result for a moment that
  /// the caller set does not expire.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - settings: the present trust settings. A result with other settings is not valid any more.
  func known(at now: Instant, _ settings: TrustDomains) -> TrustEvaluation? {
    guard let evaluation, settings == self.settings else { return nil }
    return moment != nil || evaluation.holds(at: now) ? evaluation : nil
  }
}
