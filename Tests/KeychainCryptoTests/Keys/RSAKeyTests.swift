// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import Testing

@Suite("RSA keys")
struct RSAKeyTests {
  static let key = Result { try RSAKey(generatingBits: 1024) }
  private var key: RSAKey { get throws { try Self.key.get() } }

  @Test("a new key has the size that was asked for", arguments: [512, 1023, 1031, 2048])
  func sizes(bits: Int) throws {
    let key = try RSAKey(generatingBits: bits)
    #expect(key.bits == bits && key.blockSize == (bits + 7) / 8 && key.isPrivate)
    #expect(key.publicExponent == [1, 0, 1])
  }

  @Test("sizes outside the bounds are refused", arguments: [-1, 0, 256, 511, 8193, 16_384])
  func bounds(bits: Int) {
    #expect(throws: CryptoError.wrongParameter) { try RSAKey(generatingBits: bits) }
  }

  @Test("a key is made again of its numbers, and its powers undo each other")
  func powers() throws {
    let again = try RSAKey(key.parts())
    let half = try key.publicHalf()
    #expect(!half.isPrivate && half.bits == 1024)
    #expect(try half.parts().secret == nil)
    var block = [UInt8](repeating: 0, count: 128)
    block[127] = 5
    let power = try again.privatePower(block)
    #expect(try half.publicPower(power) == block)
    #expect(try key.privatePower(half.publicPower(block)) == block)
    #expect(throws: CryptoError.failed) { try half.privatePower(block) }
  }

  @Test("blocks that are no numbers below the modulus are refused")
  func blocks() throws {
    let key = try key
    let refused = [
      key.modulus, [UInt8](repeating: 0xff, count: 128), [UInt8](repeating: 0, count: 127),
      [UInt8](repeating: 0, count: 129), [],
    ]
    for block in refused {
      #expect(throws: CryptoError.wrongParameter) { try key.publicPower(block) }
      #expect(throws: CryptoError.wrongParameter) { try key.privatePower(block) }
    }
    var last = key.modulus
    last[127] -= 1
    #expect(try key.publicPower(last) == last)
  }

  @Test("numbers that do not fit each other are refused", arguments: 0..<9)
  func inconsistent(which: Int) throws {
    let parts = try key.parts()
    let secret = try #require(parts.secret)
    func changed(_ secret: SecretBytes, _ number: Int) -> SecretBytes {
      guard number == which else { return secret }
      var bytes = secret.clear
      bytes[bytes.count - 1] ^= 2
      return SecretBytes(copying: bytes)
    }
    func changed(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
      changed(SecretBytes(copying: bytes), number).clear
    }
    let other = RSAParts(
      modulus: changed(parts.modulus, 0), publicExponent: changed(parts.publicExponent, 1),
      secret: RSAParts.Secret(
        exponent: changed(secret.exponent, 2), prime1: changed(secret.prime1, 3),
        prime2: changed(secret.prime2, 4), exponent1: changed(secret.exponent1, 5),
        exponent2: changed(secret.exponent2, 6), coefficient: changed(secret.coefficient, 7)))
    if which == 8 {
      _ = try RSAKey(other)
    } else {
      #expect(throws: CryptoError.wrongParameter) { try RSAKey(other) }
    }
  }

  @Test("a public key has an odd modulus and exponent", arguments: [0, 1, 2])
  func publicKeys(which: Int) throws {
    let parts = try key.parts()
    let even = Array(parts.modulus.dropLast()) + [0]
    let refused = [
      RSAParts(modulus: even, publicExponent: [1, 0, 1]),
      RSAParts(modulus: parts.modulus, publicExponent: [1, 0, 0]),
      RSAParts(modulus: parts.modulus, publicExponent: [1]),
    ]
    #expect(throws: CryptoError.wrongParameter) { try RSAKey(refused[which]) }
  }

  static let hashes = HashFunction.allCases.filter { $0 != .md5 }

  @Test("PSS signs with as much salt as the hash is long", arguments: hashes)
  func pss(hash: HashFunction) throws {
    let digest = try hash.hash(Array("message".utf8))
    guard hash != .sha512 else {
      // The key is one byte too short for this hash.
      #expect(throws: CryptoError.failed) { try key.signPSS(digest: digest, hash) }
      return
    }
    let signature = try key.signPSS(digest: digest, hash)
    let half = try key.publicHalf()
    #expect(try half.verifyPSS(signature, digest: digest, hash))
    #expect(try !half.verifyPSS(signature, digest: digest.map { $0 ^ 1 }, hash))
    #expect(throws: CryptoError.wrongLength) { try key.signPSS(digest: [1], hash) }
  }

  @Test("OAEP takes texts up to its limit and gives them back", arguments: hashes)
  func oaep(hash: HashFunction) throws {
    let half = try key.publicHalf()
    let limit = 128 - 2 * hash.size - 2
    guard limit >= 0 else {
      #expect(throws: CryptoError.failed) { try half.encryptOAEP([], hash) }
      return
    }
    for count in [0, 1, limit] {
      let text = [UInt8](repeating: 9, count: count)
      let sealed = try half.encryptOAEP(text, hash)
      #expect(try key.decryptOAEP(sealed, hash) == text)
      let other: HashFunction = hash == .sha1 ? .sha224 : .sha1
      #expect(throws: CryptoError.notAuthentic) { try key.decryptOAEP(sealed, other) }
    }
    let long = [UInt8](repeating: 9, count: limit + 1)
    #expect(throws: CryptoError.failed) { try half.encryptOAEP(long, hash) }
  }
}
