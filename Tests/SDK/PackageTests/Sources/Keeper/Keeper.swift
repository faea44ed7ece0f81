// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
import Security

/// Keeps a word under the name of the app, as wrappers do.
public enum Keeper {
  public static var service: String { Bundle.main.bundleIdentifier ?? "none" }

  private static var query: [String: Any] {
    [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
  }

  public static func keep(_ word: String) -> OSStatus {
    var item = query
    item[kSecValueData as String] = Data(word.utf8)
    return SecItemAdd(item as CFDictionary, nil)
  }

  /// Returns the access group of the word, or nil if there is no word.
  public static func group() -> String? {
    var query = self.query
    query[kSecReturnAttributes as String] = true
    var found: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess else { return nil }
    return (found as? [String: Any])?[kSecAttrAccessGroup as String] as? String
  }

  public static func forget() -> OSStatus { SecItemDelete(query as CFDictionary) }
}
