// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import Security

/// Reads the values of those keys of a call that are not names of attributes, such as
/// `kSecReturnData=true`.
///
/// Messages about a mistake never repeat the value: it may be a password in the wrong place.
enum CallOption {
  /// Converts the text that the user wrote for a key into the value for the dictionary of the call.
  ///
  /// - Parameter key: The key as the API writes it, such as `m_Limit`.
  /// - Throws: `Misuse` if the text is wrong. Also if the key takes a Core Foundation object,
  ///   because text cannot express an object.
  static func value(
    _ pair: WrittenPair, of key: String
  ) throws(QueryWords.Misuse) -> Any {
    let name = KeyNames.constant(key)
    if key == "m_Limit" { return try limit(pair.value) }
    if key == "u_AuthUI" { return try interface(pair.value) }
    if key == "v_PersistentRef" {
      throw QueryWords.Misuse(message: "\(name) is not text: use --item with an item of dump-items")
    }
    if flags.contains(key) {
      guard ["", "b"].contains(pair.kind) else {
        throw QueryWords.Misuse(message: "\(name) is a Boolean")
      }
      guard let flag = CallValue.truth(of: pair.value) else {
        throw QueryWords.Misuse(message: "\(name) is true or false")
      }
      return flag
    }
    if texts.contains(key) { return pair.value }
    guard key == "m_ValidOnDate" else {
      throw QueryWords.Misuse(message: "\(name) takes an object, not text: leave it out")
    }
    guard let date = CallValue.moment(of: pair.value) else {
      throw QueryWords.Misuse(message: "\(name) is a date like 2024-01-31T10:00:00Z")
    }
    return date
  }

  /// Returns the value of the key `kSecMatchLimit` for the word `one`, the word `all` or a number.
  ///
  /// - Throws: `Misuse` for any other word.
  static func limit(_ word: String) throws(QueryWords.Misuse) -> Any {
    switch word {
    case "one", "kSecMatchLimitOne", "m_LimitOne": return kSecMatchLimitOne
    case "all", "kSecMatchLimitAll", "m_LimitAll": return kSecMatchLimitAll
    default:
      guard let count = Int(word) else {
        throw QueryWords.Misuse(message: "the limit is one, all or a number")
      }
      return NSNumber(value: count)
    }
  }

  private static func interface(_ word: String) throws(QueryWords.Misuse) -> Any {
    switch word {
    case "kSecUseAuthenticationUIAllow", "u_AuthUIA": return kSecUseAuthenticationUIAllow
    case "kSecUseAuthenticationUIFail", "u_AuthUIF": return kSecUseAuthenticationUIFail
    case "kSecUseAuthenticationUISkip", "u_AuthUIS": return kSecUseAuthenticationUISkip
    default:
      throw QueryWords.Misuse(
        message: "kSecUseAuthenticationUI is kSecUseAuthenticationUIAllow, "
          + "kSecUseAuthenticationUIFail or kSecUseAuthenticationUISkip")
    }
  }

  private static let flags: Set<String> = [
    "nleg", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "m_TrustedOnly",
    "m_CaseInsensitive", "m_DiacriticInsensitive", "m_WidthInsensitive", "u_NoAuthUI",
  ]

  private static let texts: Set<String> = [
    "m_EmailAddressIfPresent", "m_HostOrSubdomainOfHost", "m_SubjectContains",
    "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString", "u_OpPrompt",
  ]
}
