// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// What an evaluation found: a path, and what is wrong with each certificate on it.
package struct TrustEvaluation: Sendable {
  /// From the one that was asked about to the anchor, or as far as a path led.
  package let certificates: [Certificate]
  /// What each of them failed, in the order of `TrustCheck`; exceptions not counted.
  package let failures: [[TrustCheck]]
  /// The moment that was asked about.
  package let moment: Instant
  /// Whether further certificates could make a better answer: something is wrong, or an old hash
  /// signs a certificate below the anchor (spec/certificates.md 6.10, step 0).
  package let mayBeBettered: Bool
  /// When responses count that were looked at.
  private let periods: Set<Period>

  init(
    _ path: CertificatePath, _ findings: PathFindings, _ periods: Set<Period>, at moment: Instant
  ) {
    certificates = path.certificates.map(\.certificate)
    failures = findings.failed.map { failed in TrustCheck.allCases.filter(failed.contains) }
    self.moment = moment
    self.periods = periods
    let hasOldHash = path.certificates.dropLast().contains { !$0.hasStrongHash }
    mayBeBettered = hasOldHash || !findings.isClean
  }

  /// Whether no certificate on the path failed a check.
  package var isClean: Bool { failures.allSatisfy(\.isEmpty) }

  /// What is left when exceptions overrule what they name.
  package func outcome(_ exceptions: TrustExceptions? = nil) -> TrustOutcome {
    let left = failures.indices.map { place in
      failures[place].filter { check in
        check.isFatal
          || exceptions?.overrule(check, of: certificates[place], at: place) != true
      }
    }
    let isClean = left.allSatisfy(\.isEmpty)
    let isFatal = left.joined().contains(where: \.isFatal)
    let result: TrustResult =
      isClean
      ? (exceptions == nil ? .unspecified : .proceed)
      : isFatal ? .fatalTrustFailure : .recoverableTrustFailure
    return TrustOutcome(result: result, certificates: certificates, failures: left)
  }

  /// Whether an answer without exceptions is the same at another moment: no certificate begins or
  /// ends in between, as all are valid at both, and the same responses count
  /// (spec/certificates.md 6.3).
  package func holds(at other: Instant) -> Bool {
    certificates.allSatisfy { certificate in
      [moment, other].allSatisfy { certificate.notBefore <= $0 && $0 <= certificate.notAfter }
    } && periods.allSatisfy { $0.contains(moment) == $0.contains(other) }
  }
}

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
