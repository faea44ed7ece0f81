// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import SecureMemory

/// The commands that remove trust settings, and that enable or disable the settings of users
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
enum TrustSettingsCommands {
  /// Runs `remove-trusted-cert`, which removes the trust settings of a certificate.
  static func remove(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    guard let path = options.operands.first else { throw invocation.command.missingOperand }
    let certificate = try TrustedCertificateFile.certificate(path, invocation)
    do throws(KeychainError) {
      try invocation.store.trust.places.remove(certificate, from: domain(options))
      return 0
    } catch {
      return TrustRefusal.report(error, of: "SecTrustSettingsRemoveTrustSettings", in: invocation)
    }
  }

  /// Runs `user-trust-settings-enable`, which enables or disables the settings of users, or only
  /// prints whether they are enabled.
  static func enable(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let (enables, disables) = (options.contains(.letter("e")), options.contains(.letter("d")))
    guard !(enables && disables) else { throw .usage(message: "-d and -e exclude each other") }
    let places = invocation.store.trust.places
    do throws(KeychainError) {
      if enables || disables { try places.enableUserSettings(enables) }
      let isEnabled = try places.mark?.isEnabled() ?? true
      invocation.terminal.output(
        "User-level Trust Settings are \(isEnabled ? "Enabled" : "Disabled")\n")
      return 0
    } catch {
      return TrustRefusal.report(error, of: "SecTrustSettingsSetUserEnabled", in: invocation)
    }
  }

  /// Returns the domain whose trust settings a command uses: the system with the option `-s`, the
  /// administrator with `-d`, and otherwise the user.
  static func domain(_ options: OptionReader) -> TrustDomain {
    options.contains(.letter("s")) ? .system : options.contains(.letter("d")) ? .admin : .user
  }

  /// Removes the trust settings of a certificate that a command has deleted.
  ///
  /// If the user is root, the administrator's settings are removed, and otherwise the user's
  /// settings. A certificate without settings is no failure.
  ///
  /// - Returns: the status of the command: 0, or 1 after a message.
  static func removeAll(of certificate: Certificate, _ invocation: Invocation) -> Int32 {
    let places = invocation.store.trust.places
    do throws(KeychainError) {
      try places.remove(certificate, from: places.isAdministrator ? .admin : .user)
    } catch {
      guard error.code != .itemNotFound else { return 0 }
      return TrustRefusal.report(error, of: "SecTrustSettingsRemoveTrustSettings", in: invocation)
    }
    return 0
  }
}
