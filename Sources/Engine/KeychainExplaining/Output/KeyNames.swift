// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// The keys of dictionaries that are no attributes, by the constants that programs write.
package enum KeyNames {
  /// `kSecMatchLimit` for `m_Limit`, `kSecAttrAccount` for `acct`; the key in quotes where there is
  /// no constant.
  package static func constant(_ key: String) -> String {
    if let name = constants[key] { return name }
    if let attribute = Attribute(name: key), ConstantNames.isAttribute(attribute) {
      return ConstantNames.constant(attribute)
    }
    return "\"\(Wording.visible(TextBlock.cut(key, to: 40)))\""
  }

  /// The constant that a key was meant to be: the one that it spells, or nearly spells.
  static func nearest(_ key: String) -> String? {
    guard key.utf8.count <= 64 else { return nil }
    // `account`, as the command line takes it.
    if let attribute = AttributeNames.attribute(key) { return ConstantNames.constant(attribute) }
    let named =
      constants.map { ($0.key, $0.value) }
      + ConstantNames.attributes.map { ($0.key.name, $0.value) }
    let lowered = key.lowercased()
    var best: (distance: Int, name: String)?
    for (short, name) in named {
      // Of four letters two are half of the name.
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

  /// The key that a person means by `m_Limit`, `kSecMatchLimit` or `matchLimit`; nil for other words.
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
