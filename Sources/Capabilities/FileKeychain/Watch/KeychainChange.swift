// SPDX-License-Identifier: Apache-2.0

/// A change of a keychain, of a list of keychains or of trust settings, as the watch reports it
/// (Specification/file-keychain.md, "Events").
package struct KeychainChange: Sendable {
  package enum Kind: Sendable {
    case locked
    case unlocked
    case added(KeychainItem)
    case deleted(KeychainItem)
    /// The access list of this item was replaced.
    case updated(KeychainItem)
    case passwordChanged
    case defaultChanged
    /// A search list has changed, or a keychain file was deleted.
    case listChanged
    case trustSettingsChanged
  }

  package let kind: Kind
  /// The keychain that was changed or deleted, or the new default keychain.
  ///
  /// Nil if trust settings or only a list of keychains changed, or if there is no default keychain
  /// now.
  package let keychain: Keychains.Member?
  /// True if this process made the change, false if another process made it.
  package let isOwn: Bool

  init(_ kind: Kind, of keychain: Keychains.Member?, isOwn: Bool) {
    (self.kind, self.keychain, self.isOwn) = (kind, keychain, isOwn)
  }
}

/// A change of a keychain file by this process: the content before it, after it, or both.
enum OwnChange: Sendable {
  /// The file was not changed.
  case none
  case replaced(KeychainImage, by: KeychainImage)
  case created(KeychainImage)
  case removed
}

/// The parts of a preference file whose changes the watch reports: the search list and the default
/// keychain.
struct WatchedLists: Equatable, Sendable {
  let search: [String]
  /// The name of the default keychain; nil if the preference file names no default.
  let standard: String?

  init(_ preferences: KeychainPreferences) {
    (search, standard) = (preferences.search ?? [], preferences.standard)
  }
}
