// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// How good a path is beside another one, whatever the order in which they are found
/// (spec/certificates.md 6.10, step 0): less is better.
struct PathRank: Comparable {
  /// Of what is wrong: how important the worst of it is, how much it is, and whether time is.
  private let wrong: [Int]
  /// Whether an old hash signs any but the anchor, then how many certificates there are.
  private let shape: [Int]
  /// When the certificates begin, turned round: later is better.
  private let begins: [Int64]

  init(_ path: CertificatePath, _ findings: PathFindings, at moment: Instant) {
    let certificates = path.certificates.map(\.certificate)
    let isPassing = certificates.contains { moment < $0.notBefore || $0.notAfter < moment }
    wrong = [findings.badness.importance, findings.badness.count, isPassing ? 1 : 0]
    let isOld = path.certificates.dropLast().contains { !$0.hasStrongHash }
    shape = [isOld ? 1 : 0, certificates.count]
    begins = path.certificates.map(\.beginsTurnedRound)
  }

  static func < (left: PathRank, right: PathRank) -> Bool {
    if left.wrong != right.wrong { return left.wrong.lexicographicallyPrecedes(right.wrong) }
    if left.shape != right.shape { return left.shape.lexicographicallyPrecedes(right.shape) }
    return left.begins.lexicographicallyPrecedes(right.begins)
  }
}

extension PathCertificate {
  /// Whether its signature is over a hash that is not broken and not about to be.
  var hasStrongHash: Bool { SignatureHash(certificate.signatureAlgorithm) == .strong }

  /// When it begins, turned round: less is better.
  var beginsTurnedRound: Int64 { -certificate.notBefore.microseconds }
}
