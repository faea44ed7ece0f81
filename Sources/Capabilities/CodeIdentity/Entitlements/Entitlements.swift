// SPDX-License-Identifier: Apache-2.0

/// What an entitlements file says about the Keychain; everything else in it is not our affair.
///
/// A value that exists is valid: every name is text that is not empty, no wildcard, and no
/// entitlement that is kept for the operating system's own programs (spec code-identity 4.1).
package struct Entitlements: Sendable, Hashable {
  /// `keychain-access-groups`, in the order of the file.
  package let keychainAccessGroups: [String]
  /// `com.apple.developer.associated-application-identifier`; mostly none or one.
  package let associatedApplicationIdentifiers: [String]
  /// `application-identifier`, or the same under its name on the Mac.
  package let applicationIdentifier: String?
  /// `com.apple.security.application-groups`, in the order of the file.
  package let applicationGroups: [String]
  /// `com.apple.developer.on-demand-install-capable`: an app clip has no application groups.
  package let isAppClip: Bool
  /// `CFBundleShortVersionString`: what the program calls this state of itself; told, never
  /// judged by.
  package let version: String?

  /// Takes names that the caller has checked already.
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

  /// No entitlement at all, as of a program that asks for none.
  package static let none = Entitlements()
}
