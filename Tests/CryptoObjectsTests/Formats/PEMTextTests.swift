// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import SecureMemory
import TestVectors
import Testing

/// Tests of PEM by the rules of Specification/certificates.md, "PEM files".
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
      ("TRUSTED CERTIFICATE", .certificate),
      ("ANY PRIVATE KEY", .openSSLPrivateKey), ("PUBLIC KEY", .publicKey),
      ("RSA PUBLIC KEY", .publicKey), ("EC PUBLIC KEY", .publicKey),
      ("RSA PRIVATE KEY", .openSSLPrivateKey), ("ECDSA PRIVATE KEY", .openSSLPrivateKey),
      ("PKCS7", .pkcs7), ("CMS", .pkcs7), ("ENCRYPTED PRIVATE KEY", .encryptedPrivateKey),
      ("PRIVATE KEY", .privateKey), ("EC PRIVATE KEY", .privateKey),
      ("OPENSSH PRIVATE KEY", .openSSHPrivateKey), ("PKCS12", .pkcs12),
      ("SYMMETRIC KEY", .symmetricKey), ("SOMETHING ELSE", .unknown),
    ])
  func kinds(_ label: String, _ kind: PEMKind) throws {
    let text = try #require(
      try Self.read("-----BEGIN \(label)-----\nAQID\n-----END \(label)-----\n"))
    #expect(text.blocks.map(\.kind) == [kind] && text.blocks.map(\.label) == [label])
    #expect(text.blocks.map { Self.bytes($0) } == [[1, 2, 3]])
    #expect(!text.hasMalformed && text.skipped.isEmpty)
  }

  @Test(
    "passes over what no keychain holds, and names it",
    arguments: [
      "EC PARAMETERS", "DH PARAMETERS", "X9.42 DH PARAMETERS", "DSA PARAMETERS", "X509 CRL",
      "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST", "ATTRIBUTE CERTIFICATE",
      "DSA PRIVATE KEY", "DH PUBLIC KEY", "X9.42 DH PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
      "SSH2 PUBLIC KEY", "PUBLIC KEY HASH",
    ])
  func skipped(_ label: String) throws {
    let other = "-----BEGIN \(label)-----\nAQID\n-----END \(label)-----\n"
    let key = "-----BEGIN EC PRIVATE KEY-----\nAQID\n-----END EC PRIVATE KEY-----\n"
    for text in [other + key, key + other, other + key + other] {
      let read = try #require(try Self.read(text))
      #expect(read.blocks.map(\.kind) == [.privateKey] && !read.hasMalformed)
      #expect(Set(read.skipped) == [label])
    }
    #expect(try Self.read(other)?.blocks.isEmpty == true)
  }

  @Test("a block of no use takes no other with it, whatever is in it")
  func others() throws {
    let good = "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n"
    let many = String(repeating: "Name: value\n", count: 17)
    let long = String(repeating: "A", count: 2000)
    let rows: [(text: String, label: String, isMalformed: Bool)] = [
      ("-----BEGIN X509 CRL-----\nAQID\n", "X509 CRL", false),
      ("-----BEGIN X509 CRL-----\n", "X509 CRL", false),
      ("-----BEGIN PGP SIGNATURE-----\nAQID\n=AQID\n", "PGP SIGNATURE", false),
      ("-----BEGIN ODD-----\n?\n-----END ODD-----\n", "ODD", true),
      ("-----BEGIN ODD-----\n?\n", "ODD", true), ("-----BEGIN ODD-----\n", "ODD", true),
      ("-----BEGIN ODD-----\n\(many)\n?\n-----END ODD-----\n", "ODD", true),
      ("-----BEGIN ODD-----\nName: \(long)\n\n?\n-----END ODD-----\n", "ODD", true),
      ("-----BEGIN \(long)\n", String(repeating: "A", count: 64), true),
    ]
    for row in rows {
      for text in [good + row.text + good, "ä\n" + good + row.text + good] {
        let read = try #require(try Self.read(text))
        #expect(read.blocks.map { Self.bytes($0) } == [[1, 2, 3], [1, 2, 3]], "\(row.text)")
        #expect(read.blocks.allSatisfy { $0.kind == .certificate })
        #expect(read.skipped == [row.label] && read.hasMalformed == row.isMalformed)
      }
    }
  }

  @Test("passes over what stands around the blocks, in whatever encoding")
  func surroundings() throws {
    let block = Array("-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----".utf8)
    let rows: [(before: [UInt8], after: [UInt8])] = [
      (Array("Bag Attributes\n  friendlyName: BJÖRN\n".utf8), Array("\nÄ\n".utf8)),
      (Array("  friendlyName: BJ".utf8) + [0xd6, 0x0a], [0x0a, 0xff, 0xfe, 0x0a]),
      ([0xef, 0xbb, 0xbf], []), ([], [0]), ([], [0x0a, 0, 0, 0x1a]),
      ([0, 1, 2, 0x0a], [0x0a, 0x80]),
      (Array("é -----BEGIN CERTIFICATE-----\nnot at its beginning\n".utf8), [0x0a]),
      (Array("é\n \t".utf8), []), ([0xef, 0xbb, 0xbf, 0x20], [0x0a]),
    ]
    for (before, after) in rows {
      let one = before + block + after
      for (text, count) in [(one, 1), (before + block + [0x0a] + one, 2)] {
        let read = try #require(try PEMText(SecretBytes(copying: text)))
        #expect(read.blocks.count == count && !read.hasMalformed)
        #expect(read.blocks.allSatisfy { $0.kind == .certificate && Self.bytes($0) == [1, 2, 3] })
      }
    }
  }

  @Test("a text within DER or BER is none, whatever the form of the length")
  func elements() throws {
    let block = Array("\n-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n".utf8)
    let long = [UInt8](repeating: 0x80, count: 300) + block
    let longer = long + [0x0a]
    let count = UInt8(block.count + 1)
    let (high, low) = (UInt8(long.count >> 8), UInt8(long.count & 0xff))
    let rows: [(head: [UInt8], rest: [UInt8], isText: Bool)] = [
      ([0x30, count, 0x80], block, false), ([0x30, 0x81, count, 0x80], block, false),
      ([0x30, 0x82, 0, count, 0x80], block, false), ([0x30, 0x82, high, low], long, false),
      ([0x30, 0x80, 0x80], block, false), ([0x30, count + 1, 0x80], block, true),
      ([0x30, 0x82, high, low], longer, true), ([0x31, count, 0x80], block, true),
      ([0x30, 0x8a, 0xff], block, true),
    ]
    for (place, row) in rows.enumerated() {
      let text = try PEMText(SecretBytes(copying: row.head + row.rest))
      #expect((text != nil) == row.isText, "row \(place)")
    }
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
      #expect(!read.hasMalformed)
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
    arguments: [
      "", "\n", "A", "AQI", "AQ=D", "AQID=", "AQI?", "AQJ=", "AQID\nX: y\nAQID", "AQID\u{0}",
      "ä",
    ])
  func malformed(_ body: String) throws {
    let good = "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n"
    let bad = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
    let read = try #require(try Self.read(good + bad + good))
    #expect(read.blocks.count == 1)
    #expect(read.hasMalformed)
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
      "", " \n", "\u{1b}AQID", "AQ-D", "no base64.", "ä -----BEGIN CERTIFICATE-----\nAQID\n",
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
