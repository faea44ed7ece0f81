// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of RSA encryption (Specification/seckey.md, "RSA encryption", "Conformance cases of
/// SecKey", cases 37 to 41).
@Suite("RSA encryption")
struct RSAEncryptionCaseTests {
  private static let size = 256
  private let pair: SoftwareKey
  private let other: SoftwareKey

  init() throws {
    pair = try TestKeys.pair("rsa-2048")
    other = try TestKeys.publicHalf("rsa-2048")
  }

  @Test(
    "takes texts up to what the padding leaves (case 37)",
    arguments: [
      ("PKCS1", 11), ("OAEP:SHA1", 42), ("OAEP:SHA224", 58), ("OAEP:SHA256", 66),
      ("OAEP:SHA384", 98), ("OAEP:SHA512", 130),
    ])
  func limits(_ padding: String, _ overhead: Int) throws {
    let name = "encrypt:RSA:\(padding)"
    for count in [0, 1, Self.size - overhead] {
      let ciphertext = try other.encrypt(bytes(count), name)
      #expect(ciphertext.count == Self.size)
      #expect(try pair.decrypt(ciphertext, name) == bytes(count))
    }
    #expect(status { _ = try other.encrypt(bytes(Self.size - overhead + 1), name) } == -50)
    #expect(status { _ = try pair.encrypt([1], name) } == -50)
  }

  @Test("of the text itself takes numbers below the modulus (case 37)")
  func rawLimits() throws {
    let name = "encrypt:RSA:raw"
    let text = bytes(Self.size, 1)
    #expect(try pair.decrypt(other.encrypt(text, name), name) == text)
    #expect(status { _ = try other.encrypt(bytes(Self.size, 0xFF), name) } == -50)
    #expect(status { _ = try other.encrypt(bytes(Self.size + 1, 0), name) } == -50)
    #expect(status { _ = try pair.decrypt(bytes(Self.size, 0xFF), name) } == -50)
    #expect(status { _ = try pair.decrypt(bytes(Self.size + 1, 0), name) } == -50)
  }

  @Test("of the text itself gives the whole block back (case 38)")
  func rawBlock() throws {
    let name = "encrypt:RSA:raw"
    let text = try pair.decrypt(other.encrypt([1, 2, 3], name), name)
    #expect(text == bytes(Self.size - 3, 0) + [1, 2, 3])
  }

  @Test("with PKCS#1 v1.5 gives some text for every number below the modulus (case 39)")
  func implicitRejection() throws {
    let name = "encrypt:RSA:PKCS1"
    var texts: Set<[UInt8]> = []
    for number in UInt8(0)..<40 {
      let ciphertext = [0] + bytes(Self.size - 1, number)
      let text = try pair.decrypt(ciphertext, name)
      #expect(try pair.decrypt(ciphertext, name) == text)
      #expect(text.count <= Self.size - 11)
      texts.insert(text)
    }
    #expect(texts.count > 35)
    #expect(status { _ = try pair.decrypt(bytes(Self.size, 0xFF), name) } == -50)
    #expect(status { _ = try pair.decrypt(bytes(Self.size + 1, 0), name) } == -50)
  }

  @Test("with PKCS#1 v1.5 pads with what is never zero, and anew")
  func padding() throws {
    for _ in 0..<8 {
      let sealed = try (0..<2).map { _ in try other.encrypt([7], "encrypt:RSA:PKCS1") }
      #expect(sealed[0] != sealed[1])
      let block = try pair.decrypt(sealed[0], "encrypt:RSA:raw")
      #expect(block[..<2] == [0, 2] && block[(Self.size - 2)...] == [0, 7])
      #expect(!block[2..<(Self.size - 2)].contains(0))
    }
  }

  @Test("with OAEP opens under the same hash only (case 40)")
  func otherHash() throws {
    let ciphertext = try other.encrypt([7], "encrypt:RSA:OAEP:SHA256")
    for hash in ["SHA1", "SHA224", "SHA384", "SHA512"] {
      #expect(status { _ = try pair.decrypt(ciphertext, "encrypt:RSA:OAEP:\(hash)") } == -50)
    }
    let changed = turned(ciphertext, at: -1)
    #expect(status { _ = try pair.decrypt(changed, "encrypt:RSA:OAEP:SHA256") } == -50)
    #expect(status { _ = try pair.decrypt([], "encrypt:RSA:OAEP:SHA256") } == -50)
  }

  @Test("by the public key opens what the private power made (case 41)")
  func publicHalf() throws {
    let signature = try pair.sign([5, 6], "sign:RSA:raw")
    let recovered = try other.decrypt(signature, "encrypt:RSA:raw")
    #expect(recovered == bytes(Self.size - 2, 0) + [5, 6])
    for padding in ["PKCS1", "OAEP:SHA1"] {
      #expect(status { _ = try other.decrypt(signature, "encrypt:RSA:\(padding)") } == -50)
    }
  }
}
