// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of ways to write a query.
///
/// Each finds the only item.
@Suite("Dictionaries")
struct DictionaryIdiomTests {
  private func find(_ query: CFDictionary) throws -> String? {
    try TemporaryKeychain().run {
      let item =
        [
          kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: "a",
          kSecValueData: Data("secret".utf8),
        ] as CFDictionary
      #expect(SecItemAdd(item, nil) == errSecSuccess)
      var result: CFTypeRef?
      guard SecItemCopyMatching(query, &result) == errSecSuccess else { return nil }
      return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
    }
  }

  @Test("of strings and any")
  func strings() throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      String(kSecAttrService): "s",
      "\(kSecAttrAccount)": "a",
      kSecReturnData as String: kCFBooleanTrue!,
    ]
    #expect(try find(query as CFDictionary) == "secret")
  }

  @Test("of Core Foundation strings")
  func foundationStrings() throws {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecReturnData: true,
    ]
    #expect(try find(query as CFDictionary) == "secret")
    let literal: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
    #expect(try find(literal) == "secret")
    let cast =
      [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue as Any]
      as NSMutableDictionary
    #expect(try find(cast as CFDictionary) == "secret")
  }

  @Test("of objects")
  func objects() throws {
    let strings: [NSString: Any] = [
      kSecClass as NSString: kSecClassGenericPassword, kSecReturnData: true,
    ]
    #expect(try find(strings as CFDictionary) == "secret")
    let objects: [NSObject: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue,
    ]
    #expect(try find(objects as CFDictionary) == "secret")
    let values: [String: NSObject] = [
      kSecClass as String: kSecClassGenericPassword, kSecReturnData as String: true as NSNumber,
    ]
    #expect(try find(values as CFDictionary) == "secret")
    let mixed: [AnyHashable: Any] = [
      kSecClass: kSecClassGenericPassword, "r_Data": true, kSecAttrAccount as String: "a",
    ]
    #expect(try find(mixed as CFDictionary) == "secret")
    let texts: [String: String] = ["class": "genp", "svce": "s"]
    #expect(try find(texts as CFDictionary) == nil)
  }

  @Test("that can be changed")
  func changeable() throws {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassGenericPassword
    query.setObject("s", forKey: kSecAttrService)
    query.setValue("a", forKey: kSecAttrAccount as String)
    query.setValue(true, forKey: kSecReturnData as String)
    #expect(try find(query) == "secret")
  }

  @Test("with optional values: nothing becomes null, which no attribute takes")
  func optionals() throws {
    let label: String? = nil
    let query: [String: Any] = ["class": "genp", "labl": label as Any, "r_Data": true]
    #expect(try find(query as CFDictionary) == nil)
  }

  @Test("with constants in patterns and sets")
  func constants() {
    let chosen = kSecAttrAccessibleWhenUnlocked
    switch chosen {
    case kSecAttrAccessibleAfterFirstUnlock: Issue.record("another constant")
    case kSecAttrAccessibleWhenUnlocked: break
    default: Issue.record("no constant")
    }
    let set: Set<CFString> = [kSecAttrAccount, kSecAttrService, kSecAttrAccount]
    #expect(set.count == 2)
    #expect(Int(kSecAttrKeyTypeRSA as String) == 42)
  }
}
