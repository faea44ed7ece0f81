// SPDX-License-Identifier: Apache-2.0

/// The entitlements that Latchkey reads from a program's entitlements file; it ignores the other
/// entries of the file.
///
/// Each name of a group or application is text that is not empty and has no wildcard. Entitlements
/// that are reserved for the operating system's own programs are refused
/// (Specification/code-identity.md, "Composition of the list").
package struct Entitlements: Sendable, Hashable {
  /// The names in the entitlement `keychain-access-groups`, in the order of the file.
  ///
  /// Empty if the file does not have this entitlement.
  package let keychainAccessGroups: [String]
  /// The names in the entitlement `com.apple.developer.associated-application-identifier`.
  ///
  /// The list usually has no name or a single name.
  package let associatedApplicationIdentifiers: [String]
  /// The entitlement `application-identifier`, or `com.apple.application-identifier` as it is named
  /// on the Mac.
  ///
  /// Nil if the file has neither of them.
  package let applicationIdentifier: String?
  /// The names in the entitlement `com.apple.security.application-groups`, in the order of the
  /// file.
  ///
  /// Empty if the file does not have this entitlement.
  package let applicationGroups: [String]
  /// True if `com.apple.developer.on-demand-install-capable` is set: the program is an app clip.
  ///
  /// The application groups of an app clip are not access groups.
  package let isAppClip: Bool
  /// The version of the program, from the key `CFBundleShortVersionString` of its entitlements
  /// file.
  ///
  /// Latchkey reports the version and decides nothing by it. Nil if the file does not have the key,
  /// or if the value is not a text.
  package let version: String?

  /// Makes entitlements without checking the names, which must be valid.
  package init(
    keychainAccessGroups: [String] = [],
    associatedApplicationIdentifiers: [String] = [],
    applicationIdentifier: String? = nil,
    applicationGroups: [String] = [],
    isAppClip: Bool = false,
    version: String? = nil
  ) {
    self.keychainAccessGroups = keychainAccessGroups
    self.associatedApplicationIdentifiers = associatedApplicationIdentifiers
    self.applicationIdentifier = applicationIdentifier
    self.applicationGroups = applicationGroups
    self.isAppClip = isAppClip
    self.version = version
  }

  /// Entitlements without any entry.
  package static let none = Entitlements()
}
