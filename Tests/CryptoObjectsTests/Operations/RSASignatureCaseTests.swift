// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of RSA signatures (Specification/seckey.md, "RSA signatures", "Conformance cases of
/// SecKey", cases 33 to 36).
@Suite("RSA signatures")
struct RSASignatureCaseTests {
  private static let size = 128
  private let pair: SoftwareKey
  private let other: SoftwareKey

  init() throws {
    pair = try TestKeys.pair("rsa-1024")
    other = try TestKeys.publicHalf("rsa-1024")
  }

  @Test("of the input itself take up to a block, as a number below the modulus (case 33)")
  func raw() throws {
    let name = "sign:RSA:raw"
    let signature = try pair.sign([5], name)
    #expect(signature.count == Self.size)
    #expect(status { try other.verify(signature, of: [5], name) } == 0)
    #expect(status { _ = try pair.sign(bytes(Self.size, 0xFF), name) } == -50)
    #expect(status { _ = try pair.sign(bytes(Self.size + 1, 0), name) } == -50)
    #expect(status { _ = try pair.sign(bytes(Self.size, 1), name) } == 0)
  }

  @Test("of the input itself never match data that starts with zero (case 34)")
  func rawZero() throws {
    let name = "sign:RSA:raw"
    let signature = try pair.sign([0, 5], name)
    #expect(status { try other.verify(signature, of: [0, 5], name) } == -67808)
    #expect(status { try other.verify(signature, of: [5], name) } == 0)
    #expect(status { try other.verify([], of: [], name) } == -67808)
  }

  @Test("match without the zeros in front of them (case 35)")
  func short() throws {
    let name = "sign:RSA:message-PKCS1v15:SHA256"
    let found = try (0..<20000).lazy.map { number -> ([UInt8], [UInt8]) in
      let message = [UInt8(number >> 8), UInt8(number & 255)]
      return (message, try pair.sign(message, name))
    }.first { $0.1[0] == 0 }
    let (message, signature) = try #require(found)
    #expect(signature.count == Self.size)
    #expect(status { try other.verify(Array(signature[1...]), of: message, name) } == 0)
  }

  @Test(
    "are no longer than the modulus and no greater number (case 36)",
    arguments: [
      "sign:RSA:raw", "sign:RSA:digest-PKCS1v15", "sign:RSA:message-PKCS1v15:SHA256",
      "sign:RSA:message-PSS:SHA256:SHA256:32",
    ])
  func tooLong(_ name: String) throws {
    let signature = try pair.sign([5], name)
    #expect(status { try other.verify([0] + signature, of: [5], name) } == -50)
    #expect(status { try other.verify(bytes(Self.size, 0xFF), of: [5], name) } == -50)
    guard case .rsa(let key) = other else { return }
    #expect(status { try other.verify(key.modulus, of: [5], name) } == -50)
  }

  @Test(
    "take digests of the hash's length only",
    arguments: [
      ("PKCS1v15:SHA1", 20), ("PKCS1v15:SHA512", 64), ("PSS:SHA1:SHA1:20", 20),
      ("PSS:SHA384:SHA384:48", 48),
    ])
  func digestLength(_ end: String, _ length: Int) throws {
    let name = "sign:RSA:digest-\(end)"
    let signature = try pair.sign(bytes(length), name)
    for other in [0, length - 1, length + 1] {
      #expect(status { _ = try pair.sign(bytes(other), name) } == -50)
      #expect(status { try self.other.verify(signature, of: bytes(other), name) } == -67808)
    }
  }

  @Test("without a DigestInfo take any content that fits")
  func bare() throws {
    let name = "sign:RSA:digest-PKCS1v15"
    for count in [0, 1, Self.size - 11] {
      let signature = try pair.sign(bytes(count, 0), name)
      #expect(status { try other.verify(signature, of: bytes(count, 0), name) } == 0)
      #expect(status { try other.verify(signature, of: bytes(count + 1, 0), name) } == -67808)
    }
    #expect(status { _ = try pair.sign(bytes(Self.size - 10), name) } == -50)
  }
}
