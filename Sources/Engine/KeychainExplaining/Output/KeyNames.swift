// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// The names of Apple's constants for dictionary keys, for example `kSecMatchLimit`.
package enum KeyNames {
  /// Returns the constant for a dictionary key, for example `kSecMatchLimit` for `m_Limit`, or
  /// `kSecAttrAccount` for `acct`.
  ///
  /// If the key has no constant, returns the key in quotes.
  package static func constant(_ key: String) -> String {
    if let name = constants[key] { return name }
    if let attribute = Attribute(name: key), ConstantNames.isAttribute(attribute) {
      return ConstantNames.constant(attribute)
    }
    return "\"\(Wording.visible(TextBlock.cut(key, to: 40)))\""
  }

  /// Returns the constant that a program probably meant when it passed a misspelled key.
  ///
  /// Nil if no constant has a similar name.
  static func nearest(_ key: String) -> String? {
    guard key.utf8.count <= 64 else { return nil }
    // A name like `account`, which the `security` command accepts.
    if let attribute = AttributeNames.attribute(key) { return ConstantNames.constant(attribute) }
    let named =
      constants.map { ($0.key, $0.value) }
      + ConstantNames.attributes.map { ($0.key.name, $0.value) }
    let lowered = key.lowercased()
    var best: (distance: Int, name: String)?
    for (short, name) in named {
      // Two wrong letters would be half of a name of four letters.
      let most = [(short, short.utf8.count > 4 ? 2 : 1), (name, 2)]
      for (word, limit) in most {
        guard let distance = TextDistance.within(limit, lowered, word.lowercased()) else {
          continue
        }
        if best.map({ (distance, name) < ($0.distance, $0.name) }) ?? true {
          best = (distance, name)
        }
      }
    }
    return best?.name
  }

  /// Returns the dictionary key for a name like `m_Limit`, `kSecMatchLimit` or `matchLimit`, or nil
  /// if the name is unknown.
  package static func key(named word: String) -> String? { byWord[word.lowercased()] }

  private static let byWord: [String: String] = {
    var words = ["dataprotectionkeychain": "nleg"]
    for (key, constant) in constants {
      words[key.lowercased()] = key
      words[constant.lowercased()] = key
      words[constant.dropFirst("kSec".count).lowercased()] = key
    }
    return words
  }()

  // swift-format-ignore
  private static let constants: [String: String] = [
    "class": "kSecClass",
    "nleg": "kSecUseDataProtectionKeychain",
    "m_Limit": "kSecMatchLimit",
    "m_Policy": "kSecMatchPolicy",
    "m_Issuers": "kSecMatchIssuers",
    "m_EmailAddressIfPresent": "kSecMatchEmailAddressIfPresent",
    "m_TrustedOnly": "kSecMatchTrustedOnly",
    "m_ValidOnDate": "kSecMatchValidOnDate",
    "m_HostOrSubdomainOfHost": "kSecMatchHostOrSubdomainOfHost",
    "m_SubjectContains": "kSecMatchSubjectContains",
    "m_SubjectStartsWith": "kSecMatchSubjectStartsWith",
    "m_SubjectEndsWith": "kSecMatchSubjectEndsWith",
    "m_SubjectWholeString": "kSecMatchSubjectWholeString",
    "m_CaseInsensitive": "kSecMatchCaseInsensitive",
    "m_DiacriticInsensitive": "kSecMatchDiacriticInsensitive",
    "m_WidthInsensitive": "kSecMatchWidthInsensitive",
    "m_ItemList": "kSecMatchItemList",
    "m_SearchList": "kSecMatchSearchList",
    "r_Data": "kSecReturnData",
    "r_Attributes": "kSecReturnAttributes",
    "r_Ref": "kSecReturnRef",
    "r_PersistentRef": "kSecReturnPersistentRef",
    "u_AuthCtx": "kSecUseAuthenticationContext",
    "u_AuthUI": "kSecUseAuthenticationUI",
    "u_NoAuthUI": "kSecUseNoAuthenticationUI",
    "u_OpPrompt": "kSecUseOperationPrompt",
    "u_ItemList": "kSecUseItemList",
    "u_Keychain": "kSecUseKeychain",
    "v_Data": "kSecValueData",
    "v_Ref": "kSecValueRef",
    "v_PersistentRef": "kSecValuePersistentRef",
  ]
}
