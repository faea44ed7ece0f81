// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Foundation

/// Writes a file of gnome-keyring in its encrypted format, since its service would take half an
/// hour to store 10,000 items.
///
/// The file is big-endian: a header in the clear with the hashed attributes, then an MD5 sum and
/// the items, encrypted with AES-128-CBC. Rounds of SHA-256 derive the key from the password.
struct KeyringFile {
  /// The password with which the client unlocks the collection.
  static let password = "bench"
  private static let rounds: UInt32 = 2_000
  private var bytes: [UInt8] = []

  static func write(_ items: Int, to path: String) throws {
    var file = KeyringFile()
    let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    file.bytes = Array("GnomeKeyring\n\r\0\n".utf8) + [0, 0, 0, 0]
    file.put("bench")
    for _ in 0..<2 { file.putTime() }
    for number in [0, 0, rounds] { file.put(number) }
    file.bytes += salt
    for _ in 0..<4 { file.put(UInt32(0)) }
    file.put(UInt32(items))
    for index in 0..<items {
      file.put(UInt32(index + 1))
      file.put(UInt32(0))
      try file.putAttributes(index, hashed: true)
    }
    var secret = KeyringFile()
    for index in 0..<items {
      secret.put(Names.service(index))
      secret.put(Names.secret(index))
      for _ in 0..<2 { secret.putTime() }
      secret.put(UInt32.max)
      for _ in 0..<4 { secret.put(UInt32(0)) }
      try secret.putAttributes(index, hashed: false)
      secret.put(UInt32(0))
    }
    secret.bytes += [UInt8](repeating: 0, count: (16 - secret.bytes.count % 16) % 16)
    let sealed = try encrypted(try sum(secret.bytes, "MD5") + secret.bytes, salt)
    file.put(UInt32(sealed.count))
    try Data(file.bytes + sealed).write(to: URL(fileURLWithPath: path))
  }

  private mutating func put(_ number: UInt32) {
    bytes += withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes += Array(text.utf8)
  }

  private mutating func putTime() {
    put(UInt32(0))
    put(UInt32(1_700_000_000))
  }

  private mutating func putAttributes(_ index: Int, hashed: Bool) throws {
    put(UInt32(2))
    for (name, value) in [("account", Names.account(index)), ("service", Names.service(index))] {
      put(name)
      put(UInt32(0))
      put(hashed ? try Self.sum(Array(value.utf8), "MD5").map(Self.hex).joined() : value)
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count < 2 ? "0" + text : text
  }

  private static func sum(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 64)
    var length = 0
    guard EVP_Q_digest(nil, name, nil, bytes, bytes.count, &output, &length) == 1 else {
      throw BenchError(what: "libcrypto has no \(name)")
    }
    return Array(output[..<length])
  }

  private static func encrypted(_ bytes: [UInt8], _ salt: [UInt8]) throws -> [UInt8] {
    var key = try sum(Array(password.utf8) + salt, "SHA256")
    for _ in 1..<rounds { key = try sum(key, "SHA256") }
    guard let cipher = EVP_CIPHER_fetch(nil, "AES-128-CBC", nil), let context = EVP_CIPHER_CTX_new()
    else { throw BenchError(what: "libcrypto refuses") }
    defer { EVP_CIPHER_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: bytes.count + 16)
    var length: CInt = 0
    EVP_EncryptInit_ex2(context, cipher, Array(key[..<16]), Array(key[16...]), nil)
    EVP_CIPHER_CTX_set_padding(context, 0)
    EVP_EncryptUpdate(context, &output, &length, bytes, CInt(bytes.count))
    return Array(output[..<Int(length)])
  }
}
