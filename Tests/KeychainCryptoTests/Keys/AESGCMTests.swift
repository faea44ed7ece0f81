// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import Testing

@Suite("AES-GCM and hash functions")
struct AESGCMTests {
  private let zeros = SecretBytes(copying: [UInt8](repeating: 0, count: 16))

  // Specification/seckey.md, "Oracles and vectors".
  @Test("the published vector with a nonce of sixteen bytes")
  func vector() throws {
    let sealed = try AESGCM.seal(
      Array("hello".utf8), key: zeros, nonce: zeros, additional: [])
    #expect(sealed == bytes(hex: "cbd747e826 240f9a027841aa559afc38a811b01433"))
    let opened = try AESGCM.open(sealed, key: zeros, nonce: zeros, additional: [])
    #expect(opened == Array("hello".utf8))
  }

  @Test("texts of each length and key are opened again, and nothing that was changed")
  func lengths() throws {
    for keySize in AESGCM.keySizes {
      let key = SecretBytes(copying: [UInt8](repeating: 3, count: keySize))
      for count in [0, 1, 15, 16, 17, 1000] {
        let text = [UInt8](repeating: 8, count: count)
        let sealed = try AESGCM.seal(text, key: key, nonce: zeros, additional: [1, 2])
        let opened = try AESGCM.open(sealed, key: key, nonce: zeros, additional: [1, 2])
        #expect(opened == text)
        #expect(throws: CryptoError.notAuthentic) {
          try AESGCM.open(sealed, key: key, nonce: zeros, additional: [1])
        }
        for place in [0, count, sealed.count - 1] {
          var changed = sealed
          changed[place] ^= 0x80
          #expect(throws: CryptoError.notAuthentic) {
            try AESGCM.open(changed, key: key, nonce: zeros, additional: [1, 2])
          }
        }
      }
    }
    let short = SecretBytes(copying: [1, 2, 3])
    #expect(throws: CryptoError.wrongLength) {
      try AESGCM.seal([1], key: short, nonce: zeros, additional: [])
    }
    #expect(throws: CryptoError.wrongLength) {
      try AESGCM.open(
        [UInt8](repeating: 0, count: 15), key: zeros, nonce: zeros, additional: [])
    }
  }

  /// The first bytes of the hash of "abc" (FIPS 180-4 examples, RFC 1321 A.5).
  static let hashes: [(HashFunction, String)] = [
    (.md5, "900150983cd24fb0"), (.sha1, "a9993e364706816a"), (.sha224, "23097d223405d822"),
    (.sha256, "ba7816bf8f01cfea"), (.sha384, "cb00753f45a35e8b"), (.sha512, "ddaf35a193617aba"),
  ]

  @Test("hashes are those of the standards", arguments: hashes)
  func hash(function: HashFunction, start: String) throws {
    let abc = Array("abc".utf8)
    let hash = try function.hash(abc)
    #expect(hash.count == function.size && hash.starts(with: bytes(hex: start)))
    let parts = [SecretBytes(copying: Array("a".utf8)), SecretBytes(copying: Array("bc".utf8))]
    #expect(try function.hash(parts).clear == hash)
    #expect(try function.hash([UInt8]()).count == function.size)
  }
}
