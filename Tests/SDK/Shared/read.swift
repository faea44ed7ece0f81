// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation

var found: CFTypeRef?
let query = [
  kSecClass: kSecClassGenericPassword, kSecAttrService: "shared", kSecAttrAccount: "mira \u{e9}", kSecReturnData: true,
] as CFDictionary
guard SecItemCopyMatching(query, &found) == errSecSuccess, let data = found as? Data else { exit(1) }
print(data.map { String(format: "%02X", $0) }.joined())
