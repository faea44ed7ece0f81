// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// A certificate in one evaluation of trust, with facts that are computed at most once.
final class PathCertificate {
  let certificate: Certificate

  private(set) lazy var subject = certificate.subject.map { FoldedName($0) }
  private(set) lazy var issuer = certificate.issuer.map { FoldedName($0) }
  /// The SHA-1 hash, by which trust settings name a certificate; nil if libcrypto is not available.
  private(set) lazy var hash = try? certificate.sha1()
  private(set) lazy var subjectKeyIdentifier = certificate.subjectKeyIdentifier
  private(set) lazy var authority = certificate.value(of: .authorityKeyIdentifier)
    .flatMap { AuthorityKeyIdentifier($0) }
  /// The certificate as libcrypto reads it, or nil if libcrypto rejects it.
  private(set) lazy var inLibrary = try? LibraryCertificate(certificate.bytesForLibrary)
  private(set) lazy var signatureCost = SignatureCost(certificate)
  private(set) lazy var names = NameAmount(certificate)

  init(_ certificate: Certificate) { self.certificate = certificate }

  /// True if the two certificates have equal subjects and equal public keys.
  ///
  /// The two certificates then belong to one authority.
  func isAuthority(of other: PathCertificate) -> Bool {
    certificate.subjectPublicKey == other.certificate.subjectPublicKey && subject == other.subject
  }

  /// True if the signer's key made the signature of this certificate.
  ///
  /// A certificate names its signature algorithm twice, inside and outside of its signed bytes.
  /// Both algorithms must be equal, but their parameters may differ. The parameters inside of the
  /// signed bytes are used (Documentation/Decisions/certificate-encodings.md).
  func isSigned(by signer: PathCertificate) -> Bool {
    let algorithm = certificate.signatureAlgorithm
    guard algorithm.algorithm == certificate.outerSignatureAlgorithm.algorithm,
      certificate.hasWholeSignature, inLibrary != nil, let key = signer.inLibrary
    else { return false }
    return key.isSigner(
      of: Array(certificate.bytes[certificate.signedPart]), algorithm: algorithm.bytes,
      certificate.signature)
  }

  /// Returns how well a possible issuer fits the statements of this certificate about its issuer.
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

/// How well a possible issuer fits the statements of a certificate about its issuer: key
/// identifier, serial number and issuer name.
///
/// The fit is `mismatch` if one of these differs. Otherwise it is `match` if both certificates
/// identify the key, or else `unknown`.
enum IssuerFit {
  case match
  case unknown
  case mismatch

  /// All cases, in the order in which possible issuers are tried.
  static let inOrder: [IssuerFit] = [.match, .unknown, .mismatch]
}
