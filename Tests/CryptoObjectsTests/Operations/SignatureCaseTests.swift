// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of signatures by RSA and elliptic-curve keys (Specification/seckey.md, "Conformance cases
/// of SecKey", cases 25 to 31).
@Suite("Signatures of keys")
struct SignatureCaseTests {
  private static let message = bytes(11)

  struct Row: Sendable, CustomTestStringConvertible {
    let key: String
    let algorithm: String
    let digest: String
    let hash: HashFunction

    init(_ key: String, _ algorithm: String, _ digest: String, _ hash: HashFunction) {
      (self.key, self.algorithm, self.digest, self.hash) = (key, algorithm, digest, hash)
    }

    var testDescription: String { "\(key) \(algorithm)" }
  }

  // swift-format-ignore
  static let rows = [
    Row("rsa-2048", "sign:RSA:message-PKCS1v15:SHA1", "sign:RSA:digest-PKCS1v15:SHA1", .sha1),
    Row("rsa-1024", "sign:RSA:message-PKCS1v15:SHA512", "sign:RSA:digest-PKCS1v15:SHA512", .sha512),
    Row("rsa-2048", "sign:RSA:message-PSS:SHA224:SHA224:24", "sign:RSA:digest-PSS:SHA224:SHA224:24", .sha224),
    Row("rsa-2048", "sign:RSA:message-PSS:SHA512:SHA512:64", "sign:RSA:digest-PSS:SHA512:SHA512:64", .sha512),
    Row("rsa-1031", "sign:RSA:message-PSS:SHA384:SHA384:48", "sign:RSA:digest-PSS:SHA384:SHA384:48", .sha384),
    Row("rfc6979-p192", "sign:ECDSA:message-X962:SHA1", "sign:ECDSA:digest-X962:SHA1", .sha1),
    Row("rfc6979-p224", "sign:ECDSA:message-RFC4754:SHA224", "sign:ECDSA:digest-RFC4754:SHA224", .sha224),
    Row("rfc6979-p256", "sign:ECDSA:message-X962:SHA512", "sign:ECDSA:digest-X962:SHA512", .sha512),
    Row("rfc6979-p384", "sign:ECDSA:message-RFC4754:SHA384", "sign:ECDSA:digest-RFC4754:SHA384", .sha384),
    Row("rfc6979-p521", "sign:ECDSA:message-X962:SHA256", "sign:ECDSA:digest-X962:SHA256", .sha256),
  ]

  @Test("of a message and of its digest are the same (cases 26, 31)", arguments: rows)
  func crossing(_ row: Row) throws {
    let (pair, other) = try (TestKeys.pair(row.key), TestKeys.publicHalf(row.key))
    let hashed = try digest(row.hash, Self.message)
    let ofMessage = try pair.sign(Self.message, row.algorithm)
    let ofDigest = try pair.sign(hashed, row.digest)
    #expect(status { try other.verify(ofMessage, of: hashed, row.digest) } == 0)
    #expect(status { try other.verify(ofDigest, of: Self.message, row.algorithm) } == 0)
  }

  @Test("of other bytes, or changed, or empty, do not match (case 25)", arguments: rows)
  func changed(_ row: Row) throws {
    let (pair, other) = try (TestKeys.pair(row.key), TestKeys.publicHalf(row.key))
    let signature = try pair.sign(Self.message, row.algorithm)
    let found = [
      status { try other.verify(signature, of: turned(Self.message, at: 0), row.algorithm) },
      status { try other.verify(signature, of: Self.message + [0], row.algorithm) },
      status { try other.verify(turned(signature, at: -1), of: Self.message, row.algorithm) },
      status { try other.verify([], of: Self.message, row.algorithm) },
    ]
    #expect(found == [-67808, -67808, -67808, -67808])
  }

  @Test("are made by private keys and verified by public ones (cases 28, 29)", arguments: rows)
  func halves(_ row: Row) throws {
    let (pair, other) = try (TestKeys.pair(row.key), TestKeys.publicHalf(row.key))
    let signature = try pair.sign(Self.message, row.algorithm)
    #expect(status { _ = try other.sign(Self.message, row.algorithm) } == -50)
    let expected: Int32 = pair.family == .rsa ? -67808 : -50
    #expect(status { try pair.verify(signature, of: Self.message, row.algorithm) } == expected)
  }

  @Test("of the other family, and of what is no signature, are refused", arguments: rows)
  func otherFamily(_ row: Row) throws {
    let (pair, other) = try (TestKeys.pair(row.key), TestKeys.publicHalf(row.key))
    let foreign =
      pair.family == .rsa ? "sign:ECDSA:message-X962:SHA256" : "sign:RSA:message-PKCS1v15:SHA256"
    let encryption = pair.family == .rsa ? "encrypt:RSA:raw" : "keyexchange:ECDH"
    for name in [foreign, encryption] {
      #expect(status { _ = try pair.sign(Self.message, name) } == -50)
      #expect(status { try other.verify(Self.message, of: Self.message, name) } == -50)
    }
  }

  @Test("twice of the same bytes both verify (case 27)")
  func twice() throws {
    let name = "sign:ECDSA:message-X962:SHA256"
    let (pair, other) = try (TestKeys.pair("rfc6979-p256"), TestKeys.publicHalf("rfc6979-p256"))
    let signatures = try [
      pair.sign(Self.message, name), pair.sign(Self.message, name),
    ]
    #expect(signatures[0] != signatures[1])
    for signature in signatures {
      #expect(status { try other.verify(signature, of: Self.message, name) } == 0)
    }
  }

  @Test("need a modulus that the padding fits into (case 30)")
  func tooSmall() throws {
    let pair = try TestKeys.pair("rsa-1024")
    let other = try TestKeys.publicHalf("rsa-1024")
    for input in ["digest", "message"] {
      let name = "sign:RSA:\(input)-PSS:SHA512:SHA512:64"
      #expect(status { _ = try pair.sign(bytes(64), name) } == -50)
      #expect(status { try other.verify(bytes(128), of: bytes(64), name) } == -67808)
    }
    #expect(status { _ = try pair.sign(bytes(64), "sign:RSA:digest-PKCS1v15:SHA512") } == 0)
    #expect(status { _ = try other.encrypt([1], "encrypt:RSA:OAEP:SHA512") } == -50)
  }
}
