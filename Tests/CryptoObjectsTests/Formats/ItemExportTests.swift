// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

@Suite("Export of items")
struct ItemExportTests {
  private static let password = FormatCase.password("secret").forImport

  /// Returns the items of an import vector.
  private static func items(_ name: String) throws -> [ExternalItem] {
    let vector = try #require(ItemImportTests.all.first { $0.testDescription == name })
    var hints = ItemImport.Hints()
    hints.password = password
    return try ItemImport(SecretBytes(copying: vector.bytes("data")), hints).items
  }

  private static func write(
    _ items: [ExternalItem], _ format: ExternalFormat, isArmoured: Bool = false,
    password: ImportPassword? = Self.password
  ) throws -> SecretBytes {
    try ItemExport(password: password, SystemRandomness())
      .write(items, format, isArmoured: isArmoured)
  }

  private static func texts(_ items: [ExternalItem]) throws -> [String] {
    try items.map { try ItemImportTests.text($0) }.sorted()
  }

  // swift-format-ignore
  static let rows: [(items: String, format: ExternalFormat, read: String)] = [
    ("its own form, RSA, DER",           .openSSL,         "1 1"),
    ("its own form, RSA, DER",           .unknown,         "1 1"),
    ("its own form, RSA, DER",           .bsafe,           "3 1"),
    ("its own form, RSA, DER",           .wrappedPKCS8,    "5 1"),
    ("its own form, RSA, DER",           .wrappedOpenSSL,  "6 1"),
    ("its own form, P-256, DER",         .openSSL,         "1 1"),
    ("its own form, P-256, DER",         .bsafe,           "1 1"),
    ("its own form, P-256, DER",         .wrappedPKCS8,    "5 1"),
    ("its own form, P-256, DER",         .wrappedOpenSSL,  "6 1"),
    ("PKCS#1 public key, DER",           .openSSL,         "1 2"),
    ("certificate, DER",                 .x509Certificate, "9 4"),
    ("certificate, DER",                 .unknown,         "9 4"),
    ("PKCS#7, DER",                      .pkcs7,           "11 5"),
    ("PKCS#7, DER",                      .unknown,         "10 5"),
    ("PKCS#12",                          .pkcs12,          "12 5"),
    ("PKCS#12",                          .pemSequence,     "10 5"),
    ("two keys",                         .pkcs12,          "12 5"),
  ]

  @Test("is read again, plain and as PEM", arguments: rows)
  func again(_ row: (items: String, format: ExternalFormat, read: String)) throws {
    let items = try Self.items(row.items)
    for isArmoured in [false, true] {
      let data = try Self.write(items, row.format, isArmoured: isArmoured)
      let isText = data.withBytes { $0[0] == UInt8(ascii: "-") }
      #expect(isText == (isArmoured || row.format == .wrappedOpenSSL || row.read == "10 5"))
      var hints = ItemImport.Hints()
      hints.password = Self.password
      let read = try ItemImport(data, hints)
      #expect("\(read.format.rawValue) \(read.type.rawValue)" == row.read)
      #expect(try Self.texts(read.items) == Self.texts(items))
    }
  }

  @Test("to PKCS#12 gives a key and its certificate the same identifier, and no other")
  func identifiers() throws {
    let data = try Self.write(try Self.items("PKCS#12"), .pkcs12)
    let file = try PKCS12File(data, password: Self.password)
    let identity = try #require(try file.identities().first)
    #expect(identity.key.label.localKeyID == (try identity.key.key.label()))
    #expect(identity.certificate.label.localKeyID == identity.key.label.localKeyID)
    #expect(try file.otherCertificates().map(\.label.localKeyID) == [nil])
  }

  @Test("to PKCS#12 keeps the names of keys, but for those that importers give")
  func names() throws {
    let items = try Self.items("PKCS#12")
    let rows: [(name: String?, kept: String?)] = [
      ("Mine", "Mine"), ("Imported Private Key", nil), ("Imported Public Key", nil),
      ("Imported Key", nil), ("", nil), (nil, nil),
    ]
    for row in rows {
      // Certificates come first, named by their subjects.
      let names = ["one", "two", row.name]
      let data = try ItemExport(password: Self.password, SystemRandomness())
        .write(items, named: names, .pkcs12, isArmoured: false)
      let file = try PKCS12File(data, password: Self.password)
      #expect(file.keys.map(\.label.friendlyName) == [row.kept])
      #expect(file.certificates.map(\.label.friendlyName) == ["Leaf", "Middle"])
    }
  }

  @Test("of what a format does not hold is refused")
  func refuses() throws {
    let key = try Self.items("its own form, RSA, DER")
    let certificate = try Self.items("certificate, DER")
    let publicKey = try Self.items("PKCS#1 public key, DER")
    // swift-format-ignore
    let rows: [([ExternalItem], ExternalFormat, Int32)] = [
      (key, .x509Certificate, -50), (certificate + certificate, .x509Certificate, -50),
      (certificate, .openSSL, -50), (key + key, .openSSL, -50), (key, .pkcs7, -50),
      (publicKey, .wrappedPKCS8, -50), (publicKey, .wrappedOpenSSL, -50),
      (publicKey, .pkcs12, -50), ([], .pkcs12, -25300), ([], .pemSequence, -50),
      (certificate, .netscapeCertificateSequence, -50), (certificate + certificate, .netscapeCertificateSequence, -50),
      (key, .ssh, -25256), (key, .sshVersion2, -25256), (publicKey, .sshVersion2, -25256),
      (key, .wrappedSSH, -25256), (key, .wrappedLSH, -25256), (key, .rawKey, -50),
    ]
    for (items, format, status) in rows {
      #expect(throws: KeychainError(KeychainError.Code(rawValue: status), ""), "\(format)") {
        try Self.write(items, format)
      }
    }
    for format in [ExternalFormat.pkcs12, .wrappedPKCS8, .wrappedOpenSSL] {
      #expect(throws: KeychainError(KeychainError.Code(rawValue: -25260), "")) {
        try Self.write(key, format, password: nil)
      }
    }
  }
}
