// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of SecItemImport into a keychain (Specification/certificates.md, "Import, order of steps",
/// "Per format", "Key parameters").
@Suite("SecItemImport into a keychain")
struct ImportStoringTests {
  private static let keychain = SecKeychain()

  private static func count(_ itemClass: String) -> Int {
    let query: [String: Any] = [
      "class": itemClass, "r_PersistentRef": true, "m_Limit": "m_LimitAll",
    ]
    return (Calls.copy(query).result as? NSArray)?.count ?? 0
  }

  /// Returns the number of certificates, keys and identities in the keychain.
  private static func counts() -> [Int] { [count("cert"), count("keys"), count("idnt")] }

  private static func secret(_ attributes: [CFString]? = nil) -> ImportCalls.Parameters {
    ImportCalls.Parameters(password: "secret", attributes: attributes)
  }

  @Test("stores everything, and gives identities in the place of their certificates")
  func container() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("openssl, chain", in: "pkcs12")
      let answer = ImportCalls.importing(data, Self.secret(), into: Self.keychain)
      #expect(answer.status == errSecSuccess)
      #expect(Self.counts() == [3, 1, 1])
      let items = try #require(answer.items)
      #expect(items.count == 3)
      let identity = try #require(items.first as? SecIdentity)
      #expect(items.dropFirst().allSatisfy { $0 is SecCertificate })
      let found = Calls.copy(["class": "idnt", "r_Ref": true]).result as? SecIdentity
      #expect(found == identity)
      let key = Calls.copy(["class": "keys", "r_Attributes": true]).result as? [String: Any]
      #expect(key?["labl"] as? String == "Mein Schlüssel")
      #expect(key?["sens"] as? Int == 1 && key?["extr"] as? Int == 1 && key?["perm"] as? Int == 1)

      // Importing a certificate again is allowed. Importing a key again is not.
      let again = ImportCalls.importing(data, Self.secret(), into: Self.keychain)
      #expect(again.status == errSecDuplicateItem && again.items == nil)
      #expect(Self.counts() == [3, 1, 1])
      let certificates = try ImportCalls.data("certificate, PEM")
      for _ in 0..<2 {
        #expect(ImportCalls.importing(certificates, into: Self.keychain).status == errSecSuccess)
      }
    }
  }

  @Test("a text gives no identities, whatever the store then has")
  func text() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("key, certificate and that of its CA, with comments")
      let answer = ImportCalls.importing(data, into: Self.keychain)
      #expect(answer.items?.contains { $0 is SecIdentity } == false && answer.items?.count == 3)
      #expect(Self.counts() == [2, 1, 1])
    }
  }

  @Test("without a keychain nothing is stored")
  func memory() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("openssl, chain", in: "pkcs12")
      let answer = ImportCalls.importing(data, Self.secret())
      // The list also has the key, unlike on Apple's systems.
      #expect(answer.items?.count == 4 && answer.items?.last is SecKey)
      #expect(Self.counts() == [0, 0, 0])
    }
  }

  @Test("keys are stored where they are permanent")
  func permanence() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("openssl, as it comes", in: "pkcs12")
      let floating = ImportCalls.importing(
        data, Self.secret([kSecAttrIsExtractable]), into: Self.keychain)
      #expect(floating.status == errSecSuccess && floating.items?.first is SecIdentity)
      #expect(Self.counts() == [1, 0, 0])
      let kept = ImportCalls.importing(
        data, Self.secret([kSecAttrIsPermanent]), into: Self.keychain)
      #expect(kept.status == errSecSuccess)
      #expect(Self.counts() == [1, 1, 1])
      // A key that is neither extractable nor sensitive never leaves.
      let key = try #require(
        Calls.copy(["class": "keys", "r_Ref": true]).result as? SecKey)
      #expect(ImportCalls.exporting(key, .formatOpenSSL).status == errSecDataNotAvailable)
      let wrapped = ImportCalls.exporting(key, .formatWrappedPKCS8, Self.secret())
      #expect(wrapped.status == errSecDataNotAvailable)
      // The key object still finds its item.
      #expect(Calls.find(["v_Ref": key]) == errSecSuccess)
      #expect(Calls.delete(["v_Ref": key]) == errSecSuccess)
    }
  }

  @Test("the first failure ends the call, and what was stored before stays")
  func failures() throws {
    try TemporaryKeychain().run {
      let first = try ImportCalls.data("certificate, PEM")
      let locked = try ImportCalls.data("encrypted PKCS#8, P-256, PEM, no password")
      let answer = ImportCalls.importing(first + locked, into: Self.keychain)
      #expect(answer.status == errSecPassphraseRequired && answer.items == nil)
      #expect(Self.counts() == [1, 0, 0])
    }
  }

  @Test("a second private key where one may be is not stored")
  func onlyOne() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("two keys")
      let one = ImportCalls.Parameters(flags: .importOnlyOne)
      let answer = ImportCalls.importing(data, one, into: Self.keychain)
      #expect(answer.status == -25259)
      #expect(Self.counts() == [0, 1, 0])
    }
  }

  @Test("symmetric keys are stored once, and have no object there")
  func symmetricKeys() throws {
    try TemporaryKeychain().run {
      let data = try ImportCalls.data("symmetric key")
      #expect(ImportCalls.importing(data, into: Self.keychain).status == errSecSuccess)
      #expect(ImportCalls.importing(data, into: Self.keychain).status == errSecDuplicateItem)
      let query: [String: Any] = ["class": "keys", "kcls": "2", "labl": "Imported Key"]
      let found = Calls.copy(query.merging(["r_Data": true]) { $1 })
      #expect((found.result as? Data)?.count == 4)
    }
  }
}
