// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of the vectors keys-v1.txt and curve25519-v1.txt in Tests/Vectors/formats, which openssl,
/// cryptography and certtool wrote.
@Suite("Keys in the formats of other tools")
struct KeyFormatTests {
  static let all = ["keys", "curve25519"].flatMap { Vector.all("formats/\($0)-v1.txt") }
  static let read = all.filter { $0.expect == "key" }
  static let refused = all.filter { $0.expect != "key" }

  @Test("are all there")
  func count() {
    #expect(Self.read.count == 107)
    #expect(Self.refused.count == 39)
  }

  @Test("are read", arguments: read)
  func reads(_ vector: Vector) throws {
    guard FormatCase.isPossible(vector) else { return }
    let key = try FormatCase.key(vector)
    let half: KeyHalf = vector.fields["half"] == "private" ? .privateHalf : .publicHalf
    #expect(key.half == half)
    #expect(try key.externalForm() == SecretBytes(copying: vector.bytes("form")))
  }

  @Test("that are none are refused with the reason", arguments: refused)
  func refuses(_ vector: Vector) throws {
    let expected = try #require(FormatCase.failures[vector.expect])
    #expect(throws: expected) { try FormatCase.key(vector) }
  }

  @Test("under a password are not read under another", arguments: read)
  func otherPassword(_ vector: Vector) throws {
    guard FormatCase.isPossible(vector), let password = try FormatCase.password(vector) else {
      return
    }
    // With a wrong password the padding is right once in 256 times by chance. Then the bytes are no
    // key.
    #expect(throws: FormatFailure.self) {
      try FormatCase.key(vector, password: password.other)
    }
    #expect(throws: FormatFailure.self) { try FormatCase.key(vector, password: .empty) }
  }

  @Test("cut anywhere are none, and changed anywhere never stop the program", arguments: read)
  func damaged(_ vector: Vector) throws {
    guard vector.fields["password"] == nil else { return }
    let data = try vector.bytes("data")
    for place in stride(from: 0, to: data.count, by: 3) {
      #expect(throws: FormatFailure.self) {
        try FormatCase.key(vector, data: Array(data[..<place]))
      }
      var changed = data
      changed[place] ^= 0x41
      _ = try? FormatCase.key(vector, data: changed)
    }
  }

  @Test("written by us are read by us, and are those of the other tools")
  func writes() throws {
    var checked = 0
    for vector in Self.read where vector.fields["password"] == nil {
      let key = try FormatCase.key(vector)
      let data = try vector.bytes("data")
      if vector.testDescription.contains("PKCS#8 of openssl") {
        #expect(try key.pkcs8Form() == SecretBytes(copying: data))
        checked += 1
      } else if vector.testDescription.contains("SEC 1 of openssl") {
        #expect(try key.sec1Form() == SecretBytes(copying: data))
        checked += 1
      } else if vector.fields["format"] == "spki" {
        #expect(key.subjectPublicKeyInfo == data)
        checked += 1
      }
    }
    #expect(checked == 20)
  }

  @Test("are encrypted under a password that opens them again, each time anew")
  func encrypts() throws {
    let vector = try #require(Self.read.first { $0.testDescription.contains("P-384") })
    let key = try FormatCase.key(vector)
    let password = FormatCase.password("pä😀").forImport
    let data = try key.encryptedPKCS8Form(password: password, SystemRandomness())
    let other = try key.encryptedPKCS8Form(password: password, SystemRandomness())
    #expect(data != other)
    #expect(try SoftwareKey(encryptedPKCS8: data.span, password: password) == key)
    #expect(throws: FormatFailure.wrongPassword) {
      try SoftwareKey(encryptedPKCS8: data.span, password: FormatCase.password("pa").forImport)
    }
  }

  @Test("on curves may have one zero in front of the private number, as GnuTLS writes it")
  func zeroInFront() throws {
    let data = try #require(
      Self.read.first {
        $0.fields["format"] == "sec1" && $0.testDescription.contains("P-256")
      }
    ).bytes("data")
    let key = try SoftwareKey(sec1: SecretBytes(copying: data))
    // SEQUENCE, version 1, OCTET STRING of 32 bytes.
    #expect(Array(data[2..<7]) == [2, 1, 1, 4, 32])
    func longer(_ front: [UInt8]) -> SecretBytes {
      let count = UInt8(front.count)
      return SecretBytes(
        copying: [0x30, data[1] + count, 2, 1, 1, 4, 32 + count] + front + data[7...])
    }
    #expect(try SoftwareKey(sec1: longer([])) == key)
    #expect(try SoftwareKey(sec1: longer([0])) == key)
    for front: [UInt8] in [[1], [0, 0]] {
      #expect(throws: FormatFailure.malformed) { try SoftwareKey(sec1: longer(front)) }
    }
  }

  @Test("of the public half are not written as private ones")
  func publicHalf() throws {
    let vector = try #require(Self.read.first { $0.fields["format"] == "spki" })
    let key = try FormatCase.key(vector)
    #expect(throws: KeychainError.parameter("")) { try key.pkcs8Form() }
    #expect(throws: KeychainError.parameter("")) { try key.sec1Form() }
    #expect(throws: KeychainError.parameter("")) {
      try key.encryptedPKCS8Form(password: .empty, SystemRandomness())
    }
  }
}
