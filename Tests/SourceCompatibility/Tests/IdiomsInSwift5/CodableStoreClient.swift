// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A client in the style of a generic store of Codable values.
final class CodableStore<Value: Codable>: @unchecked Sendable {
  typealias Call = (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus

  private let service: String
  // The calls are injected, as stores do for their own tests.
  private let copyMatching: Call
  private let add: Call

  init(
    service: String, copyMatching: @escaping Call = SecItemCopyMatching,
    add: @escaping Call = SecItemAdd
  ) {
    self.service = service
    self.copyMatching = copyMatching
    self.add = add
  }

  subscript(key: String) -> Value? {
    get { try? value(for: key) }
    set {
      do { try store(newValue, for: key) } catch { assertionFailure("\(error)") }
    }
  }

  func value(for key: String) throws -> Value {
    var query = base(key)
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var item: CFTypeRef?
    let status = copyMatching(query as CFDictionary, &item)
    guard status == errSecSuccess, let data = item as? Data else {
      throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
    return try JSONDecoder().decode(Value.self, from: data)
  }

  func store(_ value: Value?, for key: String) throws {
    SecItemDelete(base(key) as CFDictionary)
    guard let value else { return }
    var item = base(key)
    item[kSecValueData as String] = try JSONEncoder().encode(value)
    item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
    let status = add(item as CFDictionary, nil)
    guard status == errSecSuccess else {
      throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
  }

  private func base(_ key: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword as String,
      kSecAttrService as String: service,
      kSecAttrAccount as String: key,
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
    ]
  }
}
