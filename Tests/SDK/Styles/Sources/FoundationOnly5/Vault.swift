// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation

/// A typical wrapper: dictionaries of strings, `as CFDictionary`, results by `as?`.
open class Vault {
  let service: String

  public init(service: String) { self.service = service }

  open func set(_ value: String, for account: String) throws {
    var query = self.query(account)
    SecItemDelete(query as CFDictionary)
    query[kSecValueData as String] = value.data(using: .utf8)!
    query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  open func get(_ account: String) throws -> String? {
    var query = self.query(account)
    query[kSecReturnData as String] = kCFBooleanTrue
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: AnyObject?
    let status = withUnsafeMutablePointer(to: &result) {
      SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
    }
    switch status {
    case noErr: return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
    case errSecItemNotFound: return nil
    default: throw Failure(status: status)
    }
  }

  private func query(_ account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: account,
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
    ].filter { $0.key != kSecAttrSynchronizable as String }
  }

  public struct Failure: LocalizedError {
    let status: OSStatus
    public var errorDescription: String? { SecCopyErrorMessageString(status, nil) as String? }
  }
}
