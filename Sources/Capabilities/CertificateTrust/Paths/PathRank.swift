// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The rank of a path among all paths of an evaluation; the lowest rank is best
/// (Specification/certificates.md, "The trust engine", step 0).
///
/// The rank does not depend on the order in which paths are found.
struct PathRank: Comparable {
  /// The failures of the path as three numbers, compared in this order.
  ///
  /// The numbers are the importance of the worst failure, the number of failures, and 1 if a
  /// certificate is outside its validity period.
  private let wrong: [Int]
  /// Two numbers that are compared if the failures of two paths are equal.
  ///
  /// The first number is 1 if a certificate below the anchor is signed with a weak or broken hash
  /// function, and 0 otherwise. The second number is the number of certificates.
  private let shape: [Int]
  /// The moment at which each certificate of the path becomes valid, in microseconds and negated.
  ///
  /// A path whose certificates become valid later is better, so lower numbers are better.
  private let begins: [Int64]
  /// The certificates of the path, whose bytes decide the order of paths that are otherwise equal.
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
  /// True if the certificate's signature uses a hash function that is neither broken nor weak.
  var hasStrongHash: Bool { SignatureHash(certificate.signatureAlgorithm) == .strong }

  /// The moment at which the certificate becomes valid, in microseconds and negated.
  ///
  /// A lower number therefore means that the certificate becomes valid later, which is better.
  var beginsTurnedRound: Int64 { -certificate.notBefore.microseconds }
}
