// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// The calls that read and change the trust settings of a domain
/// (Specification/certificates.md, "Trust settings").
///
/// The system's domain consists of the anchors of the distribution, which the caller passes.
extension TrustSettingsPlaces {
  /// Returns the settings of a domain; empty if no certificate has settings in it.
  ///
  /// - Parameter anchors: returns the anchors of the distribution.
  /// - Throws: the errors of `TrustSettingsFile.read`.
  package func settings(
    of domain: TrustDomain, anchors: () -> [Certificate]
  ) throws(KeychainError) -> TrustSettings {
    guard domain == .system else { return try file(of: domain)?.read() ?? TrustSettings() }
    var settings = TrustSettings()
    for anchor in anchors() {
      // A bundle does not say when a certificate was added.
      try settings.set(TrustRecord(anchor, nil, changed: .reference), of: anchor)
    }
    return settings
  }

  /// Sets the settings of a certificate in a domain.
  ///
  /// - Parameter settings: the settings; nil or empty if the certificate is always trusted as a
  ///   root.
  /// - Throws: -50 if the result of a setting cannot apply to the certificate; the errors of
  ///   `change`.
  package func set(
    _ settings: [TrustSetting]?, of certificate: Certificate, in domain: TrustDomain,
    at moment: Instant
  ) throws(KeychainError) {
    // An error about the domain comes before all other errors.
    _ = try changeable(domain)
    try certificate.requireFitting(settings)
    try change(domain) { (all) throws(KeychainError) in
      try all.set(settings, of: certificate, at: moment)
    }
  }

  /// Removes the settings of a certificate in a domain.
  ///
  /// - Throws: -25300 if the certificate has no settings in the domain; the errors of `change`.
  package func remove(
    _ certificate: Certificate, from domain: TrustDomain
  ) throws(KeychainError) {
    guard let file = try changeable(domain), try file.read().record(of: certificate) != nil else {
      throw .noSettings(of: certificate)
    }
    try change(domain) { (all) throws(KeychainError) in
      guard try all.record(of: certificate) != nil else { throw .noSettings(of: certificate) }
      try all.set(nil, of: certificate)
    }
  }

  /// Replaces all settings of a domain by settings that were exported.
  ///
  /// - Throws: -25262 if the bytes are not settings; the errors of `change`.
  package func replaceAll(
    of domain: TrustDomain, by exported: [UInt8]
  ) throws(KeychainError) {
    _ = try changeable(domain)
    let settings = try TrustSettings(exported)
    try change(domain) { (all) throws(KeychainError) in
      all = settings.keepingCertificates(of: all)
    }
  }

  /// Enables or disables the settings of all users.
  ///
  /// - Throws: -61 if this process may not change the administrator's settings.
  package func enableUserSettings(_ isEnabled: Bool) throws(KeychainError) {
    guard isAdministrator, let mark else { throw .onlyAdministrator }
    try mark.set(isEnabled: isEnabled)
  }

  /// Changes the settings of a domain: every change passes through this function.
  ///
  /// - Throws: -25317 for the system's domain; -61 if this process may not change the domain;
  ///   -25291 if the domain has no file; the errors of `TrustSettingsFile.change`.
  private func change(
    _ domain: TrustDomain, _ body: (inout TrustSettings) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard let file = try changeable(domain) else {
      throw KeychainError(.notAvailable, "there is no place for trust settings here")
    }
    try file.change(body)
  }

  /// Returns the file of a domain, if this process may change the domain.
  ///
  /// Nil if the domain has no file, because its settings do not count.
  ///
  /// - Throws: -25317 for the system's domain; -61 if only root may change the domain.
  private func changeable(_ domain: TrustDomain) throws(KeychainError) -> TrustSettingsFile? {
    switch domain {
    case .system:
      throw KeychainError(.notModifiable, "the trust settings of the system cannot be changed")
    case .admin where !isAdministrator: throw .onlyAdministrator
    case .admin, .user: return file(of: domain)
    }
  }
}

extension TrustSettings {
  /// Sets the settings of a certificate, in place of the settings that it had.
  ///
  /// - Throws: -50 if the result of a setting cannot apply to the certificate.
  package mutating func set(
    _ settings: [TrustSetting]?, of certificate: Certificate, at moment: Instant
  ) throws(KeychainError) {
    try certificate.requireFitting(settings)
    try set(TrustRecord(certificate, settings, changed: moment), of: certificate)
  }
}

extension KeychainError {
  /// The error for a user who tries to change the administrator's settings.
  fileprivate static var onlyAdministrator: KeychainError {
    KeychainError(
      .writePermission, "only root may change the administrator's trust settings",
      advice: "run the command as root, or without -d for this user's settings")
  }

  fileprivate static func noSettings(of certificate: Certificate) -> KeychainError {
    KeychainError(.itemNotFound, "the certificate has no trust settings in this domain")
  }
}

extension Certificate {
  /// True if the certificate is signed with its own key, and names itself as its issuer.
  package var isSelfSigned: Bool {
    let own = PathCertificate(self)
    return own.subject != nil && own.subject == own.issuer && own.isSigned(by: own)
  }

  /// Throws if a result of the settings cannot apply to this certificate.
  ///
  /// `trustRoot` is for self-signed certificates, and `trustAsRoot` is for all others. Settings
  /// without a result, and no settings, mean `trustRoot`.
  fileprivate func requireFitting(_ settings: [TrustSetting]?) throws(KeychainError) {
    let results = Set((settings ?? []).map(\.effectiveResult))
    let isRoot = isSelfSigned
    guard isRoot || !(results.isEmpty || results.contains(.trustRoot)) else {
      throw KeychainError(
        .parameter, "the certificate is not self-signed, so it cannot be trusted as a root",
        advice: "use the result trustAsRoot")
    }
    guard !isRoot || !results.contains(.trustAsRoot) else {
      throw KeychainError(
        .parameter, "the certificate is self-signed, so it can only be trusted as a root",
        advice: "use the result trustRoot")
    }
  }
}
