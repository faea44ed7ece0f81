// SPDX-License-Identifier: Apache-2.0

/// The domains of trust settings, with the raw values of `SecTrustSettingsDomain`.
package enum TrustDomain: UInt32, Sendable {
  /// The settings of the user who runs the program.
  case user = 0
  /// The settings of the administrator, for all users of the machine.
  case admin = 1
  /// The anchors of the distribution, which Latchkey cannot change.
  case system = 2
}

/// The paths of the files of trust settings, and the program for which trust is evaluated.
///
/// Specification/certificates.md, "Trust settings", and Documentation/Decisions/trust-settings.md
/// decide the paths.
package struct TrustSettingsPlaces: Sendable {
  /// The directory of the user's trust settings.
  ///
  /// Nil if no settings of a user count, for example while a test isolates the process from the
  /// user's real store.
  package let user: String?
  /// The directory that must exist before the user's directory is made, because no directory is
  /// made above it.
  ///
  /// Nil if all missing directories may be made.
  package let home: String?
  /// The directory of the administrator's trust settings.
  ///
  /// Nil if no settings of an administrator count.
  package let admin: String?
  /// True if this process may change the administrator's settings.
  package let isAdministrator: Bool
  /// Returns the path of the executable file of the program for which trust is evaluated.
  ///
  /// Nil if the path is unknown. The path is only needed if a setting is about one program.
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

  /// The directory of the administrator's trust settings on this machine.
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

  /// The file whose existence disables the trust settings of users; the administrator makes it.
  ///
  /// Nil if no settings of an administrator count.
  package var mark: UserSettingsMark? { admin.map { UserSettingsMark(in: $0) } }
}
