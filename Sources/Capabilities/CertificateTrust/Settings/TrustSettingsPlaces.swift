// SPDX-License-Identifier: Apache-2.0

/// The domains of trust settings, with the raw values of `SecTrustSettingsDomain`.
package enum TrustDomain: UInt32, Sendable {
  /// The settings of the user who runs the program.
  case user = 0
  /// The settings of the administrator, for all users of the machine.
  case admin = 1
  /// The anchors of the distribution, which cannot be changed here.
  case system = 2
}

/// The paths of the files of trust settings, and the program that asks.
///
/// Specification/certificates.md, "Trust settings", and Documentation/Decisions/trust-settings.md
/// decide the paths.
package struct TrustSettingsPlaces: Sendable {
  /// The user's directory; nil if no settings of a user count, for example in tests of programs.
  package let user: String?
  /// The directory that must exist before the user's directory is made, or nil.
  ///
  /// No directory is made above it.
  package let home: String?
  /// The administrator's directory; nil if no settings of an administrator count.
  package let admin: String?
  /// True if this process may change the administrator's settings.
  package let isAdministrator: Bool
  /// Returns the path of the executable file of the program that asks; nil if it is unknown.
  ///
  /// The path is only needed if a setting is about one program.
  package let application: @Sendable () -> String?

  package init(
    user: String?, home: String? = nil, admin: String?, isAdministrator: Bool,
    application: @escaping @Sendable () -> String?
  ) {
    self.user = user
    self.home = home
    self.admin = admin
    self.isAdministrator = isAdministrator
    self.application = application
  }

  /// The administrator's directory on this machine.
  package static let adminDirectory = "/etc/latchkey"

  /// Places without any settings.
  package static let nowhere = TrustSettingsPlaces(
    user: nil, admin: nil, isAdministrator: false, application: { nil })

  /// The file of a domain; nil if the domain has no file.
  package func file(of domain: TrustDomain) -> TrustSettingsFile? {
    switch domain {
    case .user: user.map { TrustSettingsFile(in: $0, home: home, isOfAdministrator: false) }
    case .admin: admin.map { TrustSettingsFile(in: $0, home: nil, isOfAdministrator: true) }
    case .system: nil
    }
  }

  /// The mark with which the administrator disables the settings of users.
  package var mark: UserSettingsMark? { admin.map { UserSettingsMark(in: $0) } }
}
