// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The names that users may write for an attribute: four letters, a constant, or a plain word.
package enum AttributeNames {
  /// Returns the attribute with a name like `acct`, `kSecAttrAccount` or `account`, or nil if the
  /// name is unknown.
  package static func attribute(_ word: String) -> Attribute? {
    if let attribute = byWord[word] ?? byWord[word.lowercased()] { return attribute }
    guard let attribute = Attribute(name: word) else { return nil }
    let isKnown = (ItemClass.stored).contains { Schema.of($0)[attribute] != nil }
    return isKnown ? attribute : nil
  }

  /// Returns the name of an attribute in plain words, for example "the account".
  package static func plain(_ attribute: Attribute) -> String {
    let constant = ConstantNames.constant(attribute)
    guard constant.hasPrefix("kSecAttr") else { return attribute.name }
    var words = ""
    for letter in constant.dropFirst("kSecAttr".count) {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
    return "the " + words
  }

  private static let byWord: [String: Attribute] = {
    var words: [String: Attribute] = [
      "group": .accessGroup, "sync": .synchronizable,
      // The type of a key shares its four letters with the type of a password.
      "keytype": .type, "kSecAttrKeyType": .type,
    ]
    for (attribute, constant) in ConstantNames.attributes {
      words[constant] = attribute
      let word = constant.dropFirst("kSecAttr".count)
      words[word.lowercased()] = attribute
    }
    return words
  }()
}
