// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

let item: [CFString: Any] = [
  kSecClass: kSecClassGenericPassword, kSecAttrService: "startup", kSecAttrAccount: "mira",
]
if CommandLine.arguments.count > 1 {
  let added = item.merging([kSecValueData: Data("found".utf8)]) { $1 }
  print(SecItemAdd(added as CFDictionary, nil))
} else {
  var result: CFTypeRef?
  let query = item.merging([kSecReturnData: true]) { $1 }
  guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { exit(1) }
  print((result as? NSData)?.length ?? 0)
}
