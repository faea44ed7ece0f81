// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests whether a key may leave, from the attributes of its item and of its object.
///
/// Specification/seckey.md, "SecKeyCopyAttributes", "Steps of SecKeyCreateRandomKey";
/// Specification/certificates.md, "Key parameters", "Export rules".
@Suite("SecKey: terms of an item and of its object")
struct KeyTermsTests {
  private static let names = ["extr", "sens", "asen", "next"]

  /// Returns the Boolean attributes of the stored item.
  private func item() -> [String: Bool] {
    let query: [String: Any] = [
      "class": "keys", "kcls": kSecAttrKeyClassPrivate, "r_Attributes": true,
    ]
    let found = Calls.copy(query).result as? [String: Any] ?? [:]
    return found.filter { Self.names.contains($0.key) }.compactMapValues {
      ($0 as? NSNumber)?.boolValue
    }
  }

  private func object(_ key: SecKey) -> [String: Bool] {
    KeyCalls.attributes(key).filter { Self.names.contains($0.key) }
      .compactMapValues { $0 as? Bool }
  }

  private func stored() -> SecKey? {
    let query: [String: Any] = ["class": "keys", "kcls": kSecAttrKeyClassPrivate, "r_Ref": true]
    return Calls.copy(query).result as? SecKey
  }

  private static let fresh = ["extr": true, "sens": false, "asen": false, "next": false]

  @Test("a new key is as any other, whatever its item is told; what is found again is as its item")
  func generated() throws {
    let rows: [(given: [String: Any], item: [String: Bool], status: OSStatus)] = [
      ([:], [:], errSecSuccess), (["extr": false], ["extr": false, "next": true], -25316),
      (["sens": true], ["sens": true, "asen": true], -25260),
    ]
    for row in rows {
      try TemporaryKeychain().run {
        let half = row.given.merging(["perm": true]) { $1 }
        let key = try #require(
          KeyCalls.generate(kSecAttrKeyTypeEC, 256, ["private": half]).object)
        #expect(object(key) == Self.fresh)
        for (name, flag) in row.given { #expect(item()[name] == flag as? Bool, "\(name)") }
        let again = try #require(stored())
        #expect(again == key)
        #expect(object(again) == Self.fresh.merging(row.item) { $1 })
        #expect(ImportCalls.exporting(again, .formatOpenSSL).status == row.status)
      }
    }
  }

  @Test("an imported key, its item and what is found again say the same")
  func imported() throws {
    let data = try ImportCalls.data("PKCS#8, P-256, DER")
    let rows: [([CFString]?, [String: Bool])] = [
      (nil, ["extr": true, "sens": true, "asen": true, "next": false]),
      ([kSecAttrIsPermanent, kSecAttrIsExtractable], Self.fresh),
      (
        [kSecAttrIsPermanent, kSecAttrIsSensitive],
        ["extr": false, "sens": true, "asen": true, "next": true]
      ),
    ]
    for (attributes, expected) in rows {
      try TemporaryKeychain().run {
        let parameters = ImportCalls.Parameters(attributes: attributes)
        let answer = ImportCalls.importing(data, parameters, into: SecKeychain())
        #expect(answer.status == errSecSuccess)
        let key = try #require(answer.items?.first as? SecKey)
        #expect(object(key) == expected)
        #expect(item() == expected)
        #expect(try object(#require(stored())) == expected)
      }
    }
  }
}
