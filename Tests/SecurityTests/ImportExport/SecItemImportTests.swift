// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of SecItemImport (Specification/certificates.md, "SecItemImport and SecItemExport",
/// "Conformance cases", cases 37 to 41 and 44).
@Suite("SecItemImport")
struct SecItemImportTests {
  @Test(
    "37 to 41, 44: every file of the other tools gives what is in it, or says why not",
    arguments: Vector.all("formats/items-v1.txt"))
  func files(_ vector: Vector) throws {
    var parameters = ImportCalls.Parameters()
    if vector.fields["password"] != nil {
      parameters.password = String(decoding: try vector.bytes("password"), as: UTF8.self)
    }
    if vector.fields["only-one"] != nil { parameters.flags = .importOnlyOne }
    let answer = ImportCalls.importing(
      Data(try vector.bytes("data")), name: vector.fields["file"], parameters)
    if let status = OSStatus(vector.expect) {
      #expect(answer.status == status)
      #expect(answer.items == nil)
      return
    }
    #expect(answer.status == errSecSuccess)
    #expect("\(answer.format.rawValue) \(answer.type.rawValue)" == vector.expect)
    let texts = try #require(answer.items).map { try ImportCalls.text($0) }
    #expect(texts.joined(separator: "|") == vector.fields["items"] ?? "")
  }

  @Test("tells what the data are without giving the items, and where reading them fails")
  func recognition() throws {
    let rows: [(name: String, status: OSStatus, SecExternalFormat, SecExternalItemType)] = [
      ("PKCS#12, no password", -25260, .formatPKCS12, .itemTypeAggregate),
      ("PKCS#12, another password", -25260, .formatPKCS12, .itemTypeAggregate),
      (
        "encrypted PKCS#8, RSA, DER, no password", -25260, .formatWrappedPKCS8, .itemTypePrivateKey
      ),
      ("traditional, RSA, no password", -25260, .formatWrappedOpenSSL, .itemTypePrivateKey),
      ("two keys", 0, .formatPEMSequence, .itemTypeAggregate),
      ("random bytes", -25257, .formatUnknown, .itemTypeUnknown),
    ]
    for (name, status, expected, kind) in rows {
      var (format, type) = (SecExternalFormat.formatUnknown, SecExternalItemType.itemTypeUnknown)
      let data = try ImportCalls.data(name) as NSData
      let answer = unsafe SecItemImport(data, nil, &format, &type, [], nil, nil, nil)
      #expect(answer == status, "\(name)")
      #expect(format == expected && type == kind, "\(name)")
    }
  }

  @Test("a password is a string or data in UTF-8; where somebody had to be asked for it, nobody is")
  func passwords() throws {
    let data = try ImportCalls.data("PKCS#12")
    let rows: [(password: Any?, flags: SecKeyImportExportFlags, status: OSStatus)] = [
      ("secret", [], 0), (Data("secret".utf8), [], 0), ("Secret", [], -25264), ("", [], -25264),
      (nil, [], -25260), (nil, .securePassphrase, -25308), ("secret", .securePassphrase, 0),
      (Data([0xFF]), [], -50), (5, [], -50), (NSNull(), [], -50),
    ]
    for row in rows {
      let parameters = ImportCalls.Parameters(password: row.password, flags: row.flags)
      let answer = ImportCalls.importing(data, parameters)
      #expect(answer.status == row.status, "\(String(describing: row.password))")
    }
    // The key is not encrypted, so the call needs no passphrase from the user.
    let open = ImportCalls.Parameters(flags: .securePassphrase)
    let key = try ImportCalls.data("PKCS#8, RSA, DER")
    #expect(ImportCalls.importing(key, open).status == errSecSuccess)
  }

  @Test("keys say what the caller said of them")
  func attributes() throws {
    let data = try ImportCalls.data("PKCS#8, P-256, DER")
    let rows: [(ImportCalls.Parameters, expected: [String: Bool])] = [
      (
        ImportCalls.Parameters(),
        ["extr": true, "next": false, "sens": true, "asen": true, "sign": true, "encr": false]
      ),
      (
        ImportCalls.Parameters(attributes: [kSecAttrIsSensitive]),
        ["extr": false, "next": true, "sens": true, "asen": true]
      ),
      (ImportCalls.open(), ["extr": true, "sens": false, "asen": false]),
      (
        ImportCalls.Parameters(usage: [kSecAttrCanSign, kSecAttrCanEncrypt], attributes: []),
        ["extr": true, "sens": true, "sign": true, "encr": true, "drve": false, "unwp": false]
      ),
      (
        ImportCalls.Parameters(usage: []),
        ["sign": true, "drve": true, "unwp": true, "encr": false]
      ),
    ]
    for (parameters, expected) in rows {
      let key = try #require(ImportCalls.importing(data, parameters).items?.first as? SecKey)
      let found = KeyCalls.attributes(key)
      for (name, flag) in expected { #expect(found[name] as? Bool == flag, "\(name)") }
    }
    let half = try #require(
      ImportCalls.importing(try ImportCalls.data("SubjectPublicKeyInfo, RSA, DER")).items?.first)
    #expect(KeyCalls.attributes(try #require(half as? SecKey))["sens"] as? Bool == false)
  }

  @Test("a key is permanent in a keychain only")
  func permanence() throws {
    let data = try ImportCalls.data("PKCS#8, P-256, DER")
    let parameters = ImportCalls.Parameters(
      attributes: [kSecAttrIsPermanent, kSecAttrIsExtractable])
    #expect(ImportCalls.importing(data, parameters).status == errSecParam)
  }

  @Test("a symmetric key is bytes, and does nothing that a pair does")
  func symmetricKeys() throws {
    let bytes = Data(0..<32)
    let answer = ImportCalls.importing(bytes, format: .formatRawKey)
    #expect(answer.status == errSecSuccess && answer.type == .itemTypeSessionKey)
    let key = try #require(answer.items?.first as? SecKey)
    #expect(KeyCalls.form(key) == bytes)
    let attributes = KeyCalls.attributes(key)
    #expect(attributes["kcls"] as? String == "2" && attributes["bsiz"] as? Int == 256)
    #expect(attributes["type"] as? String == kSecAttrKeyTypeAES as String)
    #expect(SecKeyGetBlockSize(key) == 32)
    #expect(SecKeyCopyPublicKey(key) == nil)
    for operation in [SecKeyOperationType.sign, .verify, .encrypt, .decrypt, .keyExchange] {
      #expect(!SecKeyIsAlgorithmSupported(key, operation, .rsaSignatureRaw))
    }
    let algorithm = SecKeyAlgorithm.ecdsaSignatureDigestX962
    #expect(SecKeyCreateSignature(key, algorithm, bytes as NSData, nil) == nil)
    #expect(SecKeyCreateDecryptedData(key, .rsaEncryptionRaw, bytes as NSData, nil) == nil)
    #expect(SecKeyCreateEncryptedData(key, .rsaEncryptionRaw, bytes as NSData, nil) == nil)
    let same = ImportCalls.importing(bytes, format: .formatRawKey).items?.first as? SecKey
    #expect(same == key && same?.hashValue == key.hashValue)
    let other = ImportCalls.importing(bytes + bytes, format: .formatRawKey).items?.first as? SecKey
    #expect(other != key)
    let text = "\(key)"
    #expect(text.contains("symmetric") && text.contains("256") && !text.contains("0001"))
  }
}
