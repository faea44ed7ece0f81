// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// ECDSA signatures, which are two numbers below the order of the curve (FIPS 186-4 6;
/// Specification/seckey.md, "ECDSA").
enum ECDSASignature {
  static func sign(
    _ digest: [UInt8], _ layout: ECDSALayout, _ hash: HashFunction?,
    by key: some PrivateCurveKey
  ) throws(KeychainError) -> [UInt8] {
    try check(digest, hash)
    let signature = try key.signature(of: digest)
    switch layout {
    case .x962: return signature
    case .rfc4754:
      guard let halves = halves(of: signature.span, size: key.curve.fieldSize) else {
        throw KeychainError(.internalError, "libcrypto refused an operation")
      }
      return halves
    }
  }

  /// Verifies a signature of a digest.
  ///
  /// If the layout is RFC 4754, the length of the signature is checked before the length of the
  /// digest. A wrong length of the signature therefore throws -67808 (no match), even if the length
  /// of the digest is wrong as well.
  static func verify(
    _ signature: Span<UInt8>, of digest: [UInt8], _ layout: ECDSALayout, _ hash: HashFunction?,
    by key: ECKey
  ) throws(KeychainError) {
    let size = key.curve.fieldSize
    if layout == .rfc4754, signature.count != 2 * size { throw .noMatch }
    try check(digest, hash)
    guard let encoded = encoded(signature, layout, size: size) else { throw .noMatch }
    let isMatch = try KeychainError.translating { () throws(CryptoError) in
      try key.verify(encoded.span, of: digest.span)
    }
    guard isMatch else { throw .noMatch }
  }

  /// Returns the signature in DER for libcrypto, or nil if the signature is not strict DER.
  ///
  /// The signature is always encoded anew, because versions of libcrypto differ in the variants of
  /// DER that they accept.
  private static func encoded(
    _ signature: Span<UInt8>, _ layout: ECDSALayout, size: Int
  ) -> [UInt8]? {
    let halves =
      switch layout {
      case .x962: halves(of: signature, size: size)
      case .rfc4754: signature.array
      }
    return halves.map { halves in
      DERWriter.sequence([
        DERWriter.integer(Array(halves[..<size])), DERWriter.integer(Array(halves[size...])),
      ])
    }
  }

  /// Returns the two numbers of a DER signature one after the other, each with `size` bytes.
  ///
  /// Returns nil if the signature is not strict DER of two numbers that fit this size.
  private static func halves(of signature: Span<UInt8>, size: Int) -> [UInt8]? {
    do throws(DERFailure) {
      var walk = DERWalk(signature)
      let sequence = try walk.next(.sequence, signature)
      try walk.finish()
      var halves: [UInt8] = []
      var inner = DERWalk(sequence)
      for _ in 0..<2 {
        let digits = try inner.next(.integer, signature).unsignedInteger(signature)
        guard let half = RSABlock.padded(signature.extracting(digits).array, to: size) else {
          return nil
        }
        halves += half
      }
      try inner.finish()
      return halves
    } catch { return nil }
  }

  private static func check(
    _ digest: [UInt8], _ hash: HashFunction?
  ) throws(KeychainError) {
    guard hash.map({ $0.size == digest.count }) ?? true else {
      throw .parameter("the length of the digest does not match the hash")
    }
  }
}
