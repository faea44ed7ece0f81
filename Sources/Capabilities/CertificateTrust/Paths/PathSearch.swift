// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// Finds the paths from a certificate, one after the other, deep before wide
/// (spec/certificates.md 6.10, step 0).
///
/// An issuer is a certificate with the right name whose key made the signature. Those whose key has
/// the identifier that the certificate names come first; among them those that are fewest steps
/// from a believed one, believed ones before others; then those that begin later, as the better
/// path is then found first (`PathRank`). No authority stands twice in a path (RFC 4158 2.4.2):
/// those that sign each other would make more paths than there is time for.
/// A first search is guided to paths that can be clean (`PathGuide`); a second goes all ways.
struct PathSearch {
  private let sources: TrustSources
  private let distances: AnchorDistances
  private var known: [Certificate: PathCertificate] = [:]
  private var issuers: [ObjectIdentifier: [PathCertificate]] = [:]
  private var signatures: [Pair: Bool] = [:]
  private var guide: PathGuide?
  var limit = WorkLimit()

  /// A certificate and a key that may have signed it, of however many certificates.
  private struct Pair: Hashable {
    let signed: ObjectIdentifier
    let signer: SubjectPublicKey
  }

  init(_ sources: TrustSources) {
    self.sources = sources
    distances = AnchorDistances(sources)
  }

  /// Goes through the paths.
  ///
  /// - Parameters:
  ///   - guide: keeps to those that lead to an anchor and can be clean; nil for all.
  ///   - visit: is given each path, and says whether to go on.
  mutating func run(
    from leaf: Certificate, guidedBy guide: PathGuide?,
    _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) {
    self.guide = guide
    _ = extend([noted(leaf)], visit)
  }

  /// The path that is one certificate; nobody looks for its issuer.
  mutating func path(ofOne leaf: Certificate) -> CertificatePath {
    let leaf = noted(leaf)
    return CertificatePath(
      certificates: [leaf], end: .missingIssuer, selfSigned: [isSelfSigned(leaf)])
  }

  private mutating func extend(
    _ path: [PathCertificate], _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) -> Bool {
    guard let last = path.last else { return false }
    if let source = sources.source(of: last) { return end(path, .anchor(source), visit) }
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
    return guide?.enter(
      issuer, above: path, isSelfSigned: isSelfSigned,
      isAnchor: sources.source(of: issuer) != nil) ?? true
  }

  /// Whether a path has a certificate, or an issuer with its name and key, already.
  private static func holds(_ issuer: PathCertificate, _ path: [PathCertificate]) -> Bool {
    path.contains { $0 === issuer } || path.dropFirst().contains { $0.isAuthority(of: issuer) }
  }

  private mutating func end(
    _ path: [PathCertificate], _ end: CertificatePath.End,
    _ visit: (CertificatePath, inout WorkLimit) -> Bool
  ) -> Bool {
    guard limit.takePath() else { return false }
    let selfSigned = path.map { isSelfSigned($0) }
    return visit(
      CertificatePath(certificates: path, end: end, selfSigned: selfSigned), &limit)
  }

  /// The certificates with the issuer's name, in the order in which they are tried.
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
      // Dear only where there is a choice; the sort of the library keeps the order of equals.
      return equal.count < 2 ? equal : nearestFirst(equal)
    }
  }

  private func nearestFirst(_ issuers: [PathCertificate]) -> [PathCertificate] {
    let ranked = issuers.map { (issuer: $0, distance: distance(of: $0)) }
    return ranked.sorted { left, right in
      (left.distance, left.issuer.beginsTurnedRound)
        < (right.distance, right.issuer.beginsTurnedRound)
    }
    .map { $0.issuer }
  }

  /// As many of some certificates as are tried, those that fit best if they are more.
  private mutating func fittest(
    _ all: [Certificate], for certificate: PathCertificate
  ) -> [PathCertificate] {
    guard all.count > WorkLimit.candidates, limit.takeFits(all.count) else {
      return all.prefix(WorkLimit.candidates).map { noted($0) }
    }
    let byFit = Dictionary(grouping: all.map { noted($0) }) { certificate.fit(of: $0) }
    return Array(IssuerFit.inOrder.flatMap { byFit[$0] ?? [] }.prefix(WorkLimit.candidates))
  }

  private func distance(of issuer: PathCertificate) -> Int {
    sources.source(of: issuer) == nil ? distances.below(issuer.issuer) : 0
  }

  private mutating func isSelfSigned(_ certificate: PathCertificate) -> Bool {
    guard let name = certificate.subject, name == certificate.issuer else { return false }
    return isSigned(certificate, by: certificate)
  }

  /// Whether a key made a signature; no as well where no more signatures are looked at.
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

  /// The one object of a certificate; it lives as long as the search.
  private mutating func noted(_ certificate: Certificate) -> PathCertificate {
    if let found = known[certificate] { return found }
    let new = PathCertificate(certificate)
    known[certificate] = new
    return new
  }
}
