// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// What checking one signature with a certificate's key costs, in tenths of a millisecond, from
/// above: one for a key of 2048 bits with an exponent of 64, and one for reading 1 KiB.
struct SignatureCost {
  let tenths: Int

  private init(tenths: Int) { self.tenths = tenths }

  /// The part of the key.
  init(_ certificate: Certificate) {
    let key = certificate.subjectPublicKey
    guard key.algorithm.algorithm == KeyStrength.rsaIdentifier,
      let strength = KeyStrength.rsaNumbers(key)
    else {
      // Curves that are not named have fields of up to 661 bits and slow arithmetic.
      tenths = KeyStrength(key) == .unknown ? 100 : 10
      return
    }
    let width = (strength.modulusBits + 2047) / 2048
    tenths = max(1, (strength.exponentBits + 63) / 64 * width * width)
  }

  /// The same with what hashing and reading so many signed bytes costs, and the signer's
  /// certificate.
  static func of(_ count: Int, by signer: PathCertificate) -> SignatureCost {
    let bytes = count + signer.certificate.bytes.count
    return SignatureCost(tenths: signer.signatureCost.tenths + bytes >> 10)
  }
}
