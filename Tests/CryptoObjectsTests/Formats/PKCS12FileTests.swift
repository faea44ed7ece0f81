// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestPatience
import TestVectors
import Testing

/// Tests of the vectors in Tests/Vectors/formats/pkcs12-v1.txt.
///
/// They are files of openssl, keytool, certtool and cryptography, and some that no tool writes.
@Suite("PKCS#12 files of other tools")
struct PKCS12FileTests {
  static let all = Vector.all("formats/pkcs12-v1.txt")
  static let read = all.filter { $0.expect == "file" }
  static let refused = all.filter { $0.expect != "file" }

  @Test("are all there")
  func count() {
    #expect(Self.read.count == 76)
    #expect(Self.refused.count == 23)
  }

  private func file(
    _ vector: Vector, data: [UInt8]? = nil, password: ImportPassword? = nil
  ) throws -> PKCS12File {
    let data = try data ?? vector.bytes("data")
    let own = try #require(try FormatCase.password(vector)).forImport
    return try PKCS12File(SecretBytes(copying: data), password: password ?? own)
  }

  @Test("hold their keys and certificates, in order, with names and identifiers", arguments: read)
  func reads(_ vector: Vector) throws {
    guard FormatCase.isPossible(vector) else { return }
    let file = try file(vector)
    let keys = try file.keys.map { "\(hex(try hash(of: $0.key))),\(text($0.label))" }
    let certificates = try file.certificates.map {
      "\(hex(try HashFunction.sha256.hash($0.certificate.bytes.span))),\(text($0.label))"
    }
    #expect(keys.joined(separator: "|") == vector.fields["keys"])
    #expect(certificates.joined(separator: "|") == vector.fields["certificates"])
    #expect(try file.identities().count == (try vector.number("identities")))
    #expect(try file.otherCertificates().count == (try vector.number("others")))
    for identity in try file.identities() {
      let hash = try identity.certificate.certificate.subjectPublicKey.hash()
      #expect(try identity.key.key.label() == hash)
    }
  }

  private func hash(of key: SoftwareKey) throws -> [UInt8] {
    try key.externalForm().withBytes { (bytes) throws in try HashFunction.sha256.hash(bytes) }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func text(_ label: PKCS12File.Label) -> String {
    hex(Array((label.friendlyName ?? "").utf8)) + "," + hex(label.localKeyID ?? [])
  }

  @Test("that are none are refused with the reason, after little work", arguments: refused)
  func refuses(_ vector: Vector) throws {
    let expected = try #require(FormatCase.failures[vector.expect])
    let stopwatch = Stopwatch(.thread)
    #expect(throws: expected) { try file(vector) }
    #expect(stopwatch.elapsed < Effort.most)
  }

  @Test("are not read under another password", arguments: read)
  func otherPassword(_ vector: Vector) throws {
    let password = try #require(try FormatCase.password(vector))
    #expect(throws: FormatFailure.wrongPassword) { try file(vector, password: password.other) }
    guard !password.text.isEmpty else { return }
    #expect(throws: FormatFailure.wrongPassword) { try file(vector, password: .empty) }
  }

  @Test("contents within contents are read, which Apple passes over")
  func nested() throws {
    let vector = try #require(Self.read.first { $0.testDescription == "contents in contents" })
    let file = try file(vector)
    #expect(file.keys.count == 1)
    #expect(file.certificates.count == 2)
    #expect(try file.identities().count == 1)
  }

  @Test("cut anywhere are none")
  func cut() throws {
    let vector = try #require(Self.read.first { $0.testDescription == "made here" })
    let data = try vector.bytes("data")
    for count in data.indices {
      #expect(throws: FormatFailure.self) { try file(vector, data: Array(data[..<count])) }
    }
  }

  @Test("changed anywhere within are under another password, or none")
  func damaged() throws {
    let names = ["made here", "BER, lengths not given, strings in pieces", "contents in contents"]
    for vector in Self.read where names.contains(vector.testDescription) {
      let data = try vector.bytes("data")
      let content = try file(vector).certificates.map(\.certificate)
      for place in data.indices {
        var changed = data
        changed[place] ^= 0x41
        // The authentication code does not cover the headers outside it, nor its own parameters.
        if let read = try? file(vector, data: changed) {
          #expect(read.certificates.map(\.certificate) == content)
        }
      }
    }
  }

  @Test("answer with the statuses of SecPKCS12Import")
  func statuses() {
    for failure in [FormatFailure.malformed, .unsupported, .withoutCode, .excessive] {
      #expect(KeychainError(importing: failure).code == .decode)
    }
    #expect(KeychainError(importing: .wrongPassword).code == .authorizationFailed)
    #expect(KeychainError(importing: .failed).code == .internalError)
  }
}
