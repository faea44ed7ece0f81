// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestPatience
import TestVectors
import Testing

/// The vectors of Tests/Vectors/formats/items-v1.txt: what comes out of data of any format.
@Suite("Import of data of any format")
struct ItemImportTests {
  static let all = Vector.all("formats/items-v1.txt")

  @Test("finds out the format and reads what is there, or says why not", arguments: all)
  func reads(_ vector: Vector) throws {
    let data = SecretBytes(copying: try vector.bytes("data"))
    var hints = ItemImport.Hints()
    hints.name = vector.fields["file"] ?? ""
    hints.password = try FormatCase.password(vector)?.forImport
    hints.allowsOneKeyOnly = vector.fields["only-one"] != nil
    if let status = Int32(vector.expect) {
      let error = KeychainError(KeychainError.Code(rawValue: status), "")
      #expect(throws: error) { try ItemImport(data, hints) }
      return
    }
    let read = try ItemImport(data, hints)
    #expect("\(read.format.rawValue) \(read.type.rawValue)" == vector.expect)
    let items = try read.items.map { try Self.text($0) }
    #expect(items.joined(separator: "|") == vector.fields["items"] ?? "")
  }

  @Test("are all there")
  func count() {
    #expect(Self.all.count == 75)
    #expect(Self.all.count { $0.expect.hasPrefix("-") } == 29)
  }

  static func text(_ item: ExternalItem) throws -> String {
    switch item {
    case .certificate(let certificate): return "c" + (try hash(certificate.bytes))
    case .symmetricKey(let bytes): return "s" + (try hash(bytes.withBytes { $0.array($0.indices) }))
    case .key(let key):
      let form = try key.externalForm().withBytes { $0.array($0.indices) }
      return (key.half == .privateHalf ? "k" : "p") + (try hash(form))
    }
  }

  private static func hash(_ bytes: [UInt8]) throws -> String {
    OtherImplementation.hex(try HashFunction.sha256.hash(bytes.span))
  }

  @Test("takes the caller's word for a format, which has to be right")
  func hints() throws {
    let vector = try #require(Self.all.first { $0.testDescription == "certificate, DER" })
    let data = SecretBytes(copying: try vector.bytes("data"))
    var hints = ItemImport.Hints()
    let others = [
      ExternalFormat.openSSL, .bsafe, .pkcs7, .ssh, .sshVersion2, .wrappedSSH, .wrappedLSH,
      .pemSequence, .netscapeCertificateSequence,
    ]
    for format in others {
      hints.format = format
      #expect(throws: KeychainError(KeychainError.Code(rawValue: -25257), "")) {
        try ItemImport(data, hints)
      }
    }
    hints.format = .rawKey
    #expect(try ItemImport(data, hints).type == .sessionKey)
  }

  @Test("a name says what is in PEM behind the ending of PEM")
  func names() throws {
    let block = PEMBlock.text("X", SecretBytes(copying: [1, 2, 3]))
    var hints = ItemImport.Hints()
    // A container without a password, and no container at all.
    for (name, status) in [("x.p12.pem", -25260), ("x.pem", -25257), ("x.P8.PEM", -25260)] {
      hints.name = name
      let error = KeychainError(KeychainError.Code(rawValue: Int32(status)), "")
      #expect(throws: error, "\(name)") { try ItemImport(block, hints) }
    }
  }

  @Test("has a limit to its bytes, and one to all certificates of its parts")
  func amounts() throws {
    let bytes = SecretBytes(copying: [UInt8](repeating: 0, count: (64 << 20) + 1))
    #expect(throws: KeychainError(.decode, "")) { try ItemImport(bytes, ItemImport.Hints()) }
    let vector = try #require(Self.all.first { $0.testDescription == "PKCS#7, DER" })
    let block = PEMBlock.text("PKCS7", SecretBytes(copying: try vector.bytes("data")))
      .withBytes { $0.array($0.indices) }
    let text = [UInt8](repeatElement(block, count: 1_366).joined())
    #expect(throws: KeychainError(.decode, "")) {
      try ItemImport(SecretBytes(copying: text), ItemImport.Hints())
    }
  }

  @Test("of a text asks for no more work than that of a file, and no more keys")
  func limits() throws {
    let key = try #require(Self.all.first { $0.testDescription.hasPrefix("encrypted PKCS#8, P") })
    let file = try #require(
      PKCS12FileTests.read.first { $0.testDescription == "openssl, 300,000 iterations" })
    let own = try #require(Self.all.first { $0.testDescription == "its own form, P-256, DER" })
    // Three keys of 300,000 iterations, and then the same again and again.
    let rows: [(label: String, data: [UInt8], most: Int, over: Int)] = [
      ("ENCRYPTED PRIVATE KEY", try key.bytes("data"), 128, 129),
      ("PKCS12", try file.bytes("data"), 2, 12),
      ("EC PRIVATE KEY", try own.bytes("data"), 128, 129),
    ]
    for row in rows {
      let block = PEMBlock.text(row.label, SecretBytes(copying: row.data))
        .withBytes { $0.array($0.indices) }
      var hints = ItemImport.Hints()
      hints.password = FormatCase.password("secret").forImport
      let most = [UInt8](repeatElement(block, count: row.most).joined())
      #expect(throws: Never.self) { try ItemImport(SecretBytes(copying: most), hints) }
      let over = [UInt8](repeatElement(block, count: row.over).joined())
      let stopwatch = Stopwatch(.thread)
      #expect(throws: KeychainError(.decode, ""), "\(row.label)") {
        try ItemImport(SecretBytes(copying: over), hints)
      }
      #expect(stopwatch.elapsed < Effort.most)
    }
  }
}
