// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Security

/// Keeps the token of a session, as many apps do.
public struct Tokens: Sendable {
  private static let service = "com.example.wallet.token"

  /// The token of this app.
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

  /// The token, if there is one that can be read now.
  public func load() -> String? { read().token }

  /// What a read says: that there is no token is something else than that it cannot be read now.
  public func loadStatus() -> OSStatus { read().status }

  /// Forgets the token.
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
