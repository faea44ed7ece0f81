// SPDX-License-Identifier: Apache-2.0 (table)

/// The match keys (`kSecMatch…`) that the reader of dictionaries knows (Specification/secitem.md,
/// "Match keys").
///
/// CopyMatching ignores every other match key. Add, Update and Delete refuse every match key; in
/// the profile `quirks`, Add succeeds instead, without storing an item.
package enum MatchKey: String, Sendable {
  case limit = "m_Limit"
  case policy = "m_Policy"
  case issuers = "m_Issuers"
  case emailAddress = "m_EmailAddressIfPresent"
  case trustedOnly = "m_TrustedOnly"
  case validOnDate = "m_ValidOnDate"
  case host = "m_HostOrSubdomainOfHost"
  case subjectContains = "m_SubjectContains"
  case caseInsensitive = "m_CaseInsensitive"
  case itemList = "m_ItemList"
  case searchList = "m_SearchList"
}

/// The return keys (`kSecReturn…`; Specification/secitem.md, "Return, value and use keys").
package enum ReturnKey: String, Sendable {
  case secret = "r_Data"
  case attributes = "r_Attributes"
  case reference = "r_Ref"
  case persistentReference = "r_PersistentRef"
}

/// The use keys (`kSecUse…`) that the reader of dictionaries knows (Specification/secitem.md,
/// "Return, value and use keys").
///
/// Other use keys are refused. The most frequent key comes first, because names are compared in
/// this order.
package enum UseKey: String, Sendable {
  case context = "u_AuthCtx"
  case tombstones = "u_Tomb"
  case evidence = "u_CredRef"
  case prompt = "u_OpPrompt"
  case callerName = "u_CallerName"
  case noInteraction = "u_NoAuthUI"
  case interaction = "u_AuthUI"
  case tokenRawItems = "u_TokenRawItems"
  case itemList = "u_ItemList"
  case keychain = "u_Keychain"
}

/// The value keys (`kSecValue…`; Specification/secitem.md, "Return, value and use keys").
package enum ValueKey: String, Sendable {
  case secret = "v_Data"
  case reference = "v_Ref"
  case persistentReference = "v_PersistentRef"
}

/// Keys of a dictionary that have four characters, like attributes, but that are not an attribute
/// of any class of the store.
package enum FlagKey {
  package static let dataProtection = Attribute(rawValue: 0x6E6C_6567)  // nleg
  package static let derivedIdentifier = Attribute(rawValue: 0x6473_706B)  // dspk
  /// The access list, an attribute that only items of keychain files have.
  package static let accessList = Attribute(rawValue: 0x6163_6C73)  // acls
}

/// Texts that Apple defines as values of dictionary keys; for example, `m_LimitOne` is a value of
/// `kSecMatchLimit`.
package enum ValueName {
  package static let anySynchronizable = "syna"
  package static let limitOne = "m_LimitOne"
  package static let limitAll = "m_LimitAll"
  package static let interactionFail = "u_AuthUIF"
  package static let interactionSkip = "u_AuthUIS"
}
