// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes

/// The responses that a caller was given, in one evaluation of trust (spec/certificates.md 6.10,
/// step 7).
///
/// A response counts if the issuer of the certificate signed it, or somebody whom that issuer
/// named for it, and if it is valid at the moment that is asked about. What does not count makes
/// nothing better or worse.
final class RevocationEvidence {
  /// Responses that are looked at; a path of the longest kind needs as many as it has certificates.
  private static let mostResponses = 32
  /// Words about certificates, in all responses; one in each is usual.
  private static let mostEntries = 1024

  private struct Word {
    let response: Int
    let entry: StatusEntry
  }

  /// A response, or a certificate, and the certificate of an issuer.
  private struct Pair<First: Hashable>: Hashable {
    let first: First
    let issuer: ObjectIdentifier
  }

  private let moment: Instant
  private let responses: [StatusResponse]
  private var words: [[UInt8]: [Word]] = [:]
  private var statuses: [Pair<ObjectIdentifier>: StatusEntry.Status] = [:]
  private var signers: [Pair<Int>: PathCertificate?] = [:]
  /// When words and signers that were looked at count: at other moments the answer may be another.
  private(set) var periods: Set<Period> = []

  /// What is no response is passed over.
  init(_ given: [[UInt8]], at moment: Instant) {
    self.moment = moment
    responses = given.prefix(Self.mostResponses).compactMap { try? StatusResponse($0.span) }
    let all = responses.enumerated().flatMap { place, response in
      response.entries.map { Word(response: place, entry: $0) }
    }
    for word in all.prefix(Self.mostEntries) {
      words[word.entry.identifier.serialNumber, default: []].append(word)
    }
  }

  /// What is known of a certificate; one that somebody says is revoked is, whoever else says what.
  ///
  /// - Parameter issuer: the next certificate of the path, whose key signed the first.
  func status(
    of certificate: PathCertificate, by issuer: PathCertificate, _ limit: inout WorkLimit
  ) -> StatusEntry.Status {
    let pair = Pair(first: ObjectIdentifier(certificate), issuer: ObjectIdentifier(issuer))
    if let known = statuses[pair] { return known }
    var status = StatusEntry.Status.unknown
    for word in words(about: certificate, by: issuer) where status != .revoked {
      periods.insert(word.entry.period)
      guard word.entry.status != .unknown, word.entry.period.contains(moment),
        let signer = signer(of: word.response, for: issuer, &limit),
        // Nobody vouches for himself.
        signer.certificate != certificate.certificate
      else { continue }
      status = word.entry.status
    }
    statuses[pair] = status
    return status
  }

  private func words(
    about certificate: PathCertificate, by issuer: PathCertificate
  ) -> [Word] {
    var hashes: [HashFunction: CertificateIdentifier.Issuer] = [:]
    return (words[certificate.certificate.serialNumber] ?? []).filter { word in
      let identifier = word.entry.identifier
      guard let hash = identifier.hash else { return false }
      let wanted =
        hashes[hash]
        ?? (try? CertificateIdentifier.issuer(
          of: certificate.certificate, issuer.certificate, hash))
      hashes[hash] = wanted
      return wanted == identifier.issuer
    }
  }

  /// Who signed a response, if he may speak for an issuer: that is the issuer himself, or somebody
  /// below him.
  private func signer(
    of place: Int, for issuer: PathCertificate, _ limit: inout WorkLimit
  ) -> PathCertificate? {
    let pair = Pair(first: place, issuer: ObjectIdentifier(issuer))
    if let known = signers[pair] { return known }
    let response = responses[place]
    var found: PathCertificate?
    if SignatureHash(response.algorithm) != .broken {
      let delegates = response.certificates.map { PathCertificate($0) }
      for candidate in [issuer] + delegates where response.responder.names(candidate) {
        guard candidate === issuer || isDelegate(candidate, of: issuer, &limit) else { continue }
        guard isSigned(response, by: candidate, &limit) else { continue }
        found = candidate
        break
      }
    }
    signers[pair] = .some(found)
    return found
  }

  /// Whether an issuer lets somebody speak for him (RFC 6960 4.2.2.2); whether that was revoked
  /// is not asked.
  private func isDelegate(
    _ candidate: PathCertificate, of issuer: PathCertificate, _ limit: inout WorkLimit
  ) -> Bool {
    let certificate = candidate.certificate
    guard candidate.issuer != nil, candidate.issuer == issuer.subject,
      certificate.extendedKeyUsage?.contains(.responderPurpose) == true,
      certificate.keyUsage?.isDisjoint(with: [.digitalSignature, .nonRepudiation]) != true,
      !certificate.hasMalformedExtension, !certificate.hasDuplicateExtension,
      !certificate.hasUnknownCriticalExtension,
      !KeyStrength(certificate.subjectPublicKey).isBroken,
      SignatureHash(certificate.signatureAlgorithm) != .broken,
      limit.takeSignature(SignatureCost.of(certificate.bytes.count, by: issuer)),
      candidate.isSigned(by: issuer)
    else { return false }
    let period = Period(first: certificate.notBefore, last: certificate.notAfter)
    periods.insert(period)
    return period.contains(moment)
  }

  private func isSigned(
    _ response: StatusResponse, by signer: PathCertificate, _ limit: inout WorkLimit
  ) -> Bool {
    guard limit.takeSignature(SignatureCost.of(response.count, by: signer)) else { return false }
    return signer.inLibrary?.isSigner(
      of: response.signedPart, algorithm: response.encodedAlgorithm, response.signature) == true
  }
}
