// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of Ed25519 and X25519 (RFC 8032, RFC 7748; Specification/seckey.md, "How an algorithm is
/// resolved", "ECIES", "Key exchange").
@Suite("Keys on Curve25519")
struct Curve25519Tests {
  private static let eddsa = "sign:EdDSA:message-Curve25519:SHA512"
  private static let vectors = Vector.all("seckey/curve25519.txt")

  private static func vectors(_ word: String) -> [Vector] {
    vectors.filter { $0.fields["algorithm"]?.contains(word) ?? false }
  }

  private static func key(
    _ use: Curve25519Key.Use, _ secret: [UInt8]
  ) throws -> SoftwareKey {
    .curve25519(try Curve25519Key(use, secret: SecretBytes(copying: secret)))
  }

  @Test("sign as RFC 8032 has it, and refuse a second number above the order")
  func signatures() throws {
    #expect(Self.vectors(":sign:").count == 8)
    for vector in Self.vectors(":sign:") {
      let key = try Self.key(.signing, vector.bytes("scalar"))
      let other = try key.publicHalf()
      let (input, signature) = try (vector.bytes("input"), vector.bytes("signature"))
      #expect(try other.publicForm == vector.bytes("point"))
      let found = status { try other.verify(signature, of: input, Self.eddsa) }
      #expect(vector.expect == (found == 0 ? "valid" : "\(found)"), "\(vector)")
      let made = try key.sign(input, Self.eddsa)
      #expect((made == signature) == (vector.expect == "valid"))
    }
  }

  @Test("exchange as RFC 7748 has it; points of small order share nothing")
  func exchanges() throws {
    #expect(Self.vectors(":keyexchange:").count == 23)
    for vector in Self.vectors(":keyexchange:") {
      let key =
        try vector.fields["key"].map { try TestKeys.pair($0) }
        ?? Self.key(.agreement, vector.bytes("scalar"))
      let parameters = try vector.fields["size"].map { _ in
        KeyExchangeParameters(
          requestedSize: try vector.number("size"), sharedInfo: try vector.bytes("info"))
      }
      let (name, peer) = (vector.algorithm, try vector.bytes("peer"))
      guard vector.expect.hasPrefix("-") else {
        let shared = try key.exchange(name, with: peer, parameters)
        #expect(try shared == vector.bytes("expect"), "\(vector)")
        continue
      }
      let found = status { _ = try key.exchange(name, with: peer, parameters) }
      #expect("\(found)" == vector.expect, "\(vector)")
      // The bad peer is also refused as a recipient, and as the ephemeral key in front of a
      // ciphertext.
      let recipient = SoftwareKey.curve25519(try Curve25519Key(.agreement, publicBytes: peer))
      let ecies = "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"
      #expect(status { _ = try recipient.encrypt([1], ecies) } == -50)
      #expect(status { _ = try key.decrypt(peer + bytes(17), ecies) } == -50)
    }
  }

  @Test("exchange a thousand times (RFC 7748 5.2)")
  func iterated() throws {
    var (scalar, point) = ([9] + bytes(31, 0), [9] + bytes(31, 0))
    for _ in 0..<1000 {
      let key = try Self.key(.agreement, scalar)
      (scalar, point) = (try key.exchange("keyexchange:ECDH", with: point), scalar)
    }
    let hex = scalar.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
  }

  @Test("open what another implementation sealed, and nothing that was changed")
  func ciphertexts() throws {
    #expect(Self.vectors(":encrypt:").count == 36)
    for vector in Self.vectors(":encrypt:") {
      let key = try TestKeys.pair(try #require(vector.fields["key"]))
      let sealed = try vector.bytes("sealed")
      if vector.expect.hasPrefix("-") {
        #expect(status { _ = try key.decrypt(sealed, vector.algorithm) } == -50)
      } else {
        #expect(try key.decrypt(sealed, vector.algorithm) == vector.bytes("expect"))
        #expect(status { _ = try key.decrypt(Array(sealed[..<47]), vector.algorithm) } == -50)
        #expect(status { _ = try key.decrypt([], vector.algorithm) } == -50)
      }
    }
  }

  @Test("sign the same twice; what was changed does not verify", arguments: [0, 1, 100_000])
  func changed(count: Int) throws {
    let key = try SoftwareKey(generating: .ed25519, bits: nil)
    let (half, text) = (try key.publicHalf(), bytes(count))
    let signature = try key.sign(text, Self.eddsa)
    #expect(try signature.count == 64 && key.sign(text, Self.eddsa) == signature)
    #expect(status { try half.verify(signature, of: text, Self.eddsa) } == 0)
    for place in [0, 31, 32, 63] {
      let other = turned(signature, at: place)
      #expect(status { try half.verify(other, of: text, Self.eddsa) } == -67808)
    }
    #expect(status { try half.verify(signature, of: text + [0], Self.eddsa) } == -67808)
    for other in [[], Array(signature.dropLast()), signature + [0], bytes(64, 0)] {
      #expect(status { try half.verify(other, of: text, Self.eddsa) } == -67808)
    }
    #expect(status { try key.verify(signature, of: text, Self.eddsa) } == -50)
    #expect(status { _ = try half.sign(text, Self.eddsa) } == -50)
  }

  @Test("refuse the algorithms of each other and of other keys")
  func refusals() throws {
    let (ed, x) = try (TestKeys.pair("rfc8032-1"), TestKeys.pair("rfc7748-bob"))
    let (ec, rsa) = try (TestKeys.pair("rfc6979-p256"), TestKeys.pair("rsa-1024"))
    for key in [x, ec, rsa] {
      #expect(status { _ = try key.sign([1], Self.eddsa) } == -50)
      #expect(status { try key.publicHalf().verify(bytes(64), of: [1], Self.eddsa) } == -50)
    }
    for name in ["sign:ECDSA:message-X962:SHA256", "sign:ECDSA:digest-X962", "sign:RSA:raw"] {
      for key in [ed, x] { #expect(status { _ = try key.sign(bytes(32), name) } == -50) }
    }
    for (key, peer) in [(ed, x), (x, ec), (x, rsa), (ec, x)] {
      let form = try peer.publicHalf().publicForm
      #expect(status { _ = try key.exchange("keyexchange:ECDH", with: form) } == -50)
    }
    for count in [0, 31, 33, 65] {
      #expect(status { _ = try x.exchange("keyexchange:ECDH", with: bytes(count, 9)) } == -50)
    }
    let parameters = KeyExchangeParameters(requestedSize: 0)
    let name = "keyexchange:ECDH:KDFX963:SHA256"
    #expect(status { _ = try x.exchange(name, with: bytes(32, 9), nil) } == -50)
    #expect(status { _ = try x.exchange(name, with: bytes(32, 9), parameters) } == -50)
  }

  // Specification/certificates.md, "CopyKey of a certificate".
  @Test("of a certificate come without parameters; X25519 is not among them")
  func certificates() throws {
    func key(_ name: String) throws -> SoftwareKey? {
      let bytes = try #require(
        Vector.all("formats/curve25519-v1.txt").first { $0.testDescription == name }
      ).bytes("data")
      var walk = DERWalk(bytes.span)
      return try SubjectPublicKey(walk.next(bytes.span), bytes.span).key
    }
    #expect(try key("SubjectPublicKeyInfo of openssl, Ed25519")?.family == .ed25519)
    #expect(try key("SubjectPublicKeyInfo of openssl, X25519") == nil)
    #expect(try key("public, NULL parameters, Ed25519") == nil)
    #expect(try key("public, 31 bytes, Ed25519") == nil)
    #expect(try key("public, Ed448") == nil)
  }

  @Test("are peers only as the public half for key exchange")
  func peers() throws {
    for name in ["rfc7748-bob", "rfc6979-p256"] {
      let half = try TestKeys.publicHalf(name)
      #expect(try half.exchangeForm() == half.publicForm)
      #expect(status { _ = try TestKeys.pair(name).exchangeForm() } == -50)
    }
    for name in ["rfc8032-1", "rsa-1024"] {
      #expect(status { _ = try TestKeys.publicHalf(name).exchangeForm() } == -50)
    }
  }
}

extension Vector {
  fileprivate var algorithm: String {
    String((fields["algorithm"] ?? "").dropFirst("algid:".count))
  }
}
