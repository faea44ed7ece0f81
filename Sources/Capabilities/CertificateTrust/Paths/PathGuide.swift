// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// Keeps a search to the paths that can be clean, and from walking one way twice.
///
/// What is wrong with an authority by itself, or with so many below it, is so on every path. An
/// authority that was reached by a way that is at least as good is not reached again: a path over
/// the other way could not be better (`PathRank`). So a mesh of authorities costs about as much as
/// it has certificates, and not as much as it has ways. What only a whole path shows (names,
/// policies, revocation) is not looked at here: a clean path may be overlooked, and never more than
/// that, since the search goes on without a guide.
struct PathGuide {
  /// How far above the leaf a certificate was reached.
  private struct Height {
    let certificates: Int
    /// Those between that count where lengths are limited (RFC 5280 4.2.1.9).
    let authorities: Int
    /// Whether an old hash signs a certificate below: a way without one is better, even if longer.
    let isOld: Bool
    /// When the certificates below begin, as in `PathRank`: it decides between ways of one length.
    let begins: [Int64]

    /// Whether no path over another way to the same certificate is better than the path over this
    /// one.
    func covers(_ other: Height) -> Bool {
      guard certificates <= other.certificates, authorities <= other.authorities,
        !isOld || other.isOld
      else { return false }
      return certificates < other.certificates || !other.begins.lexicographicallyPrecedes(begins)
    }
  }

  private let leaf: PathCertificate
  private let policies: [TrustPolicy]
  private let moment: Instant
  private var soundness: [ObjectIdentifier: Bool] = [:]
  private var reached: [ObjectIdentifier: [Height]] = [:]

  /// - Parameter leaf: the certificate that is asked about, alone; the answer is nil where no path
  ///   from it is clean.
  init?(_ leaf: CertificatePath, _ policies: [TrustPolicy], at moment: Instant) {
    self.leaf = leaf.certificates[0]
    self.policies = policies
    self.moment = moment
    let path = Self.believed(leaf.certificates, leaf.selfSigned)
    var findings = PathFindings(count: 1)
    PathChecks(path: path, moment: moment).run(&findings)
    for policy in policies { PolicyChecks(path, policy).run(&findings) }
    guard findings.isClean else { return nil }
  }

  /// Whether a way may go on from the last of a path to who may have signed it.
  func admits(_ issuer: PathCertificate, above path: [PathCertificate]) -> Bool {
    let height = Self.height(above: path)
    let isKnown = reached[ObjectIdentifier(issuer)]?.contains { $0.covers(height) }
    guard isKnown != true, path.last?.fit(of: issuer) != .mismatch else { return false }
    let most = issuer.certificate.basicConstraints?.pathLength ?? .max
    return height.authorities <= most
  }

  /// Notes that a way goes on to an issuer, and says whether nothing is wrong with it by itself.
  mutating func enter(
    _ issuer: PathCertificate, above path: [PathCertificate], isSelfSigned: Bool, isAnchor: Bool
  ) -> Bool {
    let name = ObjectIdentifier(issuer)
    // Different ways to an anchor are different paths.
    if !isAnchor { reached[name, default: []].append(Self.height(above: path)) }
    if let answer = soundness[name] { return answer }
    let pair = Self.believed([leaf, issuer], [false, isSelfSigned])
    var findings = PathFindings(count: 2)
    PathChecks(path: pair, moment: moment).check(at: 1, &findings)
    for policy in policies {
      PolicyChecks(pair, policy).checkAuthority(at: 1, isAnchor: isAnchor, &findings)
    }
    let answer = findings.isClean
    soundness[name] = answer
    return answer
  }

  private static func height(above path: [PathCertificate]) -> Height {
    Height(
      certificates: path.count,
      authorities: path.dropFirst().count { $0.subject != $0.issuer || $0.subject == nil },
      isOld: path.contains { !$0.hasStrongHash }, begins: path.map(\.beginsTurnedRound))
  }

  /// A path as if the caller believed its end: the system's anchors have these rules, and more.
  private static func believed(
    _ certificates: [PathCertificate], _ selfSigned: [Bool]
  ) -> CertificatePath {
    CertificatePath(certificates: certificates, end: .anchor(.custom), selfSigned: selfSigned)
  }
}
