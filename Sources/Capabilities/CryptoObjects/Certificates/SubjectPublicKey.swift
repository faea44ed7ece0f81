// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The public key in a certificate, in its encoding.
///
/// The algorithm of the key may be unknown to Latchkey.
package struct SubjectPublicKey: Hashable, Sendable {
  package let algorithm: AlgorithmIdentifier
  /// The encoded key: the content of the BIT STRING without its count of unused bits.
  ///
  /// This is PKCS#1 for RSA, and the public point for elliptic curves.
  package let bits: [UInt8]

  /// Reads a public key from a SubjectPublicKeyInfo (RFC 5280 4.1.2.7).
  package init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
    // A key has no unused bits.
    bits = bytes.array(try walk.next(.bitString, bytes).wholeBits(bytes))
    try walk.finish()
  }

  /// Returns the SHA-1 hash of the encoded key, which links a certificate to its private key
  /// (Specification/certificates.md, "Attributes derived from a certificate").
  package func hash() throws(CryptoError) -> [UInt8] { try Hash.sha1(bits.span) }
}

extension SubjectPublicKey {
  private static let null = DERWriter.element(.null, [UInt8]())
  private static let rsa = OID(1, 2, 840, 113_549, 1, 1, 1)
  private static let ed25519 = OID(1, 3, 101, 112)
  private static let ellipticCurve = OID(1, 2, 840, 10_045, 2, 1)

  /// The public key as a `SoftwareKey` (Specification/certificates.md, "CopyKey of a certificate").
  ///
  /// Nil if its algorithm or encoding is not supported. The parameters must be NULL for RSA and
  /// absent for Ed25519. For elliptic curves they must name a curve. Parameters that describe a
  /// curve are refused.
  package var key: SoftwareKey? {
    let family: KeyFamily
    switch algorithm.algorithm {
    case Self.rsa:
      guard algorithm.parameters == Self.null else { return nil }
      family = .rsa
    case Self.ellipticCurve:
      guard let curve = namedCurve, bits.count == curve.pointSize else { return nil }
      family = .ec
    case Self.ed25519:
      guard algorithm.parameters == nil else { return nil }
      family = .ed25519
    default: return nil
    }
    return try? SoftwareKey(externalForm: SecretBytes(copying: bits), family, .publicHalf)
  }

  /// The curve that the parameters name, or nil if they do not name a supported curve.
  package var namedCurve: Curve? {
    guard let parameters = algorithm.parameters else { return nil }
    let bytes = parameters.span
    var walk = DERWalk(bytes)
    guard let name = try? walk.next(.objectIdentifier, bytes).objectIdentifier(bytes) else {
      return nil
    }
    return Curve.allCases.first { $0.identifier == name }
  }
}

extension Curve {
  /// The object identifier of the curve, as certificates name it (RFC 5480 2.1.1.1).
  package var identifier: OID {
    switch self {
    case .p192: OID(1, 2, 840, 10_045, 3, 1, 1)
    case .p224: OID(1, 3, 132, 0, 33)
    case .p256: OID(1, 2, 840, 10_045, 3, 1, 7)
    case .p384: OID(1, 3, 132, 0, 34)
    case .p521: OID(1, 3, 132, 0, 35)
    }
  }
}
