// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes

/// The OCSP responses that the caller supplied, in one evaluation of trust
/// (Specification/certificates.md, "The trust engine", step 7).
///
/// A response is used if it is valid at the evaluated moment and if its signer may sign responses
/// for the issuer of the certificate. The signer may be the issuer itself or a responder that the
/// issuer authorized. Other responses have no effect.
final class RevocationEvidence {
  /// The greatest number of responses that are read.
  ///
  /// The longest path has fewer certificates than this number.
  private static let mostResponses = 32
  /// The greatest number of statements about certificates (`StatusEntry`) that are read, over all
  /// responses.
  ///
  /// A response usually has one statement.
  private static let mostEntries = 1024

  private struct Word {
    let response: Int
    let entry: StatusEntry
  }

  /// The dictionary key of two caches: a response or a certificate, together with an issuer.
  ///
  /// One cache has the signer of each response for an issuer. The other cache has the status of
  /// each certificate for an issuer.
  private struct Pair<First: Hashable>: Hashable {
    let first: First
    let issuer: ObjectIdentifier
  }

  private let moment: Instant
  private let responses: [StatusResponse]
  private var words: [[UInt8]: [Word]] = [:]
  private var statuses: [Pair<ObjectIdentifier>: StatusEntry.Status] = [:]
  private var signers: [Pair<Int>: PathCertificate?] = [:]
  /// The validity periods of the statements (`StatusEntry`) and signers that were considered.
  ///
  /// An evaluation at another moment may differ if one of the periods contains only one of the two
  /// moments.
  private(set) var periods: Set<Period> = []

  /// Reads the given OCSP responses.
  ///
  /// Data that is not an OCSP response is skipped.
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

  /// Returns the revocation status of a certificate by the OCSP responses.
  ///
  /// One valid response that says `revoked` outweighs all other responses. The status is `unknown`
  /// if no valid response says anything else.
  ///
  /// - Parameter issuer: the next certificate of the path, whose key signed the certificate.
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
        // A certificate cannot sign a response about itself.
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

  /// Returns the certificate of the signer of a response, if this signer may sign for the issuer.
  ///
  /// The issuer itself may sign, and so may a responder that the issuer authorized. Returns nil for
  /// any other signer, and if the signature is wrong.
  ///
  /// - Parameter place: the index of the response.
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

  /// True if an issuer has authorized a responder to sign its OCSP responses (RFC 6960 4.2.2.2).
  ///
  /// Whether the responder's own certificate was revoked is not checked.
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
