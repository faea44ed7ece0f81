// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// The certificates from which paths are built: trusted certificates and other possible issuers.
package struct TrustSources: Sendable {
  /// The certificates that the caller trusts, or nil if the caller named no anchors.
  private let custom: CertificateIndex?
  /// The certificates that the system trusts, or nil if the system's anchors are not used.
  private let system: CertificateIndex?
  /// Further certificates that may be issuers: those that the caller passed, and those in trust
  /// settings.
  ///
  /// Neither the caller nor the system trusts them, but trust settings may.
  let others: CertificateIndex

  /// The trust settings of the user and the administrator.
  let settings: TrustDomains
  /// True if the settings can only deny trust, because the caller's anchors are the only anchors.
  let settingsOnlyDeny: Bool

  /// Creates the sources of an evaluation.
  ///
  /// - Parameters:
  ///   - custom: the certificates that the caller trusts, or nil if the caller named no anchors.
  ///   - system: the certificates that the system trusts, or nil if they are not used.
  ///   - others: further possible issuers, which neither the caller nor the system trusts.
  ///   - settings: the trust settings. If the caller's anchors are the only anchors, the settings
  ///     can deny trust but not grant it.
  package init(
    custom: [Certificate]?, system: CertificateIndex?, others: [Certificate],
    settings: TrustDomains = .none
  ) {
    self.custom = custom.map { CertificateIndex($0) }
    self.system = system
    self.others = CertificateIndex(others + settings.certificates)
    self.settings = settings
    settingsOnlyDeny = system == nil
  }

  /// The sources of certificates, in the order in which an issuer is looked for.
  var inOrder: [CertificateIndex] { [custom, system, others].compactMap(\.self) }

  var anchors: [CertificateIndex] { [custom, system].compactMap(\.self) }

  /// Returns the party that trusts a certificate, or nil if the certificate is not trusted.
  ///
  /// If the caller and the system both trust it, returns `system`, which has the stricter rules.
  func source(of certificate: PathCertificate) -> CertificatePath.Source? {
    if system?.holds(certificate) == true { return .system }
    return custom?.holds(certificate) == true ? .custom : nil
  }
}
