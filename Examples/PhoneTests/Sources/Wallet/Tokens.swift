// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Security

/// Keeps the token of a session, as many apps do.
public struct Tokens: Sendable {
  private static let service = "com.example.wallet.token"

  /// Makes the store of this app's token.
  public init() {}

  /// Stores the token in place of an older one.
  @discardableResult
  public func save(
    _ token: String, accessible: CFString = kSecAttrAccessibleWhenUnlocked
  ) -> OSStatus {
    SecItemDelete(query as CFDictionary)
    var item = query
    item[kSecValueData as String] = Data(token.utf8)
    item[kSecAttrAccessible as String] = accessible
    return SecItemAdd(item as CFDictionary, nil)
  }

  /// Returns the token, or nil if there is no token or it cannot be read now.
  public func load() -> String? { read().token }

  /// Returns the status of a read, which tells a missing token from one that cannot be read now.
  public func loadStatus() -> OSStatus { read().status }

  /// Removes the token.
  public func remove() { SecItemDelete(query as CFDictionary) }

  private var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Self.service,
    ]
  }

  private func read() -> (token: String?, status: OSStatus) {
    var query = query
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return ((result as? Data).map { String(decoding: $0, as: UTF8.self) }, status)
  }
}
