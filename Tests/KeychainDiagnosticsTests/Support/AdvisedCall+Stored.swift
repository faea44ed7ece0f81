// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security

/// The attributes of stored items, as the owner of the store can read them.
extension AdvisedCall {
  /// Returns an attribute of an item.
  ///
  /// If the item is locked, the device is unlocked first.
  mutating func stored(_ key: String, of item: ItemFact, _ facts: CallFacts) -> Any? {
    if let value = Attribute(name: key).flatMap({ item.attributes[$0] }) {
      return Self.object(value)
    }
    guard item.state != .readable else { return nil }
    unlock(facts)
    let query: [String: Any] = [
      kSecValuePersistentRef as String: reference(item), kSecReturnAttributes as String: true,
    ]
    let read = stage.phone.run { () -> Any? in
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as NSDictionary, &result)
      return status == errSecSuccess ? (result as? NSDictionary)?[key] : nil
    }
    return read ?? spelled(key, like: item)
  }

  /// Returns an attribute of an item that prompts: the stored spelling of the value asked for.
  private func spelled(_ key: String, like item: ItemFact) -> String? {
    guard let asked = query[key] as? String else { return nil }
    func core(_ text: String) -> Substring? { text.lowercased().split(separator: "@").first }
    return stage.phone.items
      .filter { $0.itemClass == item.itemClass.rawValue && $0.isConstrained }
      .compactMap { $0.attributes[key] }
      .first { $0 != asked && core($0) == core(asked) }
  }

  func reference(_ item: ItemFact) -> Data {
    Data(PersistentReference.encode(item.itemClass, item.identifier))
  }
}
