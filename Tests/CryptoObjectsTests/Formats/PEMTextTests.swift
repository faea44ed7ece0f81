// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import SecureMemory
import TestVectors
import Testing

/// PEM by the rules of spec/certificates.md 5.3.
@Suite("PEM")
struct PEMTextTests {
  private static func read(_ text: String) throws -> PEMText? {
    try PEMText(SecretBytes(copying: Array(text.utf8)))
  }

  private static func bytes(_ block: PEMBlock) -> [UInt8] {
    block.content.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test(
    "finds out by the first line what a block holds",
    arguments: [
      ("CERTIFICATE", PEMKind.certificate), ("X509 CERTIFICATE", .certificate),
      ("TRUSTED CERTIFICATE", .certificate), ("CERTIFICATE REQUEST", .certificate),
      ("ANY PRIVATE KEY", .openSSLPrivateKey), ("PUBLIC KEY", .publicKey),
      ("RSA PUBLIC KEY", .publicKey), ("EC PUBLIC KEY", .publicKey),
      ("RSA PRIVATE KEY", .openSSLPrivateKey), ("DSA PRIVATE KEY", .openSSLPrivateKey),
      ("PKCS7", .pkcs7), ("CMS", .pkcs7), ("ENCRYPTED PRIVATE KEY", .encryptedPrivateKey),
      ("PRIVATE KEY", .privateKey), ("EC PRIVATE KEY", .privateKey),
      ("OPENSSH PRIVATE KEY", .openSSHPrivateKey), ("PKCS12", .pkcs12),
      ("SYMMETRIC KEY", .symmetricKey), ("X509 CRL", .unknown), ("EC PARAMETERS", .unknown),
    ])
  func kinds(_ label: String, _ kind: PEMKind) throws {
    let text = try #require(
      try Self.read("-----BEGIN \(label)-----\nAQID\n-----END \(label)-----\n"))
    #expect(text.blocks.map(\.kind) == [kind])
    #expect(text.blocks.map { Self.bytes($0) } == [[1, 2, 3]])
    #expect(!text.isCutShort)
  }

  @Test("takes many blocks, with text between, ends of lines of all systems and no last line")
  func blocks() throws {
    let text = """
      a comment: with a colon\r
      -----BEGIN CERTIFICATE-----\r
      \r
      AQ\r
      ID\r
      -----END CERTIFICATE-----\r
      between
      # -----BEGIN PRIVATE KEY-----
      BAUG
      -----END PRIVATE KEY-----
      -----BEGIN PUBLIC KEY-----
      Bwg=
      """
    for ends in ["\n", "\r", "\r\n"] {
      let lines = text.split(whereSeparator: \.isNewline).joined(separator: ends)
      let read = try #require(try Self.read(lines))
      #expect(read.blocks.map(\.kind) == [.certificate, .privateKey, .publicKey])
      #expect(read.blocks.map { Self.bytes($0) } == [[1, 2, 3], [4, 5, 6], [7, 8]])
      #expect(!read.isCutShort)
    }
  }

  @Test("keeps parameters")
  func parameters() throws {
    let text = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: X,00\n\nAQID\n"
    let block = try #require(try Self.read(text)?.blocks.first)
    #expect(block.parameters == ["Proc-Type: 4,ENCRYPTED", "DEK-Info: X,00"])
    #expect(block.isEncrypted)
  }

  @Test(
    "stops at a block that is malformed and keeps those before",
    arguments: ["", "\n", "A", "AQI", "AQ=D", "AQID=", "AQI?", "AQJ=", "AQID\nX: y\nAQID"])
  func malformed(_ body: String) throws {
    let good = "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n"
    let bad = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
    let read = try #require(try Self.read(good + bad + good))
    #expect(read.blocks.count == 1)
    #expect(read.isCutShort)
    #expect(try Self.read(bad)?.blocks.isEmpty == true)
  }

  @Test("takes text without a first line as base64", arguments: ["AQID", " AQ\n ID\t\r\n"])
  func bare(_ text: String) throws {
    let read = try #require(try Self.read(text))
    #expect(read.blocks.map(\.kind) == [.unknown])
    #expect(read.blocks.map { Self.bytes($0) } == [[1, 2, 3]])
  }

  @Test(
    "is nothing that has other bytes, or nothing to see",
    arguments: [
      "", " \n", "-----BEGIN CERTIFICATE-----\nAQID\u{0}\n", "-----BEGIN CERTIFICATE-----\nä\n",
      "\u{1b}AQID", "AQ-D", "no base64.",
    ])
  func binary(_ text: String) throws {
    #expect(try Self.read(text) == nil)
  }

  @Test("has a limit to its blocks")
  func limit() throws {
    let block = "-----BEGIN PKCS7-----\nAQID\n-----END PKCS7-----\n"
    #expect(try Self.read(String(repeating: block, count: 4096))?.blocks.count == 4096)
    #expect(throws: FormatFailure.excessive) {
      try Self.read(String(repeating: block, count: 4097))
    }
  }

  @Test(
    "is written in lines of 64 columns and read again", arguments: [1, 2, 3, 47, 48, 49, 96, 300])
  func writes(_ count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let text = PEMBlock.text("PRIVATE KEY", SecretBytes(copying: content))
    let lines = text.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "-----BEGIN PRIVATE KEY-----")
    #expect(lines.suffix(2) == ["-----END PRIVATE KEY-----", ""])
    let body = lines.dropFirst().dropLast(2)
    #expect(body.dropLast().allSatisfy { $0.utf8.count == 64 })
    #expect((1...64).contains(body.last?.utf8.count ?? 0))
    let block = try #require(try PEMText(text)?.blocks.first)
    #expect(Self.bytes(block) == content)
  }
}
