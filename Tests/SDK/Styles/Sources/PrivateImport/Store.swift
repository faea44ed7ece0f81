// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
public import Foundation
private import Security

/// A type with a property of type CFString, which belongs to Foundation on Apple's systems.
///
/// So the property may be less private than the import of Security.
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
