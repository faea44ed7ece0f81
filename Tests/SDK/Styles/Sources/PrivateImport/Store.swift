// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
public import Foundation
private import Security

/// CFString belongs to Foundation on Apple's systems: a property of its type may be less private.
public struct Store {
  let itemClass: CFString
  var attributes: CFDictionary { [kSecClass: itemClass] as CFDictionary }

  public init() { itemClass = kSecClassGenericPassword }

  public func count() -> Int {
    var result: CFTypeRef?
    let query = NSMutableDictionary(dictionary: attributes as! [AnyHashable: Any])
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnAttributes] = true
    guard SecItemCopyMatching(query, &result) == errSecSuccess else { return 0 }
    return (result as? [[String: Any]])?.count ?? 0
  }
}
