// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The four SecItem calls on generic passwords of one service.
enum Items {
  /// The short names of all protections.
  static var protections: [String] { values.map(\.name) }

  private static var values: [(name: String, value: CFString)] {
    [
      ("ak", kSecAttrAccessibleWhenUnlocked), ("ck", kSecAttrAccessibleAfterFirstUnlock),
      ("dk", kSecAttrAccessibleAlways), ("aku", kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
      ("cku", kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
      ("dku", kSecAttrAccessibleAlwaysThisDeviceOnly),
      ("akpu", kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
    ]
  }

  static func accessible(_ name: String) -> CFString {
    values.first { $0.name == name }?.value ?? kSecAttrAccessibleWhenUnlocked
  }

  static func add(
    _ account: String, _ protection: String = "ak", group: String? = nil,
    more: [String: Any] = [:]
  ) -> OSStatus {
    var item = base(account, group)
    item[kSecAttrAccessible as String] = accessible(protection)
    item[kSecValueData as String] = Data("secret of \(account)".utf8)
    for (key, value) in more {
      item[key] = value
      if key == kSecAttrAccessControl as String { item[kSecAttrAccessible as String] = nil }
    }
    return SecItemAdd(item as CFDictionary, nil)
  }

  static func read(
    _ account: String, group: String? = nil, more: [String: Any] = [:]
  ) -> OSStatus {
    var query = base(account, group)
    query[kSecReturnData as String] = true
    for (key, value) in more { query[key] = value }
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess else { return status }
    return result as? Data == Data("secret of \(account)".utf8) ? status : errSecDecode
  }

  static func delete(_ account: String) -> OSStatus {
    SecItemDelete(base(account, nil) as CFDictionary)
  }

  static func relabel(_ account: String) -> OSStatus {
    SecItemUpdate(
      base(account, nil) as CFDictionary, [kSecAttrLabel as String: "other"] as CFDictionary)
  }

  /// Replaces an item by one with another secret than `read` expects.
  static func replace(_ account: String, _ protection: String) -> OSStatus {
    SecItemDelete(base(account, nil) as CFDictionary)
    return add(account, protection, more: [kSecValueData as String: Data("other".utf8)])
  }

  private static func base(_ account: String, _ group: String?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
      kSecAttrAccount as String: account,
    ]
    if let group { query[kSecAttrAccessGroup as String] = group }
    return query
  }
}
