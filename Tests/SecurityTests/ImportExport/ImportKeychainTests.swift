// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import Security
import Testing

/// Imports into keychain files (Specification/file-keychain.md, "Import and export";
/// Specification/certificates.md, "PKCS#12 options and result keys").
@Suite("Import into a keychain file")
struct ImportKeychainTests {
  private static func count(_ itemClass: String, in keychain: SecKeychain) -> Int {
    FileItemCalls.count(["class": itemClass, "m_SearchList": [keychain]])
  }

  private static func counts(in keychain: SecKeychain) -> [Int] {
    ["cert", "keys", "idnt"].map { count($0, in: keychain) }
  }

  @Test("SecItemImport stores certificates and keys, with their names and uses")
  func items() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("import.keychain")
      let data = try ImportCalls.data("openssl, chain", in: "pkcs12")
      let secret = ImportCalls.Parameters(password: "secret")
      let answer = ImportCalls.importing(data, secret, into: keychain)
      #expect(answer.status == errSecSuccess && answer.items?.count == 3)
      #expect(Self.counts(in: keychain) == [3, 1, 1])
      let key = FileItemCalls.attributes(["class": "keys", "m_SearchList": [keychain]])
      #expect(key?["labl"] as? String == "Mein Schlüssel")
      #expect(key?["sens"] as? Int == 1 && key?["extr"] as? Int == 1)
      let identity = FileItemCalls.copy(["class": "idnt", "m_SearchList": [keychain]]).result
      #expect(identity as? SecIdentity == answer.items?.first as? SecIdentity)
      #expect(ImportCalls.importing(data, secret, into: keychain).status == errSecDuplicateItem)
      #expect(FileItemCalls.find(["class": "keys"]) == errSecItemNotFound, "in the store")
      let system = try KeychainCalls.open("/Library/Keychains/System.keychain")
      #expect(ImportCalls.importing(data, secret, into: system).status == errSecWrPerm)
    }
  }

  @Test("the usage of the parameters restricts a key, and without it every use is permitted")
  func usage() throws {
    try KeychainHome().run {
      let data = try ImportCalls.data("openssl, chain", in: "pkcs12")
      for (number, (usage, signs, decrypts)) in [
        (nil, 1, 1), ([], 1, 1), ([kSecAttrCanSign], 1, 0), ([kSecAttrCanDecrypt], 0, 1),
        ([kSecAttrCanSign, kSecAttrCanDecrypt], 1, 1),
      ].enumerated() as EnumeratedSequence<[([CFString]?, Int, Int)]> {
        let keychain = try KeychainCalls.created("use\(number).keychain")
        let parameters = ImportCalls.Parameters(password: "secret", usage: usage)
        #expect(ImportCalls.importing(data, parameters, into: keychain).status == errSecSuccess)
        let key = FileItemCalls.attributes(["class": "keys", "m_SearchList": [keychain]])
        #expect(key?["sign"] as? Int == signs && key?["decr"] as? Int == decrypts, "\(number)")
      }
    }
  }

  @Test("SecPKCS12Import stores in the keychain of the option, under the access object")
  func container() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("import.keychain")
      let vector = try PKCS12Calls.vector("openssl, chain")
      let memory = try PKCS12Calls.importing(vector, ["keychain": keychain, "memory": true])
      #expect(memory.status == errSecSuccess && Self.counts(in: keychain) == [0, 0, 0])
      var access: SecAccess?
      #expect(unsafe SecAccessCreate("p12" as NSString, [] as NSArray, &access) == errSecSuccess)
      let options: [String: Any] = ["keychain": keychain, "access": access as Any]
      for _ in 0..<2 {
        #expect(try PKCS12Calls.importing(vector, options).status == errSecSuccess)
        #expect(Self.counts(in: keychain) == [3, 1, 1])
      }
      let query: [String: Any] = ["class": "keys", "m_SearchList": [keychain]]
      #expect(FileItemCalls.attributes(query)?["labl"] as? String == "Imported Private Key")
      #expect(FileItemCalls.copy(query).status == errSecInteractionNotAllowed)
      let wrong: [String: Any] = ["keychain": keychain, "access": "x"]
      #expect(try PKCS12Calls.importing(vector, wrong).status == errSecParam)
      #expect(FileItemCalls.find(["class": "keys"]) == errSecItemNotFound, "in the store")
      // Without an option the default keychain gets the items in the profile of the Mac.
      let other = try KeychainCalls.created("default.keychain")
      #expect(SecKeychainSetDefault(other) == errSecSuccess)
      #expect(try PKCS12Calls.importing(vector).status == errSecSuccess)
      #expect(Self.counts(in: other) == [0, 0, 0])
      let merged = try ProfileChoice.$scopedMerging.withValue(true) {
        try PKCS12Calls.importing(vector)
      }
      #expect(merged.status == errSecSuccess)
      #expect(Self.counts(in: other) == [3, 1, 1])
      let open = FileItemCalls.copy(["class": "idnt", "m_SearchList": [other]])
      #expect(open.result is SecIdentity, "the caller may use a key that it has imported")
    }
  }
}
