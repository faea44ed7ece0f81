// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// How good a path is beside another one, whatever the order in which they are found
/// (spec/certificates.md 6.10, step 0): less is better.
struct PathRank: Comparable {
  /// Three numbers for failures: importance of the worst, how many, and 1 if a period is not met.
  private let wrong: [Int]
  /// Two numbers: 1 if an old hash signs a certificate below the anchor, then the path's length.
  private let shape: [Int]
  /// When each certificate begins, negated, so that a later one is less.
  private let begins: [Int64]
  /// The certificates themselves: paths that are alike in all else keep one order.
  private let certificates: [Certificate]

  init(_ path: CertificatePath, _ findings: PathFindings, at moment: Instant) {
    let certificates = path.certificates.map(\.certificate)
    let isPassing = certificates.contains { moment < $0.notBefore || $0.notAfter < moment }
    wrong = [findings.badness.importance, findings.badness.count, isPassing ? 1 : 0]
    let isOld = path.certificates.dropLast().contains { !$0.hasStrongHash }
    shape = [isOld ? 1 : 0, certificates.count]
    begins = path.certificates.map(\.beginsTurnedRound)
    self.certificates = certificates
  }

  static func < (left: PathRank, right: PathRank) -> Bool {
    if left.wrong != right.wrong { return left.wrong.lexicographicallyPrecedes(right.wrong) }
    if left.shape != right.shape { return left.shape.lexicographicallyPrecedes(right.shape) }
    if left.begins != right.begins { return left.begins.lexicographicallyPrecedes(right.begins) }
    return left.certificates.lexicographicallyPrecedes(right.certificates) { first, second in
      first.bytes.lexicographicallyPrecedes(second.bytes)
    }
  }

  static func == (left: PathRank, right: PathRank) -> Bool {
    left.wrong == right.wrong && left.shape == right.shape && left.begins == right.begins
      && left.certificates == right.certificates
  }
}

extension PathCertificate {
  /// Whether the certificate's signature uses a hash that is neither broken nor about to be.
  var hasStrongHash: Bool { SignatureHash(certificate.signatureAlgorithm) == .strong }

  /// When the certificate begins, negated: less is better.
  var beginsTurnedRound: Int64 { -certificate.notBefore.microseconds }
}
