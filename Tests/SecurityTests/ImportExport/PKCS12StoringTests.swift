// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of SecPKCS12Import into the keychain (Specification/certificates.md, "PKCS#12 options and
/// result keys", "PKCS#12 status", "Conformance cases", cases 35 and 36).
@Suite("SecPKCS12Import into the keychain")
struct PKCS12StoringTests {
  private static func all(_ itemClass: String, _ more: [String: Any] = [:]) -> [[String: Any]] {
    let query: [String: Any] = [
      "class": itemClass, "r_Attributes": true, "m_Limit": "m_LimitAll",
    ]
    return Calls.copy(query.merging(more) { $1 }).result as? [[String: Any]] ?? []
  }

  @Test(
    "35: is stored once, with the attributes of the options",
    arguments: [.dataProtection, .ios, .quirks] as [TemporaryKeychain.Profile])
  func twice(_ profile: TemporaryKeychain.Profile) throws {
    let keychain = try TemporaryKeychain(as: .withGroups(exactly: ["G1", "G2"]), profile: profile)
    try keychain.run {
      let vector = try PKCS12Calls.vector("openssl, chain")
      let options: [String: Any] = ["nleg": true, "agrp": "G2", "labl": "mine", "pdmn": "ck"]
      for _ in 0..<2 {
        let answer = try PKCS12Calls.importing(vector, options)
        #expect(answer.status == errSecSuccess && answer.items?.count == 1)
        let identities = Self.all("idnt")
        #expect(identities.count == 1)
        #expect(identities.first?["agrp"] as? String == "G2")
        #expect(identities.first?["labl"] as? String == "mine")
        let (certificates, keys) = (Self.all("cert"), Self.all("keys"))
        #expect(certificates.count == 3 && keys.count == 1)
        #expect((certificates + keys).allSatisfy { $0["agrp"] as? String == "G2" })
        #expect((certificates + keys).allSatisfy { $0["pdmn"] as? String == "ck" })
        #expect(keys.first?["sens"] as? Int == 0)
      }
    }
  }

  @Test("36: nothing is stored in memory only, nor without being asked for")
  func memory() throws {
    try TemporaryKeychain().run {
      let vector = try PKCS12Calls.vector("openssl, chain")
      let rows: [[String: Any]] = [
        [:], ["memory": true], ["memory": true, "nleg": true], ["nleg": false],
        ["memory": true, "keychain": SecKeychain()],
      ]
      for row in rows {
        let answer = try PKCS12Calls.importing(vector, row)
        #expect(answer.status == errSecSuccess && answer.items?.count == 1)
        #expect(Self.all("cert").isEmpty && Self.all("keys").isEmpty)
      }
      let kept = try PKCS12Calls.importing(vector, ["keychain": SecKeychain()])
      #expect(kept.status == errSecSuccess)
      #expect(Self.all("idnt").count == 1 && Self.all("cert").count == 3)
    }
  }

  @Test("certificates of no identity are stored too")
  func others() throws {
    try TemporaryKeychain().run {
      let vector = try PKCS12Calls.vector("openssl, no keys")
      #expect(try PKCS12Calls.importing(vector, ["nleg": true]).status == errSecSuccess)
      #expect(Self.all("cert").count == 1 && Self.all("keys").isEmpty)
    }
  }

  @Test("where storing fails the last status is told, and the items are there all the same")
  func failures() throws {
    let keychain = try TemporaryKeychain(as: .withGroups(exactly: ["G1"]))
    try keychain.run {
      let vector = try PKCS12Calls.vector("openssl, chain")
      let rows: [(options: [String: Any], status: OSStatus)] = [
        (["agrp": "G3"], errSecMissingEntitlement), (["atag": Data([1])], errSecNoSuchAttr),
        (["pdmn": "zz"], errSecParam), ([:], errSecSuccess),
      ]
      for row in rows {
        let answer = try PKCS12Calls.importing(vector, row.options.merging(["nleg": true]) { $1 })
        #expect(answer.status == row.status)
        #expect(answer.items?.count == 1)
        #expect(Self.all("cert").count == (row.status == 0 ? 3 : 0))
      }
    }
  }
}
