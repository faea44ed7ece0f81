// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The changes that the profile `dataProtection` makes to a request before it is read: the rules
/// of macOS (spec/secitem.md 15.2) as far as DESIGN section 6 takes them over.
package enum MacRules {
  /// In the query of Update and in Delete these mean nothing on macOS; everything that matches is
  /// acted on.
  ///
  /// The list is fixed: other match keys stay and are refused.
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

  /// Whether a key names file-based keychains.
  private static func isFileBased(_ key: RequestKey) -> Bool {
    key.family == .match && key.name == MatchKey.searchList.rawValue
      || key.family == .use && key.name == UseKey.keychain.rawValue
  }

  /// Applies the rules.
  ///
  /// - Throws: -25291 when the dictionary asks for file-based keychains, which do not exist yet;
  ///   an explicit `kSecUseDataProtectionKeychain` of true is stronger.
  static func apply(to pairs: inout RequestPairs, verb: Request.Verb) throws(KeychainError) {
    if pairs[.match, MatchKey.searchList.rawValue] != nil
      || pairs[.use, UseKey.keychain.rawValue] != nil
    {
      guard case .boolean(true)? = pairs[FlagKey.dataProtection] else {
        throw KeychainError(
          .notAvailable, "file-based keychains are not there yet",
          advice: "remove kSecUseKeychain and kSecMatchSearchList")
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

  /// Whether a pair of a query goes before anybody reads it; for who explains.
  package static func removes(_ key: RequestKey, of pairs: RequestPairs, _ verb: Request.Verb)
    -> Bool
  {
    if isFileBased(key) { return true }
    guard verb == .update || verb == .delete else { return false }
    return isMeaningless(
      key, besideReference: pairs[.value, ValueKey.persistentReference.rawValue] != nil)
  }
}
