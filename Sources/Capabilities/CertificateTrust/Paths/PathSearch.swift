// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// Finds the paths from a certificate, one by one, depth first (Specification/certificates.md, "The
/// trust engine", step 0).
///
/// An issuer of a certificate has the subject that the certificate names, and its key made the
/// certificate's signature. Possible issuers are tried in an order with three rules. A later rule
/// decides only between issuers that the earlier rules leave equal:
/// - Certificates with the required key identifier come first. Certificates without a key
///   identifier come next, and certificates with another key identifier last.
/// - Certificates with fewer steps to an anchor come first, beginning with anchors.
/// - Certificates that become valid later come first, because the better path is then found first
///   (`PathRank`).
///
/// A path never has two certificates of one authority (RFC 4158 2.4.2), because authorities that
/// sign one another would make too many paths. A first search is guided to paths that can be free
/// of failures (`PathGuide`). A second search follows every path.
struct PathSearch {
  private let sources: TrustSources
  private let policies: [TrustPolicy]
  private let distances: AnchorDistances
  private var known: [Certificate: PathCertificate] = [:]
  private var issuers: [ObjectIdentifier: [PathCertificate]] = [:]
  private var signatures: [Pair: Bool] = [:]
  /// The effect of trust settings on each authority that the search has looked at.
  private var statements: [ObjectIdentifier: TrustStatement] = [:]
  private var guide: PathGuide?
  var limit = WorkLimit()

  /// A certificate and a public key that may have signed it.
  ///
  /// Several issuer certificates may share the key.
  private struct Pair: Hashable {
    let signed: ObjectIdentifier
    let signer: SubjectPublicKey
  }

  /// Prepares to search for paths.
  ///
  /// - Parameters:
  ///   - sources: the certificates that may be issuers or anchors, and the trust settings.
  ///   - policies: the policies, on which the trust settings of a certificate depend.
  init(_ sources: TrustSources, _ policies: [TrustPolicy]) {
    self.sources = sources
    self.policies = policies
    distances = AnchorDistances(sources)
  }

  /// Calls `visit` with each path that the search finds.
  ///
  /// - Parameters:
  ///   - leaf: the certificate with which each path begins.
  ///   - guide: limits the search to paths that end in an anchor and may be free of failures; nil
  ///     for all paths.
  ///   - visit: receives each path and returns false to end the search.
  mutating func run(
    from leaf: Certificate, guidedBy guide: PathGuide?,
    _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) {
    self.guide = guide
    _ = extend([noted(leaf)], visit)
  }

  /// Returns the path that has only the given certificate.
  ///
  /// The certificate's issuer is not looked for.
  mutating func path(ofOne leaf: Certificate) -> CertificatePath {
    let leaf = noted(leaf)
    return CertificatePath(
      certificates: [leaf], end: .missingIssuer, selfSigned: [isSelfSigned(leaf)],
      statements: statements(on: [leaf]))
  }

  private mutating func extend(
    _ path: [PathCertificate], _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) -> Bool {
    guard let last = path.last else { return false }
    if let source = source(of: last, isLeaf: path.count == 1) {
      return end(path, .anchor(source), visit)
    }
    if isSelfSigned(last) { return isGuided ? true : end(path, .selfSigned, visit) }
    guard path.count < WorkLimit.depth else { return end(path, .missingIssuer, visit) }
    var isEnd = true
    for issuer in issuers(of: last) where !Self.holds(issuer, path) {
      guard isPromising(issuer, above: path), isSigned(last, by: issuer) else { continue }
      isEnd = false
      guard enter(issuer, above: path) else { continue }
      guard extend(path + [issuer], visit) else { return false }
    }
    return isEnd && !isGuided ? end(path, .missingIssuer, visit) : true
  }

  private var isGuided: Bool { guide != nil }

  private mutating func isPromising(
    _ issuer: PathCertificate, above path: [PathCertificate]
  ) -> Bool {
    guard let guide else { return true }
    return guide.admits(issuer, above: path) && limit.takeStep()
  }

  private mutating func enter(_ issuer: PathCertificate, above path: [PathCertificate]) -> Bool {
    guard isGuided else { return true }
    let isSelfSigned = isSelfSigned(issuer)
    let isAnchor = source(of: issuer, isLeaf: false) != nil
    let statement = statement(about: issuer, isLeaf: false)
    return guide?.enter(
      issuer, above: path, isSelfSigned: isSelfSigned, isAnchor: isAnchor, statement) ?? true
  }

  /// Returns the party that trusts a certificate, or nil if the certificate is not trusted.
  ///
  /// - Parameter isLeaf: true for the evaluated certificate, false for an authority above it. Some
  ///   trust settings apply to only one of the two.
  private mutating func source(
    of certificate: PathCertificate, isLeaf: Bool
  ) -> CertificatePath.Source? {
    let isTrusted = statement(about: certificate, isLeaf: isLeaf).isTrusted
    return isTrusted ? .settings : sources.source(of: certificate)
  }

  /// Returns, for each certificate of a path, whether trust settings trust or deny it.
  ///
  /// Empty if there are no trust settings.
  private mutating func statements(on path: [PathCertificate]) -> [TrustStatement] {
    guard !sources.settings.isEmpty else { return [] }
    return path.enumerated().map { statement(about: $1, isLeaf: $0 == 0) }
  }

  private mutating func statement(
    about certificate: PathCertificate, isLeaf: Bool
  ) -> TrustStatement {
    let settings = sources.settings
    guard !settings.isEmpty, let hash = certificate.hash,
      settings.mentions(hash) || settings.hasDefault
    else { return TrustStatement() }
    if !isLeaf, let known = statements[ObjectIdentifier(certificate)] { return known }
    var statement = settings.statement(
      about: certificate.certificate, hash, isLeaf: isLeaf, isSelfSigned: isSelfSigned(certificate),
      for: policies)
    if sources.settingsOnlyDeny { statement = TrustStatement(isDenied: statement.isDenied) }
    if !isLeaf { statements[ObjectIdentifier(certificate)] = statement }
    return statement
  }

  /// True if the path contains the issuer, or if it contains, above the leaf, another certificate
  /// of the issuer's authority.
  ///
  /// Two certificates belong to one authority if they have equal names and keys.
  private static func holds(_ issuer: PathCertificate, _ path: [PathCertificate]) -> Bool {
    path.contains { $0 === issuer } || path.dropFirst().contains { $0.isAuthority(of: issuer) }
  }

  private mutating func end(
    _ path: [PathCertificate], _ end: CertificatePath.End,
    _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) -> Bool {
    guard limit.takePath() else { return false }
    let selfSigned = path.map { isSelfSigned($0) }
    let statements = statements(on: path)
    return visit(
      CertificatePath(
        certificates: path, end: end, selfSigned: selfSigned, statements: statements), &limit)
  }

  /// Returns the possible issuers of a certificate, in the order in which they are tried.
  ///
  /// A certificate is a possible issuer if its subject is the issuer's name in `certificate`.
  private mutating func issuers(of certificate: PathCertificate) -> [PathCertificate] {
    let place = ObjectIdentifier(certificate)
    if let found = issuers[place] { return found }
    let found = candidates(for: certificate)
    issuers[place] = found
    return found
  }

  private mutating func candidates(for certificate: PathCertificate) -> [PathCertificate] {
    guard let name = certificate.issuer else { return [] }
    var seen: Set<Certificate> = []
    let candidates = sources.inOrder
      .flatMap { fittest($0.certificates(of: name), for: certificate) }
      .filter { seen.insert($0.certificate).inserted }
    return IssuerFit.inOrder.flatMap { fit in
      let equal = candidates.filter { certificate.fit(of: $0) == fit }
      // Sorting is expensive, so it is skipped if there is no choice. Equal issuers keep their
      // order.
      return equal.count < 2 ? equal : nearestFirst(equal)
    }
  }

  private mutating func nearestFirst(_ issuers: [PathCertificate]) -> [PathCertificate] {
    let ranked = issuers.map { (issuer: $0, distance: distance(of: $0)) }
    return ranked.sorted { left, right in
      (left.distance, left.issuer.beginsTurnedRound)
        < (right.distance, right.issuer.beginsTurnedRound)
    }
    .map { $0.issuer }
  }

  /// Chooses which possible issuers of one source (`TrustSources`) are tried.
  ///
  /// Returns at most `WorkLimit.candidates` certificates. If there are more, the certificates that
  /// fit best (`IssuerFit`) are chosen. If the limit of comparisons is reached, the first
  /// certificates of `all` are chosen instead.
  ///
  /// - Parameter all: the source's certificates whose subject is the name of the issuer, in the
  ///   order of the source.
  private mutating func fittest(
    _ all: [Certificate], for certificate: PathCertificate
  ) -> [PathCertificate] {
    guard all.count > WorkLimit.candidates, limit.takeFits(all.count) else {
      return all.prefix(WorkLimit.candidates).map { noted($0) }
    }
    let byFit = Dictionary(grouping: all.map { noted($0) }) { certificate.fit(of: $0) }
    return Array(IssuerFit.inOrder.flatMap { byFit[$0] ?? [] }.prefix(WorkLimit.candidates))
  }

  private mutating func distance(of issuer: PathCertificate) -> Int {
    source(of: issuer, isLeaf: false) == nil ? distances.below(issuer.issuer) : 0
  }

  private mutating func isSelfSigned(_ certificate: PathCertificate) -> Bool {
    guard let name = certificate.subject, name == certificate.issuer else { return false }
    return isSigned(certificate, by: certificate)
  }

  /// True if the key of a possible issuer made the signature of a certificate.
  ///
  /// False if the signature is wrong, if libcrypto rejects a certificate, or if the limit on
  /// signature checks is reached.
  private mutating func isSigned(
    _ certificate: PathCertificate, by issuer: PathCertificate
  ) -> Bool {
    let pair = Pair(
      signed: ObjectIdentifier(certificate), signer: issuer.certificate.subjectPublicKey)
    if let answer = signatures[pair] { return answer }
    let cost = SignatureCost.of(certificate.certificate.bytes.count, by: issuer)
    guard limit.takeSignature(cost), certificate.inLibrary != nil, issuer.inLibrary != nil else {
      return false
    }
    let answer = certificate.isSigned(by: issuer)
    signatures[pair] = answer
    return answer
  }

  /// Returns the `PathCertificate` of a certificate.
  ///
  /// The `PathCertificate` is created at the first call for the certificate, and kept until the
  /// search ends.
  private mutating func noted(_ certificate: Certificate) -> PathCertificate {
    if let found = known[certificate] { return found }
    let new = PathCertificate(certificate)
    known[certificate] = new
    return new
  }
}
