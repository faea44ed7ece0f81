// SPDX-License-Identifier: Apache-2.0
import Security

/// The four calls with Swift dictionaries and values in place of pointers.
enum Calls {
  /// Stands in the result variable before a call, so that "untouched" can be seen.
  static var untouched: NSString { "untouched" }

  static func add(_ attributes: [String: Any]) -> OSStatus {
    SecItemAdd(attributes as CFDictionary, nil)
  }

  static func adding(_ attributes: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef? = untouched
    let status = unsafe SecItemAdd(attributes as CFDictionary, &result)
    return (status, result)
  }

  static func copy(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef? = untouched
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    return (status, result)
  }

  static func find(_ query: [String: Any]) -> OSStatus {
    SecItemCopyMatching(query as CFDictionary, nil)
  }

  static func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    SecItemUpdate(query as CFDictionary, changes as CFDictionary)
  }

  static func delete(_ query: [String: Any]) -> OSStatus {
    SecItemDelete(query as CFDictionary)
  }

  /// An access control, or nil where the flags exclude each other.
  static func accessControl(_ protection: String, _ flags: SecAccessControlCreateFlags)
    -> SecAccessControl?
  {
    SecAccessControlCreateWithFlags(nil, protection as CFTypeRef, flags, nil)
  }
}
