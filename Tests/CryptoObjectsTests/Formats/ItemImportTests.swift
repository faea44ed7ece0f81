// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestPatience
import TestVectors
import Testing

/// Tests of the vectors in Tests/Vectors/formats/items-v1.txt: the items in data of any format.
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
    #expect(Self.all.count == 99)
    #expect(Self.all.count { $0.expect.hasPrefix("-") } == 34)
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

  @Test("takes no caller's word for a format where the data are known")
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
      #expect(try ItemImport(data, hints).type == .certificate)
      #expect(throws: KeychainError(KeychainError.Code(rawValue: -25257), "")) {
        try ItemImport(SecretBytes(copying: [1, 2, 3]), hints)
      }
    }
    hints.format = .rawKey
    #expect(try ItemImport(data, hints).type == .sessionKey)
  }

  @Test("takes no caller's word for a block that is recognised, nor for a container")
  func hintsBesideContents() throws {
    // swift-format-ignore
    let rows: [(name: String, hints: [ExternalFormat], file: String, read: String)] = [
      ("PKCS#8, P-256, PEM", [.pkcs12, .x509Certificate, .pkcs7],       "x.p12", "1 1"),
      ("certificate, PEM",   [.pkcs12, .openSSL, .wrappedPKCS8],        "x.p8",  "9 4"),
      ("PKCS#12",            [.openSSL, .wrappedOpenSSL, .pemSequence], "x.cer", "12 5"),
      ("PKCS#7, DER",        [.pkcs12, .openSSL, .x509Certificate],     "x.p12", "11 5"),
    ]
    for (name, formats, file, expected) in rows {
      let vector = try #require(Self.all.first { $0.testDescription == name })
      let data = SecretBytes(copying: try vector.bytes("data"))
      for hint in formats {
        var hints = ItemImport.Hints()
        (hints.format, hints.name) = (hint, file)
        hints.password = FormatCase.password("secret").forImport
        let read = try ItemImport(data, hints)
        let found = "\(read.format.rawValue) \(read.type.rawValue)"
        #expect(found == expected, "\(name), \(hint)")
      }
    }
  }

  /// Returns the labels of the blocks that were skipped, or nil if nothing was reported.
  private static func labels(toldOf data: [UInt8]) -> [String]? {
    var told: [String]?
    _ = try? RecognizedContent(SecretBytes(copying: data), ItemImport.Hints()) { told = $0 }
    return told
  }

  @Test("names the blocks that it passes over, also where nothing else is left")
  func passedOver() throws {
    let rows: [(name: String, labels: [String]?)] = [
      ("EC PARAMETERS and a key", ["EC PARAMETERS"]), ("EC PARAMETERS alone", ["EC PARAMETERS"]),
      ("EC PARAMETERS and a bad block", ["EC PARAMETERS"]),
      ("a signature of PGP alone", ["PGP SIGNATURE"]),
      ("a bad block of an unknown label in front of a certificate", ["SOMETHING ELSE"]),
      ("a good block of an unknown label in front of a certificate", ["SOMETHING ELSE"]),
      ("a request without an end in front of a certificate", ["CERTIFICATE REQUEST"]),
      ("OpenSSH beside a certificate", ["OPENSSH PRIVATE KEY"]),
      (
        "keys of other kinds alone", ["PRIVATE KEY", "PRIVATE KEY", "PUBLIC KEY", "PUBLIC KEY"]
      ),
      ("a damaged key beside a certificate", nil), ("certificate, PEM", nil), ("no data", nil),
    ]
    for row in rows {
      let vector = try #require(Self.all.first { $0.testDescription == row.name }, "\(row.name)")
      let told = Self.labels(toldOf: try vector.bytes("data"))
      #expect(told == row.labels, "\(row.name)")
    }
  }

  @Test("says of PKCS#12 without a code what is missing, and of a key of SSH how to convert it")
  func reasons() throws {
    for (name, words, advice) in [
      ("PKCS#12 without a code", "no code (MAC)", "openssl pkcs12"),
      ("OpenSSH", "SSH formats", "ssh-keygen"),
    ] {
      let vector = try #require(Self.all.first { $0.testDescription == name })
      let data = SecretBytes(copying: try vector.bytes("data"))
      var hints = ItemImport.Hints()
      hints.password = FormatCase.password("secret").forImport
      do throws(KeychainError) {
        _ = try ItemImport(data, hints)
        Issue.record("\(name) was read")
      } catch {
        #expect("\(error.reason)".contains(words) && "\(error.advice)".contains(advice))
      }
    }
  }

  @Test("a name says what is in PEM behind the ending of PEM")
  func names() throws {
    let block = PEMBlock.text("X", SecretBytes(copying: [1, 2, 3]))
    var hints = ItemImport.Hints()
    // A PKCS#12 file without a password is refused, and so is a file that is not one.
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
    // The number of blocks that may be read, and a number that exceeds the limit of iterations or
    // keys.
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
