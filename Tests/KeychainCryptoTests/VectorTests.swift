// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import TestVectors
import Testing

/// Tests of published vectors and of our own, from Tests/Vectors/crypto.
@Suite("Vectors of the primitives")
struct VectorTests {
  private func array(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { span in span.indices.map { span[$0] } }
  }

  /// Returns the outcome of an operation in the words of the `expect:` lines.
  private func outcome(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "success"
    } catch {
      return "\(error)"
    }
  }

  @Test("every file has its cases")
  func complete() {
    #expect(Vector.all("crypto/xaes-256-gcm.txt").count == 19)
    #expect(Vector.all("crypto/hmac-sha256.txt").count == 7)
    #expect(Vector.all("crypto/hkdf-sha256.txt").count == 5)
    #expect(Vector.all("crypto/scrypt.txt").count == 8)
    #expect(Vector.all("crypto/hashes.txt").count == 4)
  }

  @Test("XAES-256-GCM", arguments: Vector.all("crypto/xaes-256-gcm.txt"))
  func xaes(_ vector: Vector) throws {
    let bytes = try vector.bytes("key")
    let sealed = try vector.bytes("sealed")
    let binding = try vector.bytes("binding")
    let key = SecretBytes(copying: bytes)
    var plaintexts: [[UInt8]] = []
    let kept = outcome {
      plaintexts.append(array(try XAES256GCM(key: key).open(sealed.span, binding: binding.span)))
    }
    let once = outcome {
      plaintexts.append(
        array(try XAES256GCM.openOnce(sealed.span, key: key, binding: binding.span)))
    }
    #expect(kept == vector.expect)
    #expect(once == vector.expect)
    guard vector.expect == "success" else { return }
    let plaintext = try vector.bytes("plaintext")
    let nonce = try vector.bytes("nonce")
    #expect(plaintexts == [plaintext, plaintext])
    var output = [UInt8](repeating: 0xFE, count: 1 + 2 * sealed.count)
    try XAES256GCM(key: key).seal(
      plaintext.span, nonce: nonce.span, binding: binding.span, into: &output, at: 1)
    try XAES256GCM.sealOnce(
      plaintext.span, key: key, nonce: nonce.span, binding: binding.span, into: &output,
      at: 1 + sealed.count)
    #expect(output == [0xFE] + sealed + sealed)
  }

  @Test("HMAC-SHA256", arguments: Vector.all("crypto/hmac-sha256.txt"))
  func hmac(_ vector: Vector) throws {
    let key = try HMACSHA256(key: SecretBytes(copying: vector.bytes("key")))
    let message = try vector.bytes("message")
    let code = try vector.bytes("code")
    // The object is used twice, and then with two parts: its context restarts each time.
    #expect(try key.code(message.span).bytes == code)
    #expect(try key.code(message.span).bytes == code)
    let cut = message.count / 3
    let parts = try key.code(message.span.extracting(..<cut), message.span.extracting(cut...))
    #expect(parts.bytes == code)
  }

  @Test("HKDF-SHA256", arguments: Vector.all("crypto/hkdf-sha256.txt"))
  func hkdf(_ vector: Vector) throws {
    var derived: [UInt8] = []
    let said = outcome {
      derived = array(
        try KeyDerivation.hkdf(
          key: SecretBytes(copying: vector.bytes("key")), salt: vector.bytes("salt"),
          info: vector.bytes("info"), count: vector.number("count")))
    }
    #expect(said == vector.expect)
    if said == "success" { #expect(try derived == vector.bytes("derived")) }
  }

  @Test("scrypt", arguments: Vector.all("crypto/scrypt.txt"))
  func scrypt(_ vector: Vector) throws {
    var derived: [UInt8] = []
    let said = outcome {
      let cost = try KeyDerivation.ScryptCost(
        n: UInt64(vector.number("n")), r: UInt32(vector.number("r")),
        p: UInt32(vector.number("p")))
      derived = array(
        try KeyDerivation.scrypt(
          passcode: SecretBytes(copying: vector.bytes("passcode")), salt: vector.bytes("salt"),
          cost: cost, count: 64))
    }
    #expect(said == vector.expect)
    if said == "success" { #expect(try derived == vector.bytes("derived")) }
  }

  @Test("SHA-1 and SHA-256", arguments: Vector.all("crypto/hashes.txt"))
  func hashes(_ vector: Vector) throws {
    let message = try vector.bytes("message")
    #expect(try Hash.sha1(message.span) == vector.bytes("sha1"))
    #expect(try Hash.sha256(message.span).bytes == vector.bytes("sha256"))
  }
}
