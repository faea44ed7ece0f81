// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
// Adds an item to a group. Prints the status, the identity of the program, and its bundle.
import Foundation

let group = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
var item: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "identity",
  kSecAttrAccount as String: group, kSecValueData as String: Data("secret".utf8),
]
if !group.isEmpty { item[kSecAttrAccessGroup as String] = group }
let status = SecItemAdd(item as CFDictionary, nil)
let again = SecItemAdd(item as CFDictionary, nil)
let task = SecTaskCreateFromSelf(nil)!
let name = SecTaskCopySigningIdentifier(task, nil) as String? ?? "-"
print(status, again, name, Bundle.main.bundleIdentifier ?? "-")
