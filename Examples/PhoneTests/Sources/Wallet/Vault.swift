// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Security

/// Keeps a secret that only the fingers or face enrolled at that time open.
public struct Vault: Sendable {
  private static let service = "com.example.wallet.vault"

  /// Makes the vault of this app.
  public init() {}

  /// Stores the secret with an access control.
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

  /// Opens the vault and returns the status.
  ///
  /// The user is asked.
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
