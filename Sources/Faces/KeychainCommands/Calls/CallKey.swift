// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// A key of the dictionary that a program passes to a `SecItem` call.
///
/// On a command line, a user may write any name of the key: `svce`, `kSecAttrService` or `service`.
enum CallKey: Equatable {
  case itemClass
  /// The key `kSecValueData`, whose value is the secret of the item.
  ///
  /// The secret itself is never given on a command line.
  case secret
  /// A key that is not the name of an attribute, such as `kSecMatchLimit`.
  ///
  /// The associated value is the string that the API uses for the key, such as `m_Limit`.
  case option(String)
  case attribute(Attribute)

  /// Creates the key with the given name; nil if no key has this name.
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

  /// Creates the key with the given name, or an attribute key for an unknown name of four letters.
  ///
  /// The unknown name is accepted, so that `security explain` can explain that no item class has
  /// this attribute. Nil for any other unknown name.
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

  /// Returns the item class that a word names, such as `genp` or `kSecClassGenericPassword`.
  ///
  /// Nil if no item class has this name.
  static func namedClass(_ word: String) -> ItemClass? {
    let known = ItemClass.stored + [.identity]
    return known.first { $0.rawValue == word || ConstantNames.constant($0) == word }
  }
}
