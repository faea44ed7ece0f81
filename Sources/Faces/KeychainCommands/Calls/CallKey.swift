// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// A key of a call's dictionary, by any of its names: `svce`, `kSecAttrService`, `service`.
enum CallKey: Equatable {
  case itemClass
  /// The secret, which no command line takes.
  case secret
  /// A key that is no attribute, by its own name: `m_Limit`.
  case option(String)
  case attribute(Attribute)

  /// Creates the key that a word names; nil if no key has this name.
  init?(known word: String) {
    let lowered = word.lowercased()
    if Self.secretNames.contains(lowered) {
      self = .secret
    } else if ["class", "ksecclass"].contains(lowered) {
      self = .itemClass
    } else if let key = KeyNames.key(named: word) {
      self = .option(key)
    } else if let attribute = AttributeNames.attribute(word) {
      self = .attribute(attribute)
    } else {
      return nil
    }
  }

  /// Creates the key that a word names, or an attribute of any four letters.
  ///
  /// The call itself answers for an attribute that no class has.
  init?(_ word: String) {
    if let key = CallKey(known: word) {
      self = key
    } else if let attribute = Attribute(name: word) {
      self = .attribute(attribute)
    } else {
      return nil
    }
  }

  private static let secretNames: Set<String> = [
    "v_data", "ksecvaluedata", "data", "valuedata", "secret", "password",
  ]

  /// The class that a word names, as `genp` or `kSecClassGenericPassword`; nil for other words.
  static func namedClass(_ word: String) -> ItemClass? {
    let known = ItemClass.stored + [.identity]
    return known.first { $0.rawValue == word || ConstantNames.constant($0) == word }
  }
}
