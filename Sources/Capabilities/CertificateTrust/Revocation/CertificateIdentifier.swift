// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// Identifies the certificate that an OCSP response is about (RFC 6960 4.1.1, CertID).
///
/// The identifier has the serial number, and the hashes of the issuer's name and key.
struct CertificateIdentifier {
  /// The hashes of the name and of the key of a certificate's issuer.
  struct Issuer: Hashable {
    let nameHash: [UInt8]
    let keyHash: [UInt8]
  }

  /// The hash function of the identifier, or nil if Latchkey does not know the hash function.
  ///
  /// If it is nil, the identifier matches no certificate.
  let hash: HashFunction?
  let issuer: Issuer
  let serialNumber: [UInt8]

  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    hash = Self.hashes[try AlgorithmIdentifier(walk.next(bytes), bytes).algorithm]
    let name = bytes.array(try walk.next(.octetString, bytes).content)
    issuer = Issuer(
      nameHash: name, keyHash: bytes.array(try walk.next(.octetString, bytes).content))
    serialNumber = bytes.array(try walk.next(.integer, bytes).content)
    try walk.finish()
  }

  /// Computes the hashes by which OCSP responses name the issuer of a certificate.
  ///
  /// - Parameters:
  ///   - certificate: the certificate whose field for the issuer's name is hashed.
  ///   - issuer: the certificate of the issuer, whose public key is hashed.
  /// - Throws: if libcrypto is not available.
  static func issuer(
    of certificate: Certificate, _ issuer: Certificate, _ hash: HashFunction
  ) throws(CryptoError) -> Issuer {
    try Issuer(
      nameHash: hash.hash(certificate.encodedIssuer.span),
      keyHash: hash.hash(issuer.subjectPublicKey.bits.span))
  }

  private static let hashes: [OID: HashFunction] = [
    OID(1, 3, 14, 3, 2, 26): .sha1,
    OID(2, 16, 840, 1, 101, 3, 4, 2, 1): .sha256,
    OID(2, 16, 840, 1, 101, 3, 4, 2, 2): .sha384,
    OID(2, 16, 840, 1, 101, 3, 4, 2, 3): .sha512,
  ]
}
