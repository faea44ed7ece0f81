// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Certificates of openssl as records of keychain files
/// (Specification/keychain-file-format.md, "Attribute lists").
@Suite("certificates in keychain files") struct CertificateRecordTests {
  private let world: KeychainWorld
  private let keychain: Keychain
  private let openSSL: OpenSSL

  init() throws {
    world = try KeychainWorld()
    keychain = try world.create("work.keychain")
    openSSL = try OpenSSL(in: world)
  }

  /// One part of a name in DER: an attribute type with its value.
  private static func part(_ type: OID, _ tag: UInt8, _ text: String) -> [UInt8] {
    DERWriter.element(
      .set,
      DERWriter.sequence([
        DERWriter.element(.objectIdentifier, type.content),
        DERWriter.element(DERTag(rawValue: tag), Array(text.utf8)),
      ]))
  }

  /// The name of `OpenSSL.printable` in its normal form: capitals and single blanks in a
  /// PrintableString, and an IA5String as it was.
  private static let name = DERWriter.sequence([
    part(OID(2, 5, 4, 6), 0x13, "DE"), part(OID(2, 5, 4, 10), 0x13, "ACME INC"),
    part(OID(2, 5, 4, 3), 0x13, "JANE DOE"),
    part(OID(1, 2, 840, 113_549, 1, 9, 1), 0x16, "Jane@Example.org"),
  ])

  @Test("each attribute, for each kind of key", arguments: ["rsa", "P-256", "P-384"])
  func attributes(_ kind: String) throws {
    let key = try openSSL.makeKey("a", kind)
    let certificate = try openSSL.makeCertificate("a", OpenSSL.printable)
    let item = try keychain.add(.certificate(certificate))
    try keychain.lock()
    let values = try item.values()
    // openssl's key identifier is the SHA-1 of the key's bits too.
    let hash = FileValue.bytes(try key.label())
    let rows: [(String, FileValue)] = [
      ("ctyp", .number(3)), ("cenc", .number(3)), ("labl", .text("Jane Doe")),
      ("subj", .bytes(Self.name)), ("issu", .bytes(Self.name)),
      ("snbr", .bytes([0x00, 0xC0, 0xFF, 0xEE, 0x01, 0x23])), ("skid", hash), ("hpky", hash),
    ]
    for (name, value) in rows { #expect(values[Relation.code(name)] == value, "\(name)") }
    let position = try #require(values.relation.position(of: Relation.code("alis")))
    #expect(
      values.all[position]
        == ["jane@work.example", "j.doe@home.example", "Jane@Example.org"].map { .text($0) })
    #expect(try item.certificate() == certificate)
    #expect(try item.access() == nil)
  }

  @Test("what a certificate lacks is absent") func absent() throws {
    _ = try openSSL.makeKey("bare", "P-256")
    let certificate = try openSSL.makeCertificate(
      "bare",
      """
      [req]
      distinguished_name = name
      prompt = no
      x509_extensions = extensions
      [name]
      O = Bare
      [extensions]
      subjectKeyIdentifier = none
      """)
    let values = try keychain.add(.certificate(certificate)).values()
    #expect(values[Relation.code("alis")] == nil)
    #expect(values[Relation.code("labl")] == .text("Bare"))
    let identifier = certificate.subjectKeyIdentifier
    #expect(values[Relation.code("skid")] == identifier.map { .bytes($0) })
  }

  @Test("an equal certificate is a duplicate, and each address finds it") func duplicate() throws {
    _ = try openSSL.makeKey("a", "P-256")
    let certificate = try openSSL.makeCertificate("a", OpenSSL.printable)
    _ = try keychain.add(.certificate(certificate))
    let error = #expect(throws: KeychainError.self) {
      _ = try keychain.add(.certificate(certificate))
    }
    #expect(error?.code == .duplicateItem)
    #expect(try keychain.items(in: .certificates).count == 1)
    for (address, count) in [("jane@work.example", 1), ("nobody@work.example", 0)] {
      let term = RecordTerm(Relation.code("alis"), .text(address))
      #expect(try keychain.items(in: .certificates, where: [term]).count == count)
    }
  }

  @Test("extended attributes: set, replaced, and gone with their item") func extended() throws {
    _ = try openSSL.makeKey("a", "P-256")
    let certificate = try openSSL.makeCertificate("a", OpenSSL.printable)
    let item = try keychain.add(.certificate(certificate))
    try keychain.lock()
    let name = Array("colour".utf8)
    #expect(try item.extended(name) == nil)
    try item.setExtended(name, Array("red".utf8))
    try item.setExtended(Array("size".utf8), [1])
    try item.setExtended(name, Array("blue".utf8))
    #expect(try item.extended(name) == Array("blue".utf8))
    #expect(try keychain.items(in: .extendedAttributes).count == 2)
    try item.remove()
    #expect(try keychain.items(in: .extendedAttributes).isEmpty)
  }
}
