// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A client in the style of an enumeration without cases: static functions that throw a status.
enum TokenVault {
  struct Failure: Error, Equatable, LocalizedError {
    let status: OSStatus

    var errorDescription: String? {
      SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
    }
  }

  private static let service = "vault.tokens"

  private static func query(for account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
    ]
  }

  static func save(_ token: String, for account: String) throws {
    var item = query(for: account)
    item[kSecValueData as String] = Data(token.utf8)
    item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
    let status = SecItemAdd(item as CFDictionary, nil)
    switch status {
    case errSecSuccess: return
    case errSecDuplicateItem:
      let changes = [kSecValueData as String: Data(token.utf8)] as CFDictionary
      let updated = SecItemUpdate(query(for: account) as CFDictionary, changes)
      guard updated == errSecSuccess else { throw Failure(status: updated) }
    default: throw Failure(status: status)
    }
  }

  static func load(_ account: String) throws -> String? {
    var item = query(for: account)
    item[kSecReturnData as String] = kCFBooleanTrue
    item[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(item as CFDictionary, &result)
    guard status != errSecItemNotFound else { return nil }
    guard status == errSecSuccess, let data = result as? Data else {
      throw Failure(status: status)
    }
    return String(data: data, encoding: .utf8)
  }

  static func accounts() throws -> [String] {
    let all: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecMatchLimit: kSecMatchLimitAll,
      kSecReturnAttributes: true,
    ]
    var result: AnyObject?
    let status = SecItemCopyMatching(all as CFDictionary, &result)
    if status == errSecItemNotFound { return [] }
    guard status == errSecSuccess, let items = result as? [[String: Any]] else {
      throw Failure(status: status)
    }
    return items.compactMap { $0[kSecAttrAccount as String] as? String }
  }

  static func remove(_ account: String) {
    SecItemDelete(query(for: account) as CFDictionary)
  }
}
