// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CodeIdentity
import CryptoObjects
package import KeychainTypes

/// The settings of the system on which the trust in a certificate depends.
///
/// These are the trusted roots, the trust settings of the user and the administrator, and the time.
package struct TrustSurroundings {
  /// The paths of the files with the trust settings of the user and of the administrator.
  let places: TrustSettingsPlaces
  private let variable: (String) -> String?
  private let clock: () -> Instant

  /// Creates the settings from closures that read the environment and the clock.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable. Returns nil if the variable must
  ///     be ignored.
  ///   - now: Returns the current time.
  ///   - user: The directory of the user's trust settings, which is made only if the directory
  ///     `home` exists. If `home` is nil, all missing directories are made. Nil for `user` if no
  ///     settings of a user count.
  ///   - admin: The directory of the administrator's trust settings.
  ///   - isAdministrator: True if this process may change the administrator's settings.
  package init(
    variable: @escaping (String) -> String?, now: @escaping () -> Instant,
    user: (directory: String, home: String?)? = nil, admin: String? = nil,
    isAdministrator: Bool = false
  ) {
    places = TrustSettingsPlaces(
      user: user?.directory, home: user?.home, admin: admin, isAdministrator: isAdministrator,
      application: { ExecutablePath.ofThisProcess()?.path })
    self.variable = variable
    clock = now
  }

  /// The directory of the administrator's trust settings on this machine.
  package static let adminDirectory = TrustSettingsPlaces.adminDirectory

  var now: Instant { clock() }

  /// The root certificates that the system trusts; empty if the system has no files with root
  /// certificates.
  var anchors: CertificateIndex {
    let places = AnchorPlaces(
      file: variable("SSL_CERT_FILE"), directories: variable("SSL_CERT_DIR"))
    return SystemAnchors.shared.anchors(at: places)
  }

  /// Returns the anchors, the possible issuers and the trust settings for an evaluation.
  ///
  /// - Parameters:
  ///   - roots: The only anchors; nil for the anchors of the system.
  ///   - others: Certificates that may be issuers, and that are not trusted by themselves.
  /// - Throws: -25262 if trust settings are damaged.
  func sources(
    roots: [Certificate]? = nil, _ others: [Certificate]
  ) throws(KeychainError) -> TrustSources {
    TrustSources(
      custom: roots, system: roots == nil ? anchors : nil, others: others,
      settings: try TrustDomains(at: places))
  }

  /// Returns the trust settings of a domain.
  ///
  /// - Throws: -25263 if the domain has no settings; -25262 if the settings are damaged.
  func settings(of domain: TrustDomain) throws(KeychainError) -> TrustSettings {
    let settings = try places.settings(of: domain) { anchors.certificates }
    guard !settings.isEmpty else { throw KeychainError(.noTrustSettings, "") }
    return settings
  }

  /// The root certificates of the Linux distribution, as the contents of a keychain.
  ///
  /// Commands show these certificates under Apple's names of system keychains.
  var authorities: [Certificate] { anchors.certificates }
}

extension TrustRequest {
  /// Evaluates the trust in the certificate and returns the outcome.
  ///
  /// Trust exceptions of the caller have no influence.
  ///
  /// - Throws: -26276 if libcrypto fails.
  func outcome() throws(KeychainError) -> TrustOutcome {
    do { return try evaluate().outcome() } catch {
      throw KeychainError(.internalError, "libcrypto refused an operation")
    }
  }
}

extension TrustOutcome {
  /// Returns a text about the worst reason why the certificate is not trusted; nil if it is
  /// trusted.
  ///
  /// Scripts look for the words of this text.
  ///
  /// - Parameter moment: The time of the evaluation.
  func message(at moment: Instant) -> String? {
    guard let (place, check) = worst else { return nil }
    return switch check.group {
    case .revoked: "CSSMERR_TP_CERT_REVOKED"
    case .trust: "CSSMERR_TP_NOT_TRUSTED"
    case .denied: "CSSMERR_APPLETP_TRUST_SETTING_DENY"
    case .expired:
      moment < certificates[place].notBefore
        ? "CSSMERR_TP_CERT_NOT_VALID_YET" : "CSSMERR_TP_CERT_EXPIRED"
    case .keySize, .weakHash, .compliance, .policy, .usage, .name:
      StatusText.message(check.status)
    }
  }
}
