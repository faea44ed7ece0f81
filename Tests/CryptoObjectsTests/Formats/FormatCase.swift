// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import SecureMemory
import TestVectors
import Testing

/// Reads the vectors of Tests/Vectors/formats.
enum FormatCase {
  static let failures: [String: FormatFailure] = [
    "malformed": .malformed, "unsupported": .unsupported, "without-code": .withoutCode,
    "wrong-password": .wrongPassword, "excessive": .excessive,
  ]

  /// True if this system's libcrypto can decrypt the vector's file.
  static func isPossible(_ vector: Vector) -> Bool {
    vector.fields["legacy"] == nil || PasswordCipher.rc2Of40Bits.isAvailable
  }

  static func password(_ text: String) -> TestPassword { TestPassword(text: text) }

  static func password(_ vector: Vector) throws -> TestPassword? {
    guard vector.fields["password"] != nil else { return nil }
    return password(String(decoding: try vector.bytes("password"), as: UTF8.self))
  }

  static func key(
    _ vector: Vector, data: [UInt8]? = nil, password: ImportPassword? = nil
  ) throws -> SoftwareKey {
    let data = try data ?? vector.bytes("data")
    let secret = SecretBytes(copying: data)
    let password = try password ?? Self.password(vector)?.forImport ?? .empty
    switch vector.fields["format"] {
    case "pkcs8": return try SoftwareKey(pkcs8: secret)
    case "sec1": return try SoftwareKey(sec1: secret)
    case "spki": return try SoftwareKey(subjectPublicKeyInfo: data.span)
    case "encrypted": return try SoftwareKey(encryptedPKCS8: data.span, password: password)
    default:
      let block = try #require(try PEMText(secret)?.blocks.first)
      #expect(block.isEncrypted)
      let form = try TraditionalEncryption.decrypt(block, password: password)
      guard block.kind == .openSSLPrivateKey else { return try SoftwareKey(sec1: form) }
      return try SoftwareKey(externalForm: form, .rsa, .privateHalf)
    }
  }
}

/// A password, and another one that differs from it.
struct TestPassword {
  let text: String

  var forImport: ImportPassword {
    ImportPassword(utf8: SecretBytes(copying: Array(text.utf8))) ?? .empty
  }
  var other: ImportPassword { TestPassword(text: text + "x").forImport }
}
