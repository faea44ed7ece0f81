// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

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
