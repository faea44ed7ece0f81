// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The key that a certificate is about, as it stands there: the algorithm need not be known.
package struct SubjectPublicKey: Hashable, Sendable {
  package let algorithm: AlgorithmIdentifier
  /// The content of the BIT STRING without its count of unused bits: PKCS#1 for RSA, the point for
  /// elliptic curves.
  package let bits: [UInt8]

  /// Reads a SubjectPublicKeyInfo (RFC 5280 4.1.2.7).
  package init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
    // Keys are whole bytes.
    bits = bytes.array(try walk.next(.bitString, bytes).wholeBits(bytes))
    try walk.finish()
  }

  /// SHA-1 of the bits: what joins a certificate to its private key (spec/certificates.md 2.10).
  package func hash() throws(CryptoError) -> [UInt8] { try Hash.sha1(bits.span) }
}

extension SubjectPublicKey {
  private static let null = DERWriter.element(.null, [UInt8]())
  private static let rsa = OID(1, 2, 840, 113_549, 1, 1, 1)
  private static let ed25519 = OID(1, 3, 101, 112)
  private static let ellipticCurve = OID(1, 2, 840, 10_045, 2, 1)

  /// The key, where it is one that keys of software can be (spec/certificates.md 2.8).
  ///
  /// The parameters of RSA are NULL, those of Ed25519 absent; the curve is the one that they name,
  /// and those that describe a curve name none.
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

  /// The curve that the parameters name; nil where they name none of ours.
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
  /// The name in certificates (RFC 5480 2.1.1.1).
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
