// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Security

/// What the app knows of its user, by name: some of it follows to the next phone, some must not.
public struct Account: Sendable {
  private static let service = "com.example.wallet.account"

  /// The account of this app.
  public init() {}

  /// Stores the recovery code, which roams, and the key that stands for this phone.
  ///
  /// - Parameter phoneKey: when the key is readable: with ThisDeviceOnly, as two phones with one
  ///   key are one to the server.
  @discardableResult
  public func saveAll(
    phoneKey: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
  ) -> OSStatus {
    let status = save("roaming", kSecAttrAccessibleWhenUnlocked)
    return status == errSecSuccess ? save("phone", phoneKey) : status
  }

  /// The names of what is there, sorted.
  public func names() -> [String] {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Self.service,
      kSecMatchLimit as String: kSecMatchLimitAll,
      kSecReturnAttributes as String: true,
    ]
    var result: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
      let items = result as? [[String: Any]]
    else { return [] }
    return items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
  }

  private func save(_ name: String, _ accessible: CFString) -> OSStatus {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Self.service,
      kSecAttrAccount as String: name,
      kSecAttrAccessible as String: accessible,
      kSecValueData as String: Data("secret of \(name)".utf8),
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }
}
