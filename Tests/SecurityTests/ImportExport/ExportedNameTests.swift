// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the names of keys in PKCS#12 files (Specification/certificates.md, "PKCS#12 options and
/// result keys"; Documentation/Decisions/key-files.md).
@Suite("names of exported keys")
struct ExportedNameTests {
  static let names = ["Signing key", "Schlüssel 😀"]
  /// The label that the import gives to a key whose file has no name for it.
  static let usual = "Imported Private Key"

  private static var secret: ImportCalls.Parameters { ImportCalls.Parameters(password: "secret") }

  /// Exports a private key, and the identity that it forms, as two PKCS#12 files.
  private static func files(label: String) throws -> (key: Data, identity: Data) {
    try TemporaryKeychain().run {
      let made = try MadeIdentity { $0.subject = "holder" }
      // The public half is added first, and has the same hash.
      let half = try #require(SecKeyCopyPublicKey(made.key))
      #expect(Calls.add(["v_Ref": half, "labl": "the other half"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.key, "labl": label]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      let key = try file(["class": "keys", "kcls": "1", "r_Ref": true])
      return (key, try file(["class": "idnt", "r_Ref": true]))
    }
  }

  private static func file(_ query: [String: Any]) throws -> Data {
    let object = try #require(Calls.copy(query).result)
    let answer = ImportCalls.exporting(object, .formatPKCS12, secret)
    return try #require(answer.data, "\(answer.status)")
  }

  /// The label of the only key in the store.
  private static var label: String? {
    let key = Calls.copy(["class": "keys", "r_Attributes": true]).result as? [String: Any]
    return key?["labl"] as? String
  }

  @Test("go with an item and with an identity into another store", arguments: names + [usual])
  func stored(_ name: String) throws {
    let files = try Self.files(label: name)
    for file in [files.key, files.identity] {
      try TemporaryKeychain().run {
        let answer = ImportCalls.importing(file, Self.secret, into: SecKeychain())
        #expect(answer.status == errSecSuccess)
        #expect(Self.label == name)
      }
    }
  }

  @Test("are read by openssl", arguments: names)
  func openssl(_ name: String) throws {
    let files = try Self.files(label: name)
    for file in [files.key, files.identity] {
      let words = ["pkcs12", "-nodes", "-nocerts", "-passin", "pass:secret"]
      let text = try #require(try OpenSSLCommand.text(words, of: file))
      #expect(text.contains("friendlyName: "))
      guard name.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      #expect(text.contains("friendlyName: \(name)\n"))
    }
  }

  @Test("of keys in memory stay with them, and become labels")
  func floating() throws {
    let file = try Self.files(label: Self.names[0]).key
    let open = ImportCalls.open("secret")
    let key = try #require(ImportCalls.importing(file, open).items?.first as? SecKey)
    let again = try #require(ImportCalls.exporting(key, .formatPKCS12, Self.secret).data)
    let objects: [Any] = [key, try #require(ImportCalls.importing(again, open).items?.first)]
    for object in objects {
      try TemporaryKeychain().run {
        #expect(Calls.add(["v_Ref": object]) == errSecSuccess)
        #expect(Self.label == Self.names[0])
      }
      try TemporaryKeychain().run {
        #expect(Calls.add(["v_Ref": object, "labl": "another"]) == errSecSuccess)
        #expect(Self.label == "another")
      }
    }
  }

  @Test("that the caller gave a new key go with it")
  func generated() throws {
    let data = try TemporaryKeychain().run {
      let more: [String: Any] = ["labl": "Made here", "perm": true]
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256, more).object)
      return try #require(ImportCalls.exporting(key, .formatPKCS12, Self.secret).data)
    }
    try TemporaryKeychain().run {
      #expect(ImportCalls.importing(data, Self.secret, into: SecKeychain()).status == 0)
      #expect(Self.label == "Made here")
    }
  }

  @Test("are labels of SecPKCS12Import, but for those that importers give")
  func pkcs12() throws {
    let rows: [(name: String, label: String)] = [
      (Self.names[0], Self.names[0]), (Self.usual, "holder"), ("", "holder"),
    ]
    for row in rows {
      let file = try Self.files(label: row.name).identity
      try TemporaryKeychain().run {
        let answer = PKCS12Calls.importing(file, ["passphrase": "secret", "nleg": true])
        #expect(answer.status == errSecSuccess && answer.items?.count == 1)
        #expect(answer.items?.first?["label"] as? String == row.label, "\(row.name)")
        #expect(Self.label == (row.label == "holder" ? nil : row.name), "\(row.name)")
      }
    }
    // Files made on a Mac have this label as the name of the key.
    var made = try MadeCertificate(FuzzAuthority.key)
    made.subject = "holder"
    let key = FuzzPKCS12.keyBag(
      FuzzAuthority.keyForm, FuzzPKCS12.attributes(name: Self.usual, keyID: nil))
    let bag = FuzzPKCS12.certificateBag(
      [UInt8](made.der), FuzzPKCS12.attributes(name: nil, keyID: nil))
    let file = FuzzPKCS12.file([2] + FuzzAuthority.element(0x30, key + bag))
    try TemporaryKeychain().run {
      let answer = PKCS12Calls.importing(Data(file))
      #expect(answer.items?.first?["label"] as? String == "holder")
    }
  }
}
