// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of ways to read a result.
@Suite("Results")
struct ResultIdiomTests {
  private func withItems<R>(_ body: () throws -> R) throws -> R {
    try TemporaryKeychain().run {
      for account in ["a", "b"] {
        let item: [CFString: Any] = [
          kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.org",
          kSecAttrAccount: account, kSecAttrPort: 443, kSecAttrIsInvisible: true,
          kSecValueData: Data(account.utf8),
        ]
        #expect(SecItemAdd(item as CFDictionary, nil) == noErr)
      }
      return try body()
    }
  }

  private func query(_ more: [CFString: Any]) -> CFDictionary {
    var query: [CFString: Any] = [kSecClass: kSecClassInternetPassword]
    query.merge(more) { $1 }
    return query as CFDictionary
  }

  @Test("through variables and pointers")
  func pointers() throws {
    try withItems {
      let wanted = query([kSecReturnData: true])
      var object: AnyObject?
      #expect(SecItemCopyMatching(wanted, &object) == errSecSuccess)
      #expect(object as? Data == Data("a".utf8))
      var reference: CFTypeRef?
      let status = withUnsafeMutablePointer(to: &reference) {
        SecItemCopyMatching(wanted, UnsafeMutablePointer($0))
      }
      #expect(status == noErr)
      #expect(reference as! CFData == Data("a".utf8) as CFData)
      let allocated = UnsafeMutablePointer<CFTypeRef?>.allocate(capacity: 1)
      allocated.initialize(to: nil)
      defer { allocated.deallocate() }
      #expect(SecItemCopyMatching(wanted, allocated) == noErr)
      #expect((allocated.pointee as! NSData).length == 1)
      #expect(SecItemCopyMatching(wanted, nil) == noErr)
    }
  }

  @Test("as one dictionary")
  func dictionary() throws {
    try withItems {
      var result: CFTypeRef?
      let wanted = query([kSecReturnAttributes: true, kSecReturnData: true])
      #expect(SecItemCopyMatching(wanted, &result) == errSecSuccess)
      let strings = try #require(result as? [String: Any])
      #expect(strings[kSecAttrAccount as String] as? String == "a")
      #expect(strings[kSecAttrCreationDate as String] is Date)
      #expect(strings[kSecAttrPort as String] as? Int == 443)
      #expect(strings[kSecAttrPort as String] as? UInt16 == 443)
      #expect(strings[kSecAttrIsInvisible as String] as? Bool == true)
      let hashed = try #require(result as? [AnyHashable: Any])
      #expect(hashed[kSecAttrAccount] as? String == "a")
      #expect(hashed["acct"] as? String == "a")
      #expect((result as? NSDictionary)?[kSecValueData] as? Data == Data("a".utf8))
      #expect((result as? [NSObject: AnyObject])?[kSecAttrServer] as? String == "example.org")
      #expect((result as! CFDictionary).count == strings.count)
      let control = strings[kSecAttrAccessControl as String] as! SecAccessControl
      #expect(CFGetTypeID(control) == SecAccessControlGetTypeID())
    }
  }

  @Test("as many")
  func many() throws {
    try withItems {
      var result: CFTypeRef?
      let wanted = query([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll])
      #expect(SecItemCopyMatching(wanted, &result) == errSecSuccess)
      #expect((result as? [[String: Any]])?.count == 2)
      #expect((result as? [[CFString: Any]])?.first?[kSecAttrAccount] as? String == "a")
      #expect((result as! [NSDictionary]).last?[kSecAttrAccount] as? String == "b")
      #expect((result as? NSArray)?.count == 2)
      #expect((result as? [[String: AnyObject]])?.count == 2)
      #expect((result as? [[AnyHashable: Any]])?.last?[kSecAttrAccount] as? String == "b")
    }
  }

  @Test("of Add")
  func add() throws {
    try TemporaryKeychain().run {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecReturnPersistentRef: true,
      ]
      var result: AnyObject?
      #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
      let reference = try #require(result as? Data)
      let found: NSDictionary = [kSecValuePersistentRef: reference]
      #expect(SecItemCopyMatching(found, nil) == errSecSuccess)
      #expect(SecItemDelete(found) == errSecSuccess)
    }
  }
}
