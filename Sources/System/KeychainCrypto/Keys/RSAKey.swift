// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// A private or public RSA key (RFC 8017).
package final class RSAKey: Sendable {
  /// The allowed sizes of a modulus in bits (Specification/seckey.md, "Types and sizes").
  package static let sizes = 512...8192

  /// The names of key components that libcrypto's header composes from two texts.
  ///
  /// Swift cannot import these constants of the header, so they are repeated.
  private enum Name {
    static let prime1 = "rsa-factor1"
    static let prime2 = "rsa-factor2"
    static let exponent1 = "rsa-exponent1"
    static let exponent2 = "rsa-exponent2"
    static let coefficient = "rsa-coefficient1"
  }

  let handle: KeyHandle
  package let isPrivate: Bool
  /// The modulus as big-endian bytes without leading zeros.
  package let modulus: [UInt8]
  /// The public exponent as big-endian bytes without leading zeros.
  package let publicExponent: [UInt8]
  /// The exact size of the modulus in bits.
  package let bits: Int

  /// The size in bytes of the modulus, and of each signature and ciphertext (k in RFC 8017).
  package var blockSize: Int { modulus.count }

  /// Creates a key from its components.
  ///
  /// - Throws: `wrongParameter` if the components do not fit each other, or if the modulus is even
  ///   or of a size that is not allowed.
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

  /// Generates a new private key with the public exponent 65537.
  ///
  /// This takes from milliseconds (1024 bits) to a minute (8192 bits).
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

  /// Returns the public key of this key.
  package func publicHalf() throws(CryptoError) -> RSAKey {
    try RSAKey(RSAParts(modulus: modulus, publicExponent: publicExponent))
  }

  /// Returns the components of the key.
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

/// The operations of an RSA key (RFC 8017).
///
/// These operations pad only for PSS and OAEP. The caller adds and removes any other padding, and
/// passes and receives whole blocks.
extension RSAKey {
  /// Computes m^e mod n for a block of as many bytes as the modulus has.
  ///
  /// - Throws: `wrongParameter` for a block of another length, or for a number that is not below n.
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

  /// Computes m^d mod n for a block of as many bytes as the modulus has, with blinding.
  ///
  /// - Throws: `wrongParameter` for a block of another length, or for a number that is not below n;
  ///   `failed` for a public key.
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

  /// Signs a digest with EMSA-PSS.
  ///
  /// The mask generation uses `hash`, and the salt is as long as a hash.
  ///
  /// - Throws: `wrongLength` unless the digest has `hash.size` bytes; `failed` if the key is too
  ///   small.
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

  /// True if a signature matches the digest by EMSA-PSS, with the parameters of `signPSS`.
  ///
  /// The signature must have as many bytes as the modulus.
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

  /// Encrypts a text with RSAES-OAEP, with an empty label.
  ///
  /// The mask generation uses `hash`.
  ///
  /// - Throws: `failed` if the text is too long.
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

  /// Decrypts an RSAES-OAEP ciphertext of as many bytes as the modulus has.
  ///
  /// - Throws: `wrongParameter` for a ciphertext of another length, or for a number that is not
  ///   below n; `notAuthentic` if the padding is wrong, without saying in which way.
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
    // The hash comes first: a padding without a hash makes libcrypto look for SHA-1, which some
    // builds lack.
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

  /// Runs a call of libcrypto and returns its output, which is at most as long as the modulus.
  ///
  /// - Parameter call: receives the input, its length, a place for the output, and the room there
  ///   in bytes, which it replaces by the length of the output. Returns false on failure.
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
  /// The bytes as an ordinary array, for a result that is not secret.
  ///
  /// Use it for the component of a public key, a signature or a ciphertext.
  var published: [UInt8] {
    withBytes { bytes in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        for place in bytes.indices { unsafe output[place] = bytes[place] }
        count = bytes.count
      }
    }
  }
}
