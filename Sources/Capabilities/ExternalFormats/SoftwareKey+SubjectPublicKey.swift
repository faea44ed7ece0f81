// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Reads and writes public keys as SubjectPublicKeyInfo (RFC 5280 4.1.2.7, RFC 3279 2.3, RFC 5480
/// 2, RFC 8410 4).
extension SoftwareKey {
  /// Creates a key from the public key of a certificate.
  ///
  /// - Throws: `unsupported` for a key that is neither RSA nor on a supported curve.
  package init(_ key: SubjectPublicKey) throws(FormatFailure) {
    let kind = try KeyKind(key.algorithm)
    let bits = SecretBytes(copying: key.bits)
    self = try FormatFailure.making { () throws(KeychainError) in
      let key = try SoftwareKey(externalForm: bits, kind.family, .publicHalf)
      guard kind.fits(key) else { throw .keyForm }
      return key
    }
  }

  /// Reads a public key from a SubjectPublicKeyInfo.
  ///
  /// The bytes must be exactly one SubjectPublicKeyInfo, with nothing after it.
  package init(subjectPublicKeyInfo bytes: Span<UInt8>) throws(FormatFailure) {
    let key = try FormatFailure.reading { () throws(DERFailure) in
      var walk = DERWalk(bytes)
      let element = try walk.next(bytes)
      try walk.finish()
      guard element.tag == .sequence else { throw .tag }
      var inner = DERWalk(element)
      _ = try inner.next(.sequence, bytes)
      _ = try inner.next(.bitString, bytes).wholeBits(bytes)
      return try SubjectPublicKey(element, bytes)
    }
    try self.init(key)
  }

  /// The public key as a SubjectPublicKeyInfo; for a private key, the public key of its pair.
  package var subjectPublicKeyInfo: [UInt8] {
    DERWriter.sequence([kind.identifier, DERWriter.bitString(publicForm)])
  }
}

extension Curve {
  /// The object identifier of the curve, as an element in DER.
  var name: [UInt8] { FormatOID.curves[self]?.element ?? [] }
}

extension SoftwareKey {
  var kind: KeyKind {
    switch self {
    case .rsa: .rsa
    case .ec(let key): .ec(key.curve)
    case .curve25519(let key): .curve25519(key.use)
    }
  }
}
