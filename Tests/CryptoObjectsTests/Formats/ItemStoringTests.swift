// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of imported parts as items of a keychain (Specification/certificates.md, "Per format",
/// "Key parameters"; Specification/secitem.md, "v_Ref expansion").
@Suite("Imported items on their way into a keychain")
struct ItemStoringTests {
  private static func parts(_ name: String, from vectors: [Vector]) throws -> [ImportedPart] {
    let vector = try #require(vectors.first { $0.testDescription == name })
    var hints = ItemImport.Hints()
    hints.password = try FormatCase.password(vector)?.forImport
    var parts: [ImportedPart] = []
    try RecognizedContent(SecretBytes(copying: vector.bytes("data")), hints).read { part in
      parts.append(part)
    }
    return parts
  }

  /// The attributes that a key's item gets from the terms of its import.
  private struct TermsRow {
    let item: String
    var terms = ImportedKeyTerms()
    let expected: [Attribute: Int64]
  }

  private static let terms: [TermsRow] = {
    var locked = ImportedKeyTerms()
    (locked.isExtractable, locked.isSensitive) = (false, false)
    var signing = ImportedKeyTerms()
    signing.usage = [.canSign, .canWrap]
    let natural: [Attribute: Int64] = [
      .keyClass: 1, .type: 73, .canSign: 1, .canWrap: 0, .canUnwrap: 1, .isPrivate: 1,
      .isPermanent: 1, .isExtractable: 1, .wasNeverExtractable: 0, .isSensitive: 1,
      .wasAlwaysSensitive: 1,
    ]
    return [
      TermsRow(item: "PKCS#8, P-256, DER", expected: natural),
      TermsRow(
        item: "PKCS#8, P-256, DER", terms: locked,
        expected: [
          .isExtractable: 0, .wasNeverExtractable: 1, .isSensitive: 0, .wasAlwaysSensitive: 0,
          .canSign: 1,
        ]),
      TermsRow(
        item: "PKCS#8, P-256, DER", terms: signing,
        expected: [.canSign: 1, .canWrap: 1, .canUnwrap: 0, .canDerive: 0, .isSensitive: 1]),
      TermsRow(
        item: "SubjectPublicKeyInfo, RSA, DER",
        expected: [
          .keyClass: 0, .type: 42, .isSensitive: 0, .isExtractable: 1, .canVerify: 1, .canSign: 0,
        ]),
      TermsRow(
        item: "symmetric key",
        expected: [.keyClass: 2, .keySizeInBits: 32, .isSensitive: 0, .canEncrypt: 1]),
    ]
  }()

  @Test("keys have the attributes of their kind, and what the importer says of them")
  func keyAttributes() throws {
    for row in Self.terms {
      let part = try #require(
        try Self.parts(row.item, from: ItemImportTests.all).first, "\(row.item)")
      let item = try #require(part.items.first)
      let new = try item.newItem(row.terms)
      #expect(new.itemClass == .key)
      #expect(!item.acceptsDuplicate)
      for (attribute, value) in row.expected {
        #expect(new.attributes[attribute] == .number(value), "\(row.item): \(attribute.name)")
      }
      let secret = try #require(new.secret)
      switch item.item {
      case .key(let key):
        #expect(new.attributes[.applicationLabel] == .bytes(try key.label()))
        #expect(secret == (try key.externalForm()))
      case .symmetricKey(let bytes):
        #expect(secret == bytes)
        #expect(new.attributes[.keySizeInBits] == .number(Int64(8 * bytes.count)))
      case .certificate: Issue.record("a certificate is no key")
      }
    }
  }

  @Test("labels are those of the file, else Apple's; certificates have their summary")
  func labels() throws {
    let rows: [(name: String, vectors: [Vector], labels: [String])] = [
      ("openssl, chain", PKCS12FileTests.read, ["Leaf", "Middle", "Root", "Mein Schlüssel"]),
      ("openssl, as it comes", PKCS12FileTests.read, ["Leaf", "Imported Private Key"]),
      ("SubjectPublicKeyInfo, RSA, DER", ItemImportTests.all, ["Imported Public Key"]),
      ("symmetric key", ItemImportTests.all, ["Imported Key"]),
    ]
    for row in rows {
      let items = try Self.parts(row.name, from: row.vectors).flatMap(\.items)
      let labels = try items.map { item in try item.newItem(ImportedKeyTerms()).attributes[.label] }
      #expect(labels == row.labels.map { .text($0) }, "\(row.name)")
    }
  }

  @Test("bytes are a key of AES where they have its length")
  func symmetricTypes() throws {
    for (count, type) in [(16, 2_147_483_649), (32, 2_147_483_649), (15, 0), (64, 0)]
      as [(Int, Int64)]
    {
      let bytes = SecretBytes(copying: [UInt8](repeating: 7, count: count))
      let new = try ImportedItem(.symmetricKey(bytes)).newItem(ImportedKeyTerms())
      #expect(new.attributes[.type] == .number(type))
    }
  }

  @Test("a certificate has the attributes of one that is added by reference")
  func certificates() throws {
    let part = try #require(
      try Self.parts("openssl, as it comes", from: PKCS12FileTests.read).first)
    let item = try #require(part.items.first)
    guard case .certificate(let certificate) = item.item else {
      Issue.record("certificates come first")
      return
    }
    let new = try item.newItem(ImportedKeyTerms())
    #expect(new.itemClass == .certificate)
    #expect(item.acceptsDuplicate)
    #expect(new.secret == SecretBytes(copying: certificate.bytes))
    for entry in try #require(try certificate.storedAttributes()) {
      #expect(new.attributes[entry.attribute] == entry.value)
    }
  }

  @Test("identities take the place of certificates whose key is in the same container")
  func identities() throws {
    let rows: [(name: String, vectors: [Vector], expected: String)] = [
      ("openssl, chain", PKCS12FileTests.read, "i c c"),
      ("openssl, no keys", PKCS12FileTests.read, "c"),
      ("openssl, no certificates", PKCS12FileTests.read, "k"),
      ("key, certificate and that of its CA, with comments", ItemImportTests.all, "k c c"),
    ]
    for row in rows {
      let elements = try Self.parts(row.name, from: row.vectors).flatMap { try $0.elements() }
      let kinds = elements.map { element in
        switch element {
        case .identity: "i"
        case .item(let item): item.acceptsDuplicate ? "c" : "k"
        }
      }
      #expect(kinds.joined(separator: " ") == row.expected, "\(row.name)")
    }
  }

  @Test("what was read before a piece that cannot be read was taken, and the format is known")
  func order() throws {
    let vector = try #require(
      ItemImportTests.all.first { $0.testDescription == "certificate, PEM" })
    let locked = try #require(
      ItemImportTests.all.first {
        $0.testDescription == "encrypted PKCS#8, P-256, PEM, no password"
      })
    let data = SecretBytes(copying: try vector.bytes("data") + locked.bytes("data"))
    let known = try RecognizedContent(data, ItemImport.Hints())
    #expect(known.format == .pemSequence)
    #expect(known.type == .aggregate)
    var count = 0
    #expect(throws: KeychainError(KeychainError.Code(rawValue: -25260), "")) {
      try known.read { part in count += part.items.count }
    }
    #expect(count == 1)
  }
}
