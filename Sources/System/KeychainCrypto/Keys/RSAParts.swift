// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The components of an RSA key (RFC 8017 3), as big-endian bytes without leading zeros.
package struct RSAParts: Sendable {
  package let modulus: [UInt8]
  package let publicExponent: [UInt8]
  /// The private components.
  ///
  /// The components are nil for a public key.
  package let secret: Secret?

  /// The private components of a key with two primes.
  package struct Secret: Sendable {
    package let exponent: SecretBytes
    package let prime1: SecretBytes
    package let prime2: SecretBytes
    package let exponent1: SecretBytes
    package let exponent2: SecretBytes
    package let coefficient: SecretBytes

    package init(
      exponent: SecretBytes, prime1: SecretBytes, prime2: SecretBytes, exponent1: SecretBytes,
      exponent2: SecretBytes, coefficient: SecretBytes
    ) {
      self.exponent = exponent
      self.prime1 = prime1
      self.prime2 = prime2
      self.exponent1 = exponent1
      self.exponent2 = exponent2
      self.coefficient = coefficient
    }
  }

  package init(modulus: [UInt8], publicExponent: [UInt8], secret: Secret? = nil) {
    self.modulus = modulus
    self.publicExponent = publicExponent
    self.secret = secret
  }

  /// The exact size of the modulus in bits.
  package var bits: Int {
    modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
  }

  /// True if the components fit each other, by the equations of RFC 8017 3.2.
  ///
  /// The call does not check that the primes are really prime.
  func areConsistent() throws(CryptoError) -> Bool {
    guard let lastOfModulus = modulus.last, lastOfModulus & 1 == 1,
      let lastOfExponent = publicExponent.last, lastOfExponent & 1 == 1, publicExponent != [1]
    else { return false }
    guard let secret else { return true }
    let all = [secret.prime1, secret.prime2]
    guard all.allSatisfy({ $0.withBytes { $0.count > 1 && $0[$0.count - 1] & 1 == 1 } }) else {
      return false
    }
    let numbers = try BigNumbers()
    let n = unsafe try numbers.number(SecretBytes(copying: modulus))
    let e = unsafe try numbers.number(SecretBytes(copying: publicExponent))
    let d = unsafe try numbers.number(secret.exponent)
    let p = unsafe try numbers.number(secret.prime1)
    let q = unsafe try numbers.number(secret.prime2)
    let exponent1 = unsafe try numbers.number(secret.exponent1)
    let exponent2 = unsafe try numbers.number(secret.exponent2)
    let coefficient = unsafe try numbers.number(secret.coefficient)
    let lessP = unsafe try numbers.decrement(p)
    let lessQ = unsafe try numbers.decrement(q)
    guard unsafe try numbers.isProduct(n, of: p, q) else { return false }
    guard unsafe try numbers.areInverse(e, d, modulo: lessP) else { return false }
    guard unsafe try numbers.areInverse(e, d, modulo: lessQ) else { return false }
    guard unsafe try numbers.isRest(exponent1, of: d, modulo: lessP) else { return false }
    guard unsafe try numbers.isRest(exponent2, of: d, modulo: lessQ) else { return false }
    return unsafe try numbers.areInverse(coefficient, q, modulo: p)
  }
}
