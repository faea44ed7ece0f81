// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainCrypto
package import KeychainTypes

/// A question about trust: whether a certificate satisfies some policies at a given moment.
package struct TrustRequest: Sendable {
  private let leaf: Certificate
  private let policies: [TrustPolicy]
  private let sources: TrustSources
  private let responses: [[UInt8]]
  private let moment: Instant

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - leaf: the certificate to evaluate.
  ///   - policies: the policies, all of which the certificate must satisfy.
  ///   - sources: the trusted certificates and further possible issuers.
  ///   - responses: OCSP responses. They are used only if a policy is about revocation.
  ///   - moment: the moment at which the certificate must be valid.
  package init(
    _ leaf: Certificate, _ policies: [TrustPolicy], _ sources: TrustSources,
    responses: [[UInt8]] = [], at moment: Instant
  ) {
    self.leaf = leaf
    self.policies = policies
    self.sources = sources
    self.responses = policies.contains { $0.revocation != nil } ? responses : []
    self.moment = moment
  }

  /// Evaluates the certificate on the best certificate path that can be built for it.
  ///
  /// The best path is the path to an anchor whose failures matter least (`PathRank`). If no path
  /// leads to an anchor, the longest path is evaluated.
  ///
  /// - Throws: if libcrypto is not available.
  package func evaluate() throws(CryptoError) -> TrustEvaluation {
    var search = PathSearch(sources, policies)
    let evidence = RevocationEvidence(responses, at: moment)
    var best: (path: CertificatePath, findings: PathFindings, rank: PathRank)?
    var longest: CertificatePath?
    var obstacle: CryptoError?
    func visit(_ path: CertificatePath, _ limit: inout WorkLimit) -> Bool {
      guard path.source != nil else {
        if path.certificates.count > longest?.certificates.count ?? 0 { longest = path }
        return true
      }
      do throws(CryptoError) {
        let findings = try self.findings(on: path, evidence, &limit)
        let rank = PathRank(path, findings, at: moment)
        if best.map({ rank < $0.rank }) ?? true { best = (path, findings, rank) }
        return true
      } catch {
        obstacle = error
        return false
      }
    }
    let guide = PathGuide(
      search.path(ofOne: leaf), policies, at: moment, hasSettings: !sources.settings.isEmpty)
    if let guide { search.run(from: leaf, guidedBy: guide, visit) }
    if best?.findings.isClean != true, obstacle == nil {
      search.run(from: leaf, guidedBy: nil, visit)
    }
    if let obstacle { throw obstacle }
    if best == nil, let longest {
      let findings = try findings(on: longest, evidence, &search.limit)
      best = (longest, findings, PathRank(longest, findings, at: moment))
    }
    guard let best else { throw .failed }
    return TrustEvaluation(best.path, best.findings, evidence.periods, at: moment)
  }

  /// Evaluates the certificate by itself, without building a path.
  ///
  /// Issuers are not looked for, so a missing issuer is no failure. Rules about certificate
  /// authorities are not checked.
  package func evaluateAlone() -> TrustEvaluation {
    var search = PathSearch(sources, policies)
    let path = search.path(ofOne: leaf)
    var findings = PathFindings(count: 1)
    PathChecks(path: path, moment: moment).runOnCertificates(&findings)
    for policy in policies { PolicyChecks(path, policy).run(&findings) }
    findings.apply(path.statements)
    return TrustEvaluation(path, findings, [], at: moment)
  }

  private func findings(
    on path: CertificatePath, _ evidence: RevocationEvidence, _ limit: inout WorkLimit
  ) throws(CryptoError) -> PathFindings {
    var findings = PathFindings(count: path.certificates.count)
    PathChecks(path: path, moment: moment).run(&findings)
    try LibraryChecks(path).run(&findings, &limit)
    for policy in policies { PolicyChecks(path, policy).run(&findings) }
    RevocationChecks(path, policies, evidence)?.run(&findings, &limit)
    findings.apply(path.statements)
    return findings
  }
}
