// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// Limits a search to paths that can be clean (free of failures), and avoids repeated work.
///
/// Each certificate authority is checked by itself. If that check fails, it fails on every path
/// through the authority. A search may find several routes from the leaf to one authority. The
/// search follows a later route only if that route may be better, in the order of `PathRank`. The
/// cost of a mesh of authorities is therefore about the number of its certificates, and not the
/// number of routes through it.
///
/// Checks of a whole path (names, policies, revocation) are left out. The guided search may
/// therefore miss a clean path. That costs only time, because a search without a guide follows.
struct PathGuide {
  /// One route from the leaf to a certificate, as numbers that decide which of two routes is
  /// better.
  ///
  /// The end of the route is that certificate. All other certificates of the route are below it.
  private struct Height {
    let certificates: Int
    /// The number of authorities below the end of the route, as path length limits count them (RFC
    /// 5280 4.2.1.9).
    let authorities: Int
    /// True if a certificate below the end of the route is signed with a weak or broken hash
    /// function.
    ///
    /// A route on which no certificate has a weak or broken hash is better, even if it is longer.
    let isOld: Bool
    /// The moments at which the certificates below the end of the route become valid.
    ///
    /// Each moment is a negated number of microseconds. The moments decide which of two routes with
    /// equally many certificates is better (`PathRank`).
    let begins: [Int64]

    /// True if this route to a certificate is at least as good as another route to it.
    ///
    /// No path by the other route is then better than the path by this route.
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
  /// The party that the guide assumes to trust the anchor, because no path has been found yet.
  ///
  /// The guide assumes trust settings if there are any, and otherwise the caller.
  private let source: CertificatePath.Source
  private var soundness: [ObjectIdentifier: Bool] = [:]
  private var reached: [ObjectIdentifier: [Height]] = [:]

  /// Creates a guide, or returns nil if the leaf certificate by itself fails a check.
  ///
  /// No path can then be free of failures.
  ///
  /// - Parameters:
  ///   - leaf: the path that has only the evaluated certificate.
  ///   - hasSettings: true if trust settings may trust the anchor of a path.
  init?(
    _ leaf: CertificatePath, _ policies: [TrustPolicy], at moment: Instant, hasSettings: Bool
  ) {
    self.leaf = leaf.certificates[0]
    self.policies = policies
    self.moment = moment
    source = hasSettings ? .settings : .custom
    let path = Self.believed(leaf.certificates, leaf.selfSigned, source)
    var findings = PathFindings(count: 1)
    PathChecks(path: path, moment: moment).run(&findings)
    for policy in policies { PolicyChecks(path, policy).run(&findings) }
    findings.apply(leaf.statements)
    guard findings.isClean else { return nil }
  }

  /// True if the search should follow a path from its last certificate to a possible issuer.
  ///
  /// False if the last certificate identifies another key as its issuer's key, or if the path is
  /// too long for the issuer. Also false if an earlier route to the issuer is at least as good.
  func admits(_ issuer: PathCertificate, above path: [PathCertificate]) -> Bool {
    let height = Self.height(above: path)
    let isKnown = reached[ObjectIdentifier(issuer)]?.contains { $0.covers(height) }
    guard isKnown != true, path.last?.fit(of: issuer) != .mismatch else { return false }
    let most = issuer.certificate.basicConstraints?.pathLength ?? .max
    return height.authorities <= most
  }

  /// Records that a path continues to an issuer, and checks the issuer.
  ///
  /// - Parameter statement: whether trust settings trust or deny the issuer, and which failures
  ///   they accept.
  /// - Returns: true if the issuer by itself passes all checks.
  mutating func enter(
    _ issuer: PathCertificate, above path: [PathCertificate], isSelfSigned: Bool, isAnchor: Bool,
    _ statement: TrustStatement
  ) -> Bool {
    let name = ObjectIdentifier(issuer)
    // An anchor is not recorded: each route to an anchor is a path of its own.
    if !isAnchor { reached[name, default: []].append(Self.height(above: path)) }
    if let answer = soundness[name] { return answer }
    let pair = Self.believed([leaf, issuer], [false, isSelfSigned], source)
    var findings = PathFindings(count: 2)
    PathChecks(path: pair, moment: moment).check(at: 1, &findings)
    for policy in policies {
      PolicyChecks(pair, policy).checkAuthority(at: 1, isAnchor: isAnchor, &findings)
    }
    findings.apply([TrustStatement(), statement])
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

  /// Returns a path of the given certificates, as if it ended in an anchor of the given source.
  ///
  /// A failure of the returned path is a failure with every anchor that the real path may have. The
  /// reason is that the guide gives the possible source with the fewest rules: trust settings if
  /// there are any, and otherwise the caller. Anchors of the system have all rules of the caller's
  /// anchors and further rules.
  private static func believed(
    _ certificates: [PathCertificate], _ selfSigned: [Bool], _ source: CertificatePath.Source
  ) -> CertificatePath {
    CertificatePath(certificates: certificates, end: .anchor(source), selfSigned: selfSigned)
  }
}
