// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// An upper bound of the time for checking one signature, in tenths of a millisecond.
///
/// A signature by an RSA key of 2048 bits with an exponent of at most 64 bits costs 1. Each KiB of
/// the signed bytes and of the signer's certificate, which are read too, also costs 1.
struct SignatureCost {
  let tenths: Int

  private init(tenths: Int) { self.tenths = tenths }

  /// Estimates the cost of checking one signature with the key of a certificate.
  ///
  /// The cost of reading and hashing the signed bytes is not included.
  init(_ certificate: Certificate) {
    let key = certificate.subjectPublicKey
    guard key.algorithm.algorithm == KeyStrength.rsaIdentifier,
      let strength = KeyStrength.rsaNumbers(key)
    else {
      // Curves without a name have fields of up to 661 bits and slow arithmetic.
      tenths = KeyStrength(key) == .unknown ? 100 : 10
      return
    }
    let width = (strength.modulusBits + 2047) / 2048
    tenths = max(1, (strength.exponentBits + 63) / 64 * width * width)
  }

  /// Returns the cost of checking a signature that the signer's key made over `count` bytes.
  ///
  /// The cost includes hashing those bytes and reading the signer's certificate.
  static func of(_ count: Int, by signer: PathCertificate) -> SignatureCost {
    let bytes = count + signer.certificate.bytes.count
    return SignatureCost(tenths: signer.signatureCost.tenths + bytes >> 10)
  }
}
