// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

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

/// What an RSA key computes (RFC 8017). Padding other than PSS and OAEP is the caller's: he gives
/// and gets whole blocks.
extension RSAKey {
  /// m^e mod n: a block of as many bytes as the modulus has.
  ///
  /// - Throws: `wrongParameter` for a block of another length, or one that is no less than n.
  package func publicPower(_ block: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    try check(block)
    let power = unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_encrypt_init(context) == 1,
        unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
      else { throw .unavailable }
      return unsafe try output(of: block) { input, size, output, count in
        unsafe EVP_PKEY_encrypt(context, output, count, input, size) == 1
      }
    }
    return power.published
  }

  /// m^d mod n, with blinding.
  ///
  /// - Throws: as `publicPower`; `failed` for a public key.
  package func privatePower(_ block: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    try check(block)
    return unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_decrypt_init(context) == 1,
        unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
      else { throw .unavailable }
      return unsafe try output(of: block) { input, size, output, count in
        unsafe EVP_PKEY_decrypt(context, output, count, input, size) == 1
      }
    }
  }

  /// A signature by EMSA-PSS: mask generation by the same hash, as many bytes of salt as it has.
  ///
  /// - Throws: `wrongLength` for a digest of another length, `failed` where the key is too small.
  package func signPSS(
    digest: Span<UInt8>, _ hash: HashFunction
  ) throws(CryptoError) -> [UInt8] {
    guard digest.count == hash.size else { throw .wrongLength }
    let signature = unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_sign_init(context) == 1, unsafe try isPSS(context, hash) else {
        throw .unavailable
      }
      return unsafe try output(of: digest) { input, size, output, count in
        unsafe EVP_PKEY_sign(context, output, count, input, size) == 1
      }
    }
    return signature.published
  }

  /// Whether a signature of as many bytes as the modulus has is one by EMSA-PSS, as above.
  package func verifyPSS(
    _ signature: Span<UInt8>, digest: Span<UInt8>, _ hash: HashFunction
  ) throws(CryptoError) -> Bool {
    guard digest.count == hash.size, signature.count == blockSize else { return false }
    return unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_verify_init(context) == 1, unsafe try isPSS(context, hash) else {
        throw .unavailable
      }
      return unsafe signature.withUnsafeBytes { signature in
        unsafe digest.withUnsafeBytes { digest in
          let start = unsafe signature.assumingMemoryBound(to: UInt8.self).baseAddress
          let input = unsafe digest.assumingMemoryBound(to: UInt8.self).baseAddress
          return unsafe EVP_PKEY_verify(context, start, signature.count, input, digest.count) == 1
        }
      }
    }
  }

  /// RSAES-OAEP with an empty label and mask generation by the same hash.
  ///
  /// - Throws: `failed` for a text that is too long.
  package func encryptOAEP(
    _ plaintext: Span<UInt8>, _ hash: HashFunction
  ) throws(CryptoError) -> [UInt8] {
    let ciphertext = unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_encrypt_init(context) == 1, unsafe try isOAEP(context, hash) else {
        throw .unavailable
      }
      return unsafe try output(of: plaintext) { input, size, output, count in
        unsafe EVP_PKEY_encrypt(context, output, count, input, size) == 1
      }
    }
    return ciphertext.published
  }

  /// The text of a ciphertext of as many bytes as the modulus has.
  ///
  /// - Throws: `notAuthentic` where the padding is not right, without saying how.
  package func decryptOAEP(
    _ ciphertext: Span<UInt8>, _ hash: HashFunction
  ) throws(CryptoError) -> SecretBytes {
    try check(ciphertext)
    return unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_decrypt_init(context) == 1, unsafe try isOAEP(context, hash) else {
        throw .unavailable
      }
      do throws(CryptoError) {
        return unsafe try output(of: ciphertext) { input, size, output, count in
          unsafe EVP_PKEY_decrypt(context, output, count, input, size) == 1
        }
      } catch { throw .notAuthentic }
    }
  }

  private func isPSS(_ context: OpaquePointer, _ hash: HashFunction) throws(CryptoError) -> Bool {
    let digest = unsafe try KeyLibrary.shared().digest(hash)
    // The hash first: a padding without one makes libcrypto look for SHA-1, which not all have.
    return unsafe EVP_PKEY_CTX_set_signature_md(context, digest) == 1
      && EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(hash.size)) == 1
  }

  private func isOAEP(_ context: OpaquePointer, _ hash: HashFunction) throws(CryptoError) -> Bool {
    let digest = unsafe try KeyLibrary.shared().digest(hash)
    return unsafe EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) == 1
      && EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1
  }

  private func check(_ block: Span<UInt8>) throws(CryptoError) {
    guard block.count == modulus.count else { throw .wrongParameter }
    for place in block.indices where block[place] != modulus[place] {
      guard block[place] < modulus[place] else { throw .wrongParameter }
      return
    }
    throw .wrongParameter
  }

  /// What a call of libcrypto writes: a block at most.
  private func output(
    of input: Span<UInt8>,
    _ call: (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>
    ) -> Bool
  ) throws(CryptoError) -> SecretBytes {
    var count = blockSize
    let room = unsafe try SecretBytes(count: blockSize) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      let isDone = unsafe input.withUnsafeBytes { input in
        unsafe call(
          input.assumingMemoryBound(to: UInt8.self).baseAddress, input.count, start, &count)
      }
      guard isDone else { throw .failed }
    }
    return room.slice(0..<count)
  }
}

extension SecretBytes {
  /// The content, where it is no secret after all: a public number, a signature, a ciphertext.
  var published: [UInt8] {
    withBytes { bytes in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        for place in bytes.indices { unsafe output[place] = bytes[place] }
        count = bytes.count
      }
    }
  }
}
