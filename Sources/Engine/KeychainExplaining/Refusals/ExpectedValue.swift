// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// The values that the keychain accepts for a dictionary key, as words and as possible kinds of
/// values.
///
/// Specification/secitem.md, "Return, value and use keys", "Match, return, use and value keys",
/// "Attribute value coercion".
struct ExpectedValue {
  let words: String
  let kinds: Set<CallFacts.Pair.Kind>

  private init(_ words: String, _ kinds: Set<CallFacts.Pair.Kind>) {
    self.words = words
    self.kinds = kinds
  }

  /// Creates the description of the values that the keychain accepts for a dictionary key.
  ///
  /// The initializer returns nil for an attribute that no caller can pass.
  init?(of key: String, _ schema: Schema?) {
    if let option = Self.options[key] {
      self = option
      return
    }
    if key.hasPrefix("r_") {
      self.init("a Boolean", [.boolean])
      return
    }
    guard let attribute = Attribute(name: key),
      let row = schema?[attribute]
        ?? ItemClass.stored.lazy.compactMap({ Schema.of($0)[attribute] }).first
    else {
      self.init("a value of a kind that a keychain understands", [])
      return
    }
    switch row.kind {
    case .string: self.init("text or data", [.text, .data, .constant])
    case .access: self.init("one of the constants kSecAttrAccessible…", [.constant, .text])
    case .blob: self.init("text or data", [.text, .data, .number, .constant])
    case .data: self.init("data, text or a number", [.text, .data, .number, .constant])
    case .number: self.init("a number or a Boolean", [.number, .boolean, .text, .constant])
    case .sync, .tomb:
      self.init("a Boolean", [.boolean, .number, .text, .constant])
    case .date: self.init("a date", [.date])
    case .uuid: self.init("16 bytes of data", [.data, .reference])
    case .sha1: self.init("20 bytes of data", [.data])
    case .accessControl: self.init("a SecAccessControl", [.reference])
    case .refused: return nil
    }
  }

  // swift-format-ignore
  private static let options: [String: ExpectedValue] = [
    // A search also takes data as a group, but advice should not recommend data.
    "agrp": ExpectedValue("text", [.text, .constant]),
    "issr": ExpectedValue("data", [.data]),
    "v_Data": ExpectedValue("data", [.data]),
    "v_Ref": ExpectedValue("a SecKey, a SecCertificate or a SecIdentity", [.reference]),
    "u_Keychain": ExpectedValue("a SecKeychain", [.reference]),
    "m_SearchList": ExpectedValue("an array of SecKeychain", [.reference]),
    "u_AuthCtx": ExpectedValue("an LAContext", [.reference]),
    "u_AuthUI": ExpectedValue("one of the constants kSecUseAuthenticationUI…", [.constant, .text]),
    "u_NoAuthUI": ExpectedValue("a Boolean", [.boolean]),
    "u_CredRef": ExpectedValue("data", [.data]),
    "u_Tomb": ExpectedValue("a Boolean, a number or text", [.boolean, .number, .text, .constant]),
    "m_Policy": ExpectedValue("a SecPolicy", [.reference]),
    "m_ValidOnDate": ExpectedValue("a date, or NSNull for now", [.date]),
    "m_EmailAddressIfPresent": ExpectedValue("text", [.text, .constant]),
    "m_HostOrSubdomainOfHost": ExpectedValue("text", [.text, .constant]),
    "m_TrustedOnly": ExpectedValue("a Boolean", [.boolean]),
    "m_ItemList": ExpectedValue("an array of persistent references", [.reference]),
    "m_Issuers": ExpectedValue("an array of data", [.reference]),
  ]
}

extension CallFacts.Pair {
  /// Returns true if a text looks like the name of a class, so that a report may show the text.
  ///
  /// The text must have four small letters, or begin with `kSecClass`. A class with this name need
  /// not exist.
  package static func isLikeClass(_ text: String) -> Bool {
    guard text.utf8.count <= 40 else { return false }
    return text.utf8.count == 4 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      || text.hasPrefix("kSecClass") && text.utf8.allSatisfy { $0 < 0x80 }
  }
}
