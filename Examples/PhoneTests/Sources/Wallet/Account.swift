// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Security

/// The app's data about its user: some follow to the next phone, some must not.
public struct Account: Sendable {
  private static let service = "com.example.wallet.account"

  /// Makes the account of this app.
  public init() {}

  /// Stores the recovery code, which follows to the next phone, and the key that stands for this
  /// phone.
  ///
  /// - Parameter phoneKey: when the key can be read. It is ThisDeviceOnly, since two phones with
  ///   one key are one phone to the server.
  @discardableResult
  public func saveAll(
    phoneKey: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
  ) -> OSStatus {
    let status = save("roaming", kSecAttrAccessibleWhenUnlocked)
    return status == errSecSuccess ? save("phone", phoneKey) : status
  }

  /// Returns the names of the stored data, sorted.
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
