// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// An RSA key, or its public half (RFC 8017).
package final class RSAKey: Sendable {
  /// Sizes of a modulus in bits (spec/seckey.md 3.1).
  package static let sizes = 512...8192

  /// Names that libcrypto's header makes of two pieces.
  private enum Name {
    static let prime1 = "rsa-factor1"
    static let prime2 = "rsa-factor2"
    static let exponent1 = "rsa-exponent1"
    static let exponent2 = "rsa-exponent2"
    static let coefficient = "rsa-coefficient1"
  }

  let handle: KeyHandle
  package let isPrivate: Bool
  /// Big-endian, without zeros in front.
  package let modulus: [UInt8]
  /// The same.
  package let publicExponent: [UInt8]
  /// The exact length of the modulus in bits.
  package let bits: Int

  /// The length of the modulus in bytes, which is that of a signature or ciphertext: k.
  package var blockSize: Int { modulus.count }

  /// A key of given numbers.
  ///
  /// - Throws: `wrongParameter` where they do not fit each other, or the modulus is even or of a
  ///   size that is not allowed.
  package init(_ parts: RSAParts) throws(CryptoError) {
    guard Self.sizes.contains(parts.bits), parts.publicExponent.count <= parts.modulus.count,
      try parts.areConsistent()
    else { throw .wrongParameter }
    var list = KeyParts()
    list.number(OSSL_PKEY_PARAM_RSA_N, SecretBytes(copying: parts.modulus))
    list.number(OSSL_PKEY_PARAM_RSA_E, SecretBytes(copying: parts.publicExponent))
    if let secret = parts.secret {
      list.number(OSSL_PKEY_PARAM_RSA_D, secret.exponent)
      list.number(Name.prime1, secret.prime1)
      list.number(Name.prime2, secret.prime2)
      list.number(Name.exponent1, secret.exponent1)
      list.number(Name.exponent2, secret.exponent2)
      list.number(Name.coefficient, secret.coefficient)
    }
    isPrivate = parts.secret != nil
    handle = try KeyHandle("RSA", isPrivate: isPrivate, list)
    (modulus, publicExponent, bits) = (parts.modulus, parts.publicExponent, parts.bits)
  }

  /// A new key with the exponent 65537.
  ///
  /// Takes from milliseconds (1024 bits) to a minute (8192).
  ///
  /// - Throws: `wrongParameter` for a size that is not allowed.
  package init(generatingBits bits: Int) throws(CryptoError) {
    guard Self.sizes.contains(bits) else { throw .wrongParameter }
    handle = unsafe try KeyHandle(generating: "RSA") { context in
      unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1
    }
    isPrivate = true
    modulus = try handle.number(OSSL_PKEY_PARAM_RSA_N).published
    publicExponent = try handle.number(OSSL_PKEY_PARAM_RSA_E).published
    self.bits = RSAParts(modulus: modulus, publicExponent: publicExponent).bits
  }

  /// The public half of a key.
  package func publicHalf() throws(CryptoError) -> RSAKey {
    try RSAKey(RSAParts(modulus: modulus, publicExponent: publicExponent))
  }

  /// The numbers of the key.
  package func parts() throws(CryptoError) -> RSAParts {
    var secret: RSAParts.Secret?
    if isPrivate {
      secret = RSAParts.Secret(
        exponent: try handle.number(OSSL_PKEY_PARAM_RSA_D),
        prime1: try handle.number(Name.prime1),
        prime2: try handle.number(Name.prime2),
        exponent1: try handle.number(Name.exponent1),
        exponent2: try handle.number(Name.exponent2),
        coefficient: try handle.number(Name.coefficient))
    }
    return RSAParts(modulus: modulus, publicExponent: publicExponent, secret: secret)
  }
}
