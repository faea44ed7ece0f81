// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
#if canImport(Security)
  import Security
#else
  #error("this package needs the keychain")
#endif

/// Keeps a token in the keychain.
public struct Tokens {
  public init() {}

  private var query: [String: Any] {
    [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "networking"]
  }

  public func keep(_ token: String) -> Bool {
    SecItemDelete(query as CFDictionary)
    var item = query
    item[kSecValueData as String] = Data(token.utf8)
    return SecItemAdd(item as CFDictionary, nil) == errSecSuccess
  }

  public func token() -> String? {
    var query = self.query
    query[kSecReturnData as String] = true
    var found: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess else { return nil }
    return (found as? Data).map { String(decoding: $0, as: UTF8.self) }
  }
}
