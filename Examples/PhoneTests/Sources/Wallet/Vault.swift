// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Security

/// Keeps a secret that only those open who are enrolled now.
public struct Vault: Sendable {
  private static let service = "com.example.wallet.vault"

  /// The vault of this app.
  public init() {}

  /// Stores the secret under a rule.
  @discardableResult
  public func seal(
    _ secret: String, flags: SecAccessControlCreateFlags = .biometryCurrentSet
  ) -> OSStatus {
    let rule = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    guard let rule else { return errSecParam }
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Self.service,
      kSecAttrAccessControl as String: rule,
      kSecValueData as String: Data(secret.utf8),
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }

  /// What opening the vault says; the user is asked.
  public func openStatus() -> OSStatus {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Self.service,
      kSecReturnData as String: true,
    ]
    var result: CFTypeRef?
    return SecItemCopyMatching(query as CFDictionary, &result)
  }
}
