// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes

/// What an object stands for in a dictionary (spec/secitem.md 3.1 C5, 4.6, 5.3).
extension ForeignDictionary {
  /// Puts in the place of `v_Ref` what its object says of itself; what the caller has given
  /// himself stays as it is.
  ///
  /// - Throws: -50 for an object that has no items, or a key that says nothing.
  mutating func expandReference(for verb: ItemVerb) throws(KeychainError) {
    guard let object = self[.value, ValueKey.reference.rawValue] else { return }
    guard let key = object as? SecKey else {
      throw .parameter("the reference is no key, certificate or identity")
    }
    remove { $0.family == .value && $0.name == ValueKey.reference.rawValue }
    if verb == .add, case .element(let held) = key.body { element = held.key }
    for (name, value) in try key.pairs(for: verb) { add(ForeignKey(name), value) }
  }
}

extension SecKey {
  /// To be stored: everything with the external form; to be found: what does not change.
  fileprivate func pairs(
    for verb: ItemVerb
  ) throws(KeychainError) -> [(name: NSString, value: AnyObject)] {
    let attributes = KeyPairs.attributes(try self.attributes()).filter {
      verb == .add || KeyAttributes.isSearched($0.attribute)
    }
    var pairs: [(NSString, AnyObject)] = [(kSecClass, kSecClassKey)]
    for (attribute, value) in attributes { pairs.append((NSString(string: attribute.name), value)) }
    switch body {
    case .software(let key):
      if verb == .add { pairs.append((kSecValueData, ResultBytes(try key.externalForm()))) }
    case .element: if verb != .add { pairs.append((kSecAttrTokenID, kSecAttrTokenIDSecureEnclave)) }
    }
    return pairs
  }
}
