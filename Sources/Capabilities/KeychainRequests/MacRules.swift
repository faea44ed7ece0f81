// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Removes from a request the pairs that have no effect on macOS, if the request uses the profile
/// `dataProtection`.
///
/// The profile follows the rules of macOS (Specification/secitem.md, "Translation before the
/// engines are called"), as far as Specification/design.md, "Profiles" adopts them.
package enum MacRules {
  /// The keys that are removed from the query of Delete and of Update, because macOS ignores them
  /// in these calls.
  ///
  /// The call then acts on every item that matches the other keys.
  ///
  /// The list is fixed: match keys that are not in the list stay in the query and are refused.
  private static let meaningless: Set<String> = [
    Attribute.modificationDate.name, FlagKey.dataProtection.name, FlagKey.accessList.name,
    MatchKey.searchList.rawValue, UseKey.keychain.rawValue,
    MatchKey.policy.rawValue, MatchKey.itemList.rawValue, MatchKey.issuers.rawValue,
    MatchKey.emailAddress.rawValue, MatchKey.subjectContains.rawValue,
    MatchKey.caseInsensitive.rawValue, MatchKey.trustedOnly.rawValue,
    MatchKey.validOnDate.rawValue, MatchKey.limit.rawValue,
    ReturnKey.secret.rawValue, ReturnKey.attributes.rawValue, ReturnKey.reference.rawValue,
    ReturnKey.persistentReference.rawValue, ValueKey.secret.rawValue,
  ]

  /// True if a key refers to keychain files (`kSecUseKeychain` and `kSecMatchSearchList`).
  private static func isFileBased(_ key: RequestKey) -> Bool {
    key.family == .match && key.name == MatchKey.searchList.rawValue
      || key.family == .use && key.name == UseKey.keychain.rawValue
  }

  /// Removes the pairs that the profile `dataProtection` ignores from the pairs of a request.
  ///
  /// The keys for keychain files are removed only if `kSecUseDataProtectionKeychain` is true.
  ///
  /// - Throws: -50 if the request has a key for keychain files, and `kSecUseDataProtectionKeychain`
  ///   is not true. A call that names a real keychain never arrives here, because the target
  ///   `Security` runs that call itself. So the value of the key is not a keychain.
  static func apply(to pairs: inout RequestPairs, verb: Request.Verb) throws(KeychainError) {
    if pairs[.match, MatchKey.searchList.rawValue] != nil
      || pairs[.use, UseKey.keychain.rawValue] != nil
    {
      guard case .boolean(true)? = pairs[FlagKey.dataProtection] else {
        let list = MatchKey.searchList.rawValue
        throw KeychainError.noKeychains
          .about(pairs[.match, list] == nil ? UseKey.keychain.rawValue : list)
      }
      pairs.remove(where: isFileBased)
    }
    guard verb == .update || verb == .delete else { return }
    let hasReference = pairs[.value, ValueKey.persistentReference.rawValue] != nil
    pairs.remove { isMeaningless($0, besideReference: hasReference) }
  }

  private static func isMeaningless(_ key: RequestKey, besideReference: Bool) -> Bool {
    meaningless.contains(key.name) || besideReference && key.attribute == .synchronizable
  }

  /// True if `apply` removes the pair with this key from the query of a call.
  ///
  /// Code that explains a call uses this function to report the removed keys.
  package static func removes(_ key: RequestKey, of pairs: RequestPairs, _ verb: Request.Verb)
    -> Bool
  {
    if isFileBased(key) { return true }
    guard verb == .update || verb == .delete else { return false }
    return isMeaningless(
      key, besideReference: pairs[.value, ValueKey.persistentReference.rawValue] != nil)
  }
}
