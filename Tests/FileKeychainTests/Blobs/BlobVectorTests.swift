// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Codes, wrapped keys and sealed secrets against vectors that Tests/Keychains/keychain_crypto.py
/// made (Specification/keychain-file-format.md, "Cryptography").
@Suite("vectors of blobs") struct BlobVectorTests {
  private static func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8($0) } }
  private static let key = SecretBytes(copying: bytes(1..<25))
  private static let vector = bytes(0..<8)

  static let codes:
    [(name: String, key: [UInt8], [UInt8], [UInt8], legacy: String, standard: String)] = [
      (
        "both chunks", bytes(0..<20), bytes(0..<72), bytes(100..<176),
        "da9c93f79f6bf8b920a10500888aff18885ed675", "663986af8afb9724a536f6ba44cee984a2bf6d24"
      ),
      (
        "an empty second chunk", bytes(0..<20), bytes(0..<72), [],
        "937dae292861abbe36ff5ad5686d42800832b74e", "e90af86570a6af8dc2afb8bed80e3d9c829e534b"
      ),
      (
        "an empty first chunk", bytes(0..<20), [], bytes(100..<176),
        "b10acc9eeccdc0b4facaef4a8cae2799ca26a9f9", "23d719f36d3790459147dfd69a737deaec1b3505"
      ),
      (
        "no bytes", bytes(0..<20), [], [],
        "4cc244dc5205977aced56e221cf4a14eaf5061ed", "06e8ad50fc1035823661d979e2968968cecd03d9"
      ),
      (
        "the boundary one byte later", bytes(0..<20), bytes(0..<72) + [100], bytes(101..<176),
        "4b5f7118219a7c6e42d229144ac12d9fc0e84cc0", "663986af8afb9724a536f6ba44cee984a2bf6d24"
      ),
      (
        "a key of a whole block", [UInt8](repeating: 0xAA, count: 64), bytes(0..<72),
        bytes(100..<176), "5d1c5e1d66454238cc05c212ba19a3f804e45085",
        "5f9d846af98ca32ddeef7bfe3a01a7072aada4c2"
      ),
    ]

  @Test("codes of two chunks", arguments: codes.indices)
  func code(_ place: Int) throws {
    let (name, key, first, second, legacy, standard) = Self.codes[place]
    let expected: [(BlobVersion, String)] = [
      (.plain, legacy), (.intermediate, standard), (.partitioned, standard),
    ]
    for (version, digits) in expected {
      let code = try BlobCode.of(
        first.span, second.span, version: version, key: SecretBytes(copying: key))
      #expect(code == SecretBytes(copying: HexText.wholeBytes(digits) ?? []), "\(name) \(version)")
    }
  }

  static let wrapped: [(key: [UInt8], wrapped: String)] = [
    ([], "56a0fcef6098fd926b3904bd78bfb0ff63d90d7749231521"),
    ([1], "3e67105b0222cc33062b8b323dd3af766fd4527d6353e043"),
    (bytes(0..<7), "321d806b0240d8eff870e005a6e63b1fcf382909281f6625b4128d2ccccebcc5"),
    (bytes(0..<8), "00db748f80da4bf703d6d905277ee79ba76cf9e40fc812f0fc8ada9a5426bafd"),
    (
      bytes(0..<24),
      "b49e9856f3f4e3a296f84da977d93a4a9f945c623251994ea9417377967cc73a392ffceeac71302618b90847a011"
        + "ca36"
    ),
  ]

  @Test("wrapped keys", arguments: wrapped.indices)
  func wrapping(_ place: Int) throws {
    let (key, digits) = Self.wrapped[place]
    let expected = HexText.wholeBytes(digits) ?? []
    let wrapped = try KeyWrapping.wrap(
      SecretBytes(copying: key), under: Self.key, vector: Self.vector)
    #expect(wrapped == expected)
    let found = try KeyWrapping.unwrap(wrapped, under: Self.key, vector: Self.vector)
    #expect(found == SecretBytes(copying: key))
  }

  @Test("a key with a private access list, which is skipped")
  func privateAccess() throws {
    let wrapped =
      HexText.wholeBytes(
        "5d6b16cc335023c93b3579702e8795cb5f8005dbb0b35235e7306730f387277f8965fa0a8a2116e7") ?? []
    let found = try KeyWrapping.unwrap(wrapped, under: Self.key, vector: Self.vector)
    #expect(found == SecretBytes(copying: Self.bytes(0..<16)))
  }

  @Test("a wrong key, another IV and changed bytes are refused")
  func wrongWrapping() throws {
    let wrapped = try KeyWrapping.wrap(
      SecretBytes(copying: Self.bytes(0..<24)), under: Self.key, vector: Self.vector)
    let other = SecretBytes(copying: Self.bytes(2..<26))
    #expect(throws: BlobFailure.notAuthentic) {
      try KeyWrapping.unwrap(wrapped, under: other, vector: Self.vector)
    }
    // Without a look at the IV, one that differs at its end would change the key silently.
    for other in [Self.bytes(1..<9), Self.vector.dropLast() + [99]] {
      #expect(throws: BlobFailure.notAuthentic) {
        try KeyWrapping.unwrap(wrapped, under: Self.key, vector: other)
      }
    }
    for length in wrapped.indices {
      #expect(throws: BlobFailure.self, "length \(length)") {
        try KeyWrapping.unwrap(Array(wrapped[..<length]), under: Self.key, vector: Self.vector)
      }
    }
  }

  static let secrets: [(secret: String, sealed: String)] = [
    ("", ""), ("a", "1f0bf3f1f90bc1a4"),
    ("12345678", "2a0b7ec26d5d1324ada8fcee295110b8"),
    ("0123456789abcdef0", "d57bdd231f26c9a13db8c1f04f760477f68674820dbe735c"),
  ]

  @Test("sealed secrets of password items", arguments: secrets.indices)
  func sealed(_ place: Int) throws {
    let (text, digits) = Self.secrets[place]
    let secret = SecretBytes(copying: Array(text.utf8))
    let label = Array("ssgp".utf8) + Self.bytes(0..<16)
    let blob = try PasswordBlob(secret, key: Self.key, label: label, vector: Self.vector)
    #expect(blob.encode() == label + Self.vector + (HexText.wholeBytes(digits) ?? []))
    let read = try #require(PasswordBlob(decoding: blob.encode()))
    #expect(read.label == label)
    #expect(try read.secret(key: Self.key) == secret)
    if !secret.isEmpty {
      #expect(throws: BlobFailure.notAuthentic) {
        try read.secret(key: SecretBytes(copying: Self.bytes(9..<33)))
      }
    }
  }

  @Test("data that is no sealed secret")
  func unprotected() {
    let sealed = Array("ssgp".utf8) + [UInt8](repeating: 0, count: 24)
    #expect(PasswordBlob(decoding: sealed) != nil)
    #expect(PasswordBlob(decoding: sealed.dropLast()) == nil)
    #expect(PasswordBlob(decoding: [0x53] + sealed.dropFirst()) == nil)
    #expect(PasswordBlob(decoding: []) == nil)
    #expect(PasswordBlob.isLabel(Array("ssgp".utf8)) && !PasswordBlob.isLabel(Array("ssg".utf8)))
  }
}
