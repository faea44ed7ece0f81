// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// An evaluation of trust that has ended: its path, and the failed checks of each certificate.
package struct TrustEvaluation: Sendable {
  /// The path from the evaluated certificate to the anchor.
  ///
  /// If no anchor was found, the path ends at the last issuer that was found.
  package let certificates: [Certificate]
  /// The failed checks of each certificate, in the order of `TrustCheck`.
  ///
  /// Failures that the user accepted by trust exceptions are included.
  package let failures: [[TrustCheck]]
  /// The moment for which trust was evaluated.
  package let moment: Instant
  /// True if further certificates could improve the result.
  ///
  /// The result could improve if a check failed, or if a certificate below the anchor is signed
  /// with a weak or broken hash function (Specification/certificates.md, "The trust engine", step
  /// 0).
  package let mayBeBettered: Bool
  /// True if the result depends on a trust setting that trusts a certificate or accepts a failure.
  private let isBySettings: Bool
  /// The validity periods of the revocation data that was considered.
  private let periods: Set<Period>

  init(
    _ path: CertificatePath, _ findings: PathFindings, _ periods: Set<Period>, at moment: Instant
  ) {
    certificates = path.certificates.map(\.certificate)
    failures = findings.failed.map { failed in TrustCheck.allCases.filter(failed.contains) }
    self.moment = moment
    self.periods = periods
    isBySettings = path.source == .settings || findings.hasAccepted
    let hasOldHash = path.certificates.dropLast().contains { !$0.hasStrongHash }
    mayBeBettered = hasOldHash || !findings.isClean
  }

  /// True if every certificate on the path passed all checks.
  package var isClean: Bool { failures.allSatisfy(\.isEmpty) }

  /// Returns the result of the evaluation, without the failures that trust exceptions overrule.
  ///
  /// Trust exceptions are failures that the user has accepted. If `exceptions` is nil, all failures
  /// remain.
  package func outcome(_ exceptions: TrustExceptions? = nil) -> TrustOutcome {
    let left = failures.indices.map { place in
      failures[place].filter { check in
        check.isFatal
          || exceptions?.overrule(check, of: certificates[place], at: place) != true
      }
    }
    let isClean = left.allSatisfy(\.isEmpty)
    let isFatal = left.joined().contains(where: \.isFatal)
    let isDenied = left.joined().contains(.usageConstraints)
    let result: TrustResult =
      isClean
      ? (exceptions == nil && !isBySettings ? .unspecified : .proceed)
      : isDenied ? .deny : isFatal ? .fatalTrustFailure : .recoverableTrustFailure
    return TrustOutcome(result: result, certificates: certificates, failures: left)
  }

  /// True if an evaluation at another moment is certain to end with equal failures.
  ///
  /// The failures stay equal if all certificates are valid at both moments, and if the set of valid
  /// revocation responses does not change (Specification/certificates.md, "Evaluation cache").
  package func holds(at other: Instant) -> Bool {
    certificates.allSatisfy { certificate in
      [moment, other].allSatisfy { certificate.notBefore <= $0 && $0 <= certificate.notAfter }
    } && periods.allSatisfy { $0.contains(moment) == $0.contains(other) }
  }
}
