// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What the profile `dataProtection` does to a dictionary before anybody reads it: the rules of
/// macOS (spec/secitem.md 15.2) as far as DESIGN section 6 takes them over.
enum MacStripping {
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
  private static func isFileBased(_ key: ForeignKey) -> Bool {
    key.family == .match && key.name == MatchKey.searchList.rawValue
      || key.family == .use && key.name == UseKey.keychain.rawValue
  }

  /// Applies the rules.
  ///
  /// - Throws: -25291 when the dictionary asks for file-based keychains, which do not exist yet;
  ///   an explicit `kSecUseDataProtectionKeychain` of true is stronger.
  static func apply(to dictionary: inout ForeignDictionary, verb: ItemVerb)
    throws(KeychainError)
  {
    if dictionary.pairs.contains(where: { isFileBased($0.key) }) {
      let flag = dictionary[FlagKey.dataProtection]
      guard flag.flatMap({ ForeignValue.boolean($0) }) == true else {
        throw KeychainError(
          .notAvailable, "file-based keychains are not there yet",
          advice: "remove kSecUseKeychain and kSecMatchSearchList")
      }
      dictionary.remove(where: isFileBased)
    }
    guard verb.isStripped else { return }
    let hasReference = dictionary[.value, ValueKey.persistentReference.rawValue] != nil
    dictionary.remove {
      meaningless.contains($0.name) || hasReference && $0.attribute == .synchronizable
    }
  }
}
