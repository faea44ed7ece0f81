// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Imports with a keychain file, which would put items where the caller does not expect them
/// (Documentation/Decisions/import-export.md).
@Suite("Import into a keychain file")
struct ImportKeychainTests {
  @Test("a keychain file is refused, and nothing is stored")
  func refused() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("import.keychain")
      let key = Data("-----BEGIN PRIVATE KEY-----\n".utf8)
      let answer = ImportCalls.importing(key, into: keychain)
      #expect(answer.status == errSecUnimplemented)
      let vector = try PKCS12Calls.vector("openssl, chain")
      let options: [String: Any] = ["keychain": keychain]
      #expect(try PKCS12Calls.importing(vector, options).status == errSecUnimplemented)
      #expect(Calls.find([kSecClass as String: kSecClassKey]) == errSecItemNotFound)
    }
  }
}
