// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The four SecItem calls on keychain files, with Swift values in place of pointers.
///
/// Unlike `Calls`, no call is explained first: explanations look at the store alone.
enum FileItemCalls {
  static func add(_ attributes: [String: Any]) -> OSStatus {
    SecItemAdd(attributes as NSDictionary, nil)
  }

  static func adding(_ attributes: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef?
    let status = unsafe SecItemAdd(attributes as NSDictionary, &result)
    return (status, result)
  }

  static func copy(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as NSDictionary, &result)
    return (status, result)
  }

  static func find(_ query: [String: Any]) -> OSStatus {
    SecItemCopyMatching(query as NSDictionary, nil)
  }

  static func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    SecItemUpdate(query as NSDictionary, changes as NSDictionary)
  }

  static func delete(_ query: [String: Any]) -> OSStatus { SecItemDelete(query as NSDictionary) }

  /// Returns the attribute dictionary of the first match.
  static func attributes(_ query: [String: Any]) -> [String: Any]? {
    copy(query.merging(["r_Attributes": true]) { $1 }).result as? [String: Any]
  }

  /// Returns the secret of the first match, as text.
  static func secret(_ query: [String: Any]) -> String? {
    let data = copy(query.merging(["r_Data": true]) { $1 }).result as? Data
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the number of matches.
  static func count(_ query: [String: Any]) -> Int {
    let all: [String: Any] = ["r_PersistentRef": true, "m_Limit": "m_LimitAll"]
    return (copy(query.merging(all) { $1 }).result as? NSArray)?.count ?? 0
  }

  /// Returns the accounts of all matches, in their order.
  static func accounts(_ query: [String: Any]) -> [String] {
    let all: [String: Any] = ["r_Attributes": true, "m_Limit": "m_LimitAll"]
    let found = copy(query.merging(all) { $1 }).result as? [[String: Any]] ?? []
    return found.map { $0["acct"] as? String ?? "" }
  }
}
