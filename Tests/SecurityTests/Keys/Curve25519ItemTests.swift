// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
@_spi(Private) import Security
import TestVectors
import Testing

/// Tests of Ed25519 and X25519 keys in the keychain and in files, against the openssl command.
///
/// Specification/seckey.md, "Formats of keys", "Keys in SecItem"; Specification/certificates.md,
/// "CopyKey of a certificate", "Per format".
@Suite("SecKey: Ed25519 and X25519 in keychains and files")
struct Curve25519ItemTests {
  static let types = Curve25519KeyTests.types
  private static let eddsa = SecKeyAlgorithm.edDSASignatureMessageCurve25519SHA512

  private func inKeychain(_ body: () throws -> Void) throws {
    let keychain = try TemporaryKeychain()
    try keychain.run { try body() }
  }

  private func all(_ query: [String: Any]) -> [[String: Any]] {
    let more: [String: Any] = [
      kSecClass as String: kSecClassKey, kSecReturnAttributes as String: true,
      kSecReturnRef as String: true, kSecReturnData as String: true,
      kSecMatchLimit as String: kSecMatchLimitAll,
    ]
    return Calls.copy(query.merging(more) { $1 }).result as? [[String: Any]] ?? []
  }

  @Test("both halves are kept, found by type, size and label, and come back", arguments: types)
  func permanent(type: String) throws {
    try inKeychain {
      let yes: [String: Any] = [kSecAttrIsPermanent as String: true]
      let halves: [String: Any] = [
        kSecPrivateKeyAttrs as String: yes, kSecPublicKeyAttrs as String: yes,
      ]
      let key = try #require(Curve25519KeyTests.generate(type, halves).object)
      let label = try #require(KeyCalls.attributes(key)["klbl"] as? Data)
      let rows = all([kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: 256])
      #expect(Set(rows.compactMap { $0["kcls"] as? Int }) == [0, 1] && rows.count == 2)
      for row in rows {
        let half = row["kcls"] as? Int == 1 ? key : SecKeyCopyPublicKey(key)
        #expect(row["v_Ref"] as? SecKey == half)
        #expect(row["v_Data"] as? Data == half.flatMap { KeyCalls.form($0) })
        #expect(row["type"] as? Int == Int(type) && row["klbl"] as? Data == label)
        #expect(row["bsiz"] as? Int == 256 && row["esiz"] as? Int == 256)
      }
      let other = type == "105" ? "106" : "105"
      #expect(all([kSecAttrKeyType as String: other]).isEmpty)
      #expect(Calls.add([kSecValueRef as String: key]) == errSecDuplicateItem)
      #expect(Calls.delete([kSecValueRef as String: key]) == errSecSuccess)
      #expect(all([kSecAttrApplicationLabel as String: label]).count == 1)
    }
  }

  @Test("bytes with type and class are a key", arguments: types)
  func data(type: String) throws {
    try inKeychain {
      let key = try #require(Curve25519KeyTests.generate(type).object)
      let item: [String: Any] = [
        kSecClass as String: kSecClassKey, kSecAttrKeyType as String: type,
        kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      ]
      let form = try #require(KeyCalls.form(key))
      #expect(Calls.add(item.merging([kSecValueData as String: form]) { $1 }) == errSecSuccess)
      let found = Calls.copy(item.merging([kSecReturnRef as String: true]) { $1 })
      #expect(found.result as? SecKey == key)
      #expect(Calls.delete(item) == errSecSuccess)
      let short = [kSecValueData as String: form.dropLast()] as [String: Any]
      #expect(Calls.add(item.merging(short) { $1 }) == errSecSuccess)
      #expect(all(item).first.map { $0["v_Ref"] == nil } == true)
    }
  }

  @Test("go to openssl and come back, openly and under a password", arguments: types)
  func openssl(type: String) throws {
    let key = try #require(Curve25519KeyTests.generate(type).object)
    let half = try #require(SecKeyCopyPublicKey(key))
    let toInfo = ["pkey", "-pubout", "-outform", "DER"]
    let (status, info) = ImportCalls.exporting(half, .formatOpenSSL)
    #expect(status == errSecSuccess && info?.suffix(32) == KeyCalls.form(half))
    for (format, label, password) in [
      (SecExternalFormat.formatUnknown, "PRIVATE KEY", nil),
      (.formatOpenSSL, "PRIVATE KEY", nil), (.formatBSAFE, "PRIVATE KEY", nil),
      (.formatWrappedPKCS8, "ENCRYPTED PRIVATE KEY", "secret" as String?),
    ] {
      let parameters = ImportCalls.open(password)
      let data = try #require(
        ImportCalls.exporting(key, format, isPEM: true, parameters).data, "\(format)")
      #expect(String(decoding: data, as: UTF8.self).hasPrefix("-----BEGIN \(label)-----\n"))
      let word = password.map { ["-passin", "pass:\($0)"] } ?? []
      #expect(try OpenSSLCommand.output(toInfo + word, of: data) == info)
      #expect(ImportCalls.importing(data, parameters).items?.first as? SecKey == key)
      // The key as openssl writes it.
      let theirs = try #require(try OpenSSLCommand.output(["pkey"] + word, of: data))
      let read = ImportCalls.importing(theirs, parameters)
      #expect(read.status == errSecSuccess && read.type == .itemTypePrivateKey)
      #expect(read.items?.first as? SecKey == key)
    }
    let theirs = try #require(info)
    #expect(ImportCalls.importing(theirs).items?.first as? SecKey == half)
    let parameters = ImportCalls.open("secret")
    for format: SecExternalFormat in [.formatWrappedOpenSSL, .formatPKCS12] {
      #expect(ImportCalls.exporting(key, format, parameters).status == -50)
    }
  }

  @Test("signatures of ours are read by openssl, and its by us")
  func signatures() throws {
    let key = try #require(Curve25519KeyTests.generate("105").object)
    let half = try #require(SecKeyCopyPublicKey(key))
    let text = Data("a text".utf8)
    let signature = try #require(KeyCalls.sign(key, Self.eddsa, text).object)
    let pem = try #require(
      ImportCalls.exporting(key, .formatOpenSSL, isPEM: true, ImportCalls.open()).data)
    let folder = FileManager.default.temporaryDirectory.appending(path: "ed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (keyFile, textFile, made) = (
      folder.appending(path: "key"), folder.appending(path: "text"), folder.appending(path: "made")
    )
    try pem.write(to: keyFile)
    try text.write(to: textFile)
    try signature.write(to: made)
    let files = ["-rawin", "-inkey", keyFile.path, "-in", textFile.path]
    let theirs = try OpenSSLCommand.output(["pkeyutl", "-sign"] + files, of: Data())
    #expect(theirs == signature)
    let checked = ["pkeyutl", "-verify"] + files + ["-sigfile", made.path]
    #expect(try OpenSSLCommand.output(checked, of: Data()) != nil)
    #expect(KeyCalls.verify(half, Self.eddsa, text, try #require(theirs)).object == true)
  }

  @Test("a certificate for one has its key, and joins it to an identity (case 23)")
  func identity() throws {
    try inKeychain {
      let key = try #require(Curve25519KeyTests.generate("105").object)
      let pem = try #require(
        ImportCalls.exporting(key, .formatOpenSSL, isPEM: true, ImportCalls.open()).data)
      let request = ["req", "-x509", "-new", "-key", "/dev/stdin", "-subj", "/CN=ed"]
      let der = try #require(try OpenSSLCommand.output(request + ["-outform", "DER"], of: pem))
      let certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
      #expect(SecCertificateCopyKey(certificate) == SecKeyCopyPublicKey(key))
      #expect(SecIdentityCreate(nil, certificate, key) != nil)
      #expect(Calls.add([kSecValueRef as String: certificate]) == errSecSuccess)
      let query: [String: Any] = [
        kSecClass as String: kSecClassIdentity, kSecReturnRef as String: true,
      ]
      #expect(Calls.find(query) == errSecItemNotFound)
      #expect(Calls.add([kSecValueRef as String: key]) == errSecSuccess)
      let found = Calls.copy(query).result
      let identity = try #require(found as? SecIdentity)
      var half: SecKey?
      #expect(unsafe SecIdentityCopyPrivateKey(identity, &half) == errSecSuccess && half == key)
    }
  }

  @Test("a certificate with other parameters than none has no key")
  func parameters() throws {
    let vector = try #require(
      Vector.all("certificates/keys-v1.txt").first { $0.testDescription == "ed25519" })
    let der = Data(try vector.bytes("der"))
    let place = try #require(der.range(of: Data([0x65, 0x70, 3, 0x21]))).lowerBound
    var other = der
    // X25519's identifier makes a certificate with a key that SecCertificateCopyKey does not
    // return.
    other[place + 1] = 0x6e
    let certificate = try #require(SecCertificateCreateWithData(nil, other as CFData))
    #expect(SecCertificateCopyKey(certificate) == nil)
  }
}
