// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of SecItemExport (Specification/certificates.md, "Per format" to "Export rules",
/// "Conformance cases", cases 38, 42 and 43).
@Suite("SecItemExport")
struct SecItemExportTests {
  private static func item(_ name: String, _ password: String? = nil) throws -> Any {
    let answer = ImportCalls.importing(
      try ImportCalls.data(name), ImportCalls.open(password))
    return try #require(answer.items?.first, "\(name): \(answer.status)")
  }

  private static var secret: ImportCalls.Parameters { ImportCalls.open("secret") }

  /// A key, the format to export it in, and the openssl commands that check the export.
  private struct KeyRow {
    let name: String
    let format: SecExternalFormat
    let label: String
    var password: String?
    let openssl: [String]
    /// The openssl command that makes the expected bytes from the key in PKCS#8.
    let expected: [String]
  }

  private static let rsaPublic = ["rsa", "-pubin", "-outform", "DER", "-RSAPublicKey_out"]
  private static let toRSA = ["rsa", "-traditional", "-outform", "DER"]
  private static let toEC = ["ec", "-outform", "DER"]
  private static let toPKCS8 = ["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"]
  private static let toInfo = ["pkey", "-pubin", "-outform", "DER"]

  private static let keys: [KeyRow] = [
    KeyRow(
      name: "PKCS#8, RSA, DER", format: .formatOpenSSL, label: "RSA PRIVATE KEY",
      openssl: toRSA, expected: toRSA),
    KeyRow(
      name: "PKCS#8, P-256, DER", format: .formatOpenSSL, label: "EC PRIVATE KEY",
      openssl: toEC, expected: toEC),
    KeyRow(
      name: "PKCS#8, P-256, DER", format: .formatUnknown, label: "EC PRIVATE KEY",
      openssl: toEC, expected: toEC),
    KeyRow(
      name: "PKCS#8, RSA, DER", format: .formatBSAFE, label: "PRIVATE KEY",
      openssl: toPKCS8, expected: toPKCS8),
    KeyRow(
      name: "PKCS#8, P-256, DER", format: .formatWrappedPKCS8, label: "ENCRYPTED PRIVATE KEY",
      password: "secret", openssl: toPKCS8 + ["-passin", "pass:secret"], expected: toPKCS8),
    KeyRow(
      name: "PKCS#8, RSA, DER", format: .formatWrappedOpenSSL, label: "RSA PRIVATE KEY",
      password: "secret", openssl: toRSA + ["-passin", "pass:secret"], expected: toRSA),
    KeyRow(
      name: "PKCS#8, P-256, DER", format: .formatWrappedOpenSSL, label: "EC PRIVATE KEY",
      password: "secret", openssl: toEC + ["-passin", "pass:secret"], expected: toEC),
  ]

  @Test("38: private keys in each format, read by openssl")
  func privateKeys() throws {
    for row in Self.keys {
      let key = try Self.item(row.name)
      let parameters = ImportCalls.open(row.password)
      let pem = ImportCalls.exporting(key, row.format, isPEM: true, parameters)
      let text = String(decoding: try #require(pem.data, "\(pem.status)"), as: UTF8.self)
      #expect(text.hasPrefix("-----BEGIN \(row.label)-----\n"), "\(row.label)")
      #expect(text.hasSuffix("-----END \(row.label)-----\n"))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 64 })
      let source = try ImportCalls.data(row.name)
      let expected = try OpenSSLCommand.output(row.expected + ["-inform", "DER"], of: source)
      #expect(expected != nil)
      #expect(try OpenSSLCommand.output(row.openssl, of: Data(text.utf8)) == expected)
      let plain = try #require(ImportCalls.exporting(key, row.format, parameters).data)
      switch row.format {
      case .formatWrappedOpenSSL: #expect(plain.starts(with: Data("-----BEGIN ".utf8)))
      case .formatWrappedPKCS8: #expect(plain.first == 0x30)
      default: #expect(plain == expected)
      }
    }
  }

  @Test("38: public keys, which openssl writes the same")
  func publicKeys() throws {
    for (name, label) in [
      ("SubjectPublicKeyInfo, RSA, DER", "PUBLIC KEY"),
      ("SubjectPublicKeyInfo, P-256, DER", "PUBLIC KEY"),
    ] {
      let key = try Self.item(name)
      let source = try ImportCalls.data(name)
      #expect(ImportCalls.exporting(key, .formatOpenSSL).data == source)
      let pem = try #require(ImportCalls.exporting(key, .formatOpenSSL, isPEM: true).data)
      #expect(String(decoding: pem, as: UTF8.self).hasPrefix("-----BEGIN \(label)-----\n"))
      #expect(try OpenSSLCommand.output(Self.toInfo, of: pem) == source)
      for format in [SecExternalFormat.formatWrappedPKCS8, .formatWrappedOpenSSL] {
        #expect(ImportCalls.exporting(key, format, Self.secret).status == errSecParam)
      }
    }
    let key = try Self.item("SubjectPublicKeyInfo, RSA, DER")
    let form = try #require(ImportCalls.exporting(key, .formatBSAFE).data)
    let source = try ImportCalls.data("SubjectPublicKeyInfo, RSA, DER")
    #expect(
      try OpenSSLCommand.output(Self.rsaPublic + ["-inform", "DER"], of: source) == form)
  }

  @Test("42: an identity as PKCS#12 is read by openssl, and by us")
  func containers() throws {
    let made = try MadeIdentity()
    let password = ImportCalls.open("pä 😀")
    for object in [made.object as Any, [made.certificate, made.key] as NSArray] {
      let answer = ImportCalls.exporting(object, .formatPKCS12, password)
      let data = try #require(answer.data, "\(answer.status)")
      let text = try #require(
        try OpenSSLCommand.text(["pkcs12", "-nodes", "-passin", "pass:pä 😀"], of: data))
      let read = try #require(
        ImportCalls.importing(Data(text.utf8), ImportCalls.open()).items)
      #expect(read.contains { $0 as? SecKey == made.key })
      #expect(read.contains { $0 as? SecCertificate == made.certificate })
      #expect(try OpenSSLCommand.text(["pkcs12", "-nodes", "-passin", "pass:"], of: data) == nil)
    }
  }

  @Test("certificates alone, and several of them, read by openssl")
  func certificates() throws {
    let certificates = try ["1", "2", "3"].map { name in
      try MadeIdentity { $0.subject = name }.certificate
    }
    let array = certificates as NSArray
    let one = try #require(ImportCalls.exporting(certificates[0], .formatX509Cert).data)
    #expect(one == SecCertificateCopyData(certificates[0]) as Data)
    #expect(ImportCalls.exporting(certificates[0]).data == one)
    let subject = ["x509", "-noout", "-subject", "-nameopt", "sep_multiline", "-inform"]
    #expect(
      try OpenSSLCommand.text(subject + ["DER"], of: one)?.hasSuffix("CN=1\n") == true)

    for isPEM in [false, true] {
      let set = try #require(ImportCalls.exporting(array, .formatPKCS7, isPEM: isPEM).data)
      let names = try OpenSSLCommand.text(
        ["pkcs7", "-noout", "-print_certs", "-inform", isPEM ? "PEM" : "DER"], of: set)
      let lines = try #require(names).split(separator: "\n").filter { $0.hasPrefix("subject") }
      #expect(lines.map { $0.last } == ["1", "2", "3"])
    }

    // Case 43: several items without a given format become a PEM text.
    for format in [SecExternalFormat.formatUnknown, .formatPEMSequence] {
      let text = try #require(ImportCalls.exporting(array, format).data)
      #expect(ImportCalls.importing(text).items as? [SecCertificate] == certificates)
      let first = try OpenSSLCommand.output(["x509", "-outform", "DER"], of: text)
      #expect(first == one)
    }
    let empty = ImportCalls.exporting(NSArray(), .formatPKCS12, Self.secret)
    #expect(empty.status == errSecItemNotFound && empty.data == nil)
  }

  /// An export that is refused, and its status.
  private typealias Refusal = (
    object: Any, format: SecExternalFormat, parameters: ImportCalls.Parameters, status: OSStatus
  )

  @Test("43: refuses what a format does not hold, and keys that must not leave so")
  func refusals() throws {
    let data = try ImportCalls.data("PKCS#8, P-256, DER")
    func key(_ attributes: [CFString]?) throws -> Any {
      let parameters = ImportCalls.Parameters(attributes: attributes)
      return try #require(ImportCalls.importing(data, parameters).items?.first)
    }
    let (open, sensitive) = (try key([kSecAttrIsExtractable]), try key(nil))
    let locked = try key([kSecAttrIsSensitive])
    let certificate = try MadeIdentity().certificate
    let bytes = try Self.item("symmetric key")
    let none = ImportCalls.Parameters()
    var asked = Self.secret
    asked.flags = .securePassphrase
    let rows: [Refusal] = [
      (open, .formatX509Cert, none, errSecParam), (open, .formatPKCS7, none, errSecParam),
      ([certificate, certificate] as NSArray, .formatX509Cert, none, errSecParam),
      (certificate, .formatOpenSSL, none, errSecParam),
      ([open, open] as NSArray, .formatOpenSSL, none, errSecParam),
      (NSArray(), .formatUnknown, none, errSecParam),
      (certificate, .formatNetscapeCertSequence, none, errSecParam),
      (open, .formatRawKey, none, errSecParam), (open, .formatSSHv2, none, -25256),
      (open, .formatWrappedLSH, Self.secret, -25256),
      (bytes, .formatWrappedPKCS8, Self.secret, errSecParam),
      (bytes, .formatPKCS12, Self.secret, errSecParam),
      (NSString("key"), .formatUnknown, none, errSecInvalidItemRef),
      ([certificate, NSNull()] as NSArray, .formatUnknown, none, errSecInvalidItemRef),
      (locked, .formatOpenSSL, none, errSecDataNotAvailable),
      (locked, .formatWrappedPKCS8, Self.secret, errSecDataNotAvailable),
      (locked, .formatPKCS12, Self.secret, errSecDataNotAvailable),
      (sensitive, .formatOpenSSL, none, errSecPassphraseRequired),
      (sensitive, .formatUnknown, Self.secret, errSecPassphraseRequired),
      ([sensitive, certificate] as NSArray, .formatPEMSequence, none, errSecPassphraseRequired),
      (sensitive, .formatX509Cert, none, errSecParam),
      (sensitive, .formatWrappedPKCS8, none, errSecPassphraseRequired),
      (open, .formatPKCS12, none, errSecPassphraseRequired),
      (open, .formatWrappedPKCS8, asked, errSecParam),
      (
        open, .formatWrappedPKCS8, ImportCalls.Parameters(flags: .securePassphrase),
        errSecInteractionNotAllowed
      ),
      (sensitive, .formatWrappedPKCS8, Self.secret, errSecSuccess),
      (sensitive, .formatPKCS12, Self.secret, errSecSuccess),
      (bytes, .formatRawKey, ImportCalls.open(), errSecSuccess),
      (open, .formatOpenSSL, ImportCalls.Parameters(flags: .securePassphrase), errSecSuccess),
    ]
    for (place, row) in rows.enumerated() {
      let answer = ImportCalls.exporting(row.object, row.format, row.parameters)
      #expect(answer.status == row.status, "row \(place)")
      #expect((answer.data == nil) == (row.status != errSecSuccess), "row \(place)")
    }
  }

  @Test("a key of the secure element stays; a stored key leaves as its item says")
  func storedKeys() throws {
    try TemporaryKeychain().run {
      let element = try #require(
        KeyCalls.generate(
          kSecAttrKeyTypeEC, 256, ["tkid": kSecAttrTokenIDSecureEnclave, "perm": false]
        ).object)
      for format in [SecExternalFormat.formatOpenSSL, .formatPKCS12] {
        #expect(ImportCalls.exporting(element, format, Self.secret).status == -25316)
      }
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      #expect(ImportCalls.exporting(key, .formatOpenSSL).status == errSecSuccess)
      let rows: [(pairs: [String: Any], status: OSStatus)] = [
        ([:], 0), (["extr": false], -25316), (["sens": true], -25260),
      ]
      for (tag, row) in rows.enumerated() {
        let pairs: [String: Any] = ["v_Ref": key, "atag": Data([UInt8(tag)])]
        #expect(Calls.add(pairs.merging(row.pairs) { $1 }) == errSecSuccess)
        let query: [String: Any] = ["class": "keys", "r_Ref": true, "atag": Data([UInt8(tag)])]
        let found = try #require(Calls.copy(query).result)
        #expect(ImportCalls.exporting(found, .formatOpenSSL).status == row.status, "\(tag)")
      }
    }
  }
}
