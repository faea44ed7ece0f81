// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestPatience
import TestVectors
import Testing

@Suite("PKCS#12 files of ours")
struct PKCS12WritingTests {
  /// Returns the key and certificates of a file with a chain.
  private static func sample() throws -> PKCS12File {
    let vector = try #require(
      PKCS12FileTests.read.first { $0.testDescription == "openssl, chain" })
    let password = try #require(try FormatCase.password(vector)).forImport
    return try PKCS12File(SecretBytes(copying: vector.bytes("data")), password: password)
  }

  @Test("are read again as they were written", arguments: ["secret", "", "pä😀"])
  func again(_ text: String) throws {
    let file = try Self.sample()
    let password = FormatCase.password(text)
    let data = try file.write(password: password.forImport, SystemRandomness())
    let read = try PKCS12File(SecretBytes(copying: data), password: password.forImport)
    #expect(read.keys.map(\.key) == file.keys.map(\.key))
    #expect(read.keys.map(\.label) == file.keys.map(\.label))
    #expect(read.certificates.map(\.certificate) == file.certificates.map(\.certificate))
    #expect(read.certificates.map(\.label) == file.certificates.map(\.label))
    #expect(throws: FormatFailure.wrongPassword) {
      try PKCS12File(SecretBytes(copying: data), password: password.other)
    }
  }

  @Test("may hold keys alone, certificates alone, or nothing")
  func parts() throws {
    let file = try Self.sample()
    let parts = [
      PKCS12File(keys: file.keys), PKCS12File(certificates: file.certificates), PKCS12File(),
    ]
    for part in parts {
      let data = try part.write(password: .empty, SystemRandomness())
      let read = try PKCS12File(SecretBytes(copying: data), password: .empty)
      #expect(read.keys.count == part.keys.count)
      #expect(read.certificates.count == part.certificates.count)
    }
  }

  @Test("with more parts than any of use are refused in two seconds of work")
  func limits() throws {
    let entry = try #require(try Self.sample().certificates.first)
    let many = [PKCS12File.Entry](repeating: entry, count: 4096)
    let password = ImportPassword.empty
    let most = try PKCS12File(certificates: many).write(password: password, SystemRandomness())
    let read = try PKCS12File(SecretBytes(copying: most), password: password)
    #expect(read.certificates.count == 4096)
    let over = try PKCS12File(certificates: many + [entry])
      .write(password: password, SystemRandomness())
    let stopwatch = Stopwatch(.thread)
    #expect(throws: FormatFailure.excessive) {
      try PKCS12File(SecretBytes(copying: over), password: password)
    }
    #expect(stopwatch.elapsed < Effort.most)
  }

  @Test("hold no public keys in the place of private ones")
  func publicKey() throws {
    var file = try Self.sample()
    file.keys = [PKCS12File.Key(try file.keys[0].key.publicHalf(), PKCS12File.Label())]
    #expect(throws: KeychainError.parameter("")) {
      try file.write(password: .empty, SystemRandomness())
    }
  }
}
