// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Stores passwords by service and account, as programs on Apple's systems do.
struct Passwords {
  let service: String

  func add(_ password: String, account: String) -> OSStatus {
    var item = query(account: account)
    item[kSecValueData as String] = Data(password.utf8)
    item[kSecAttrLabel as String] = "\(account) at \(service)"
    return SecItemAdd(item as CFDictionary, nil)
  }

  func find(account: String) -> (status: OSStatus, password: String?) {
    var query = query(account: account)
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return (status, (result as? Data).map { String(decoding: $0, as: UTF8.self) })
  }

  func update(_ password: String, account: String) -> OSStatus {
    SecItemUpdate(
      query(account: account) as CFDictionary,
      [kSecValueData as String: Data(password.utf8)] as CFDictionary)
  }

  func accounts() -> (status: OSStatus, accounts: [String]) {
    var query = query()
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    query[kSecReturnAttributes as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    let items = result as? [[String: Any]] ?? []
    return (status, items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted())
  }

  func delete(account: String) -> OSStatus {
    SecItemDelete(query(account: account) as CFDictionary)
  }

  private func query(account: String? = nil) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
    ]
    query[kSecAttrAccount as String] = account
    return query
  }
}
