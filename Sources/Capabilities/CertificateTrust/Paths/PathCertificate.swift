// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// A certificate in one evaluation of trust, with what is found out about it on the way, once.
final class PathCertificate {
  let certificate: Certificate

  private(set) lazy var subject = certificate.subject.map { FoldedName($0) }
  private(set) lazy var issuer = certificate.issuer.map { FoldedName($0) }
  private(set) lazy var subjectKeyIdentifier = certificate.subjectKeyIdentifier
  private(set) lazy var authority = certificate.value(of: .authorityKeyIdentifier)
    .flatMap { AuthorityKeyIdentifier($0) }
  /// As libcrypto reads it; nil where it does not.
  private(set) lazy var inLibrary = try? LibraryCertificate(certificate.bytesForLibrary)
  private(set) lazy var signatureCost = SignatureCost(certificate)
  private(set) lazy var names = NameAmount(certificate)

  init(_ certificate: Certificate) { self.certificate = certificate }

  /// Whether another certificate is about the same name and key.
  func isAuthority(of other: PathCertificate) -> Bool {
    certificate.subjectPublicKey == other.certificate.subjectPublicKey && subject == other.subject
  }

  /// Whether another certificate's key made the signature, and both places name one algorithm for
  /// it.
  ///
  /// The parameters that count are those that are signed: the ones outside may differ
  /// (Documentation/Decisions/certificate-encodings.md).
  func isSigned(by signer: PathCertificate) -> Bool {
    let algorithm = certificate.signatureAlgorithm
    guard algorithm.algorithm == certificate.outerSignatureAlgorithm.algorithm,
      certificate.hasWholeSignature, inLibrary != nil, let key = signer.inLibrary
    else { return false }
    return key.isSigner(
      of: Array(certificate.bytes[certificate.signedPart]), algorithm: algorithm.bytes,
      certificate.signature)
  }

  /// How well an issuer fits what the certificate says of its issuer's key.
  func fit(of candidate: PathCertificate) -> IssuerFit {
    guard let authority else { return .unknown }
    if let wanted = authority.key, let found = candidate.subjectKeyIdentifier {
      guard wanted == found else { return .mismatch }
    }
    if let wanted = authority.serialNumber, wanted != candidate.certificate.serialNumber {
      return .mismatch
    }
    if let wanted = authority.issuer, wanted != candidate.issuer { return .mismatch }
    return authority.key != nil && candidate.subjectKeyIdentifier != nil ? .match : .unknown
  }
}

/// How well a certificate fits what another says of its issuer's key.
enum IssuerFit {
  case match
  case unknown
  case mismatch

  /// The order in which issuers are tried.
  static let inOrder: [IssuerFit] = [.match, .unknown, .mismatch]
}
