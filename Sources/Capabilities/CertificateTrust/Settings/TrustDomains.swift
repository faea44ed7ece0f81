// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes

/// The trust settings that count for evaluations in this process: the user's and the
/// administrator's (Specification/certificates.md, "Trust settings").
///
/// The anchors of the distribution are the third domain. This type has no records of these anchors.
/// A record has the settings of one certificate (`TrustRecord`).
package struct TrustDomains: Sendable {
  /// The settings of each domain that has settings: first the user's, then the administrator's.
  ///
  /// The first domain with a record of a certificate decides about it.
  let settings: [TrustSettings]
  let application: @Sendable () -> String?

  /// Creates the domains from their settings.
  ///
  /// - Parameters:
  ///   - user: the user's settings; nil if they are disabled.
  ///   - admin: the administrator's settings; nil if they do not count.
  ///   - application: returns the path of the program for which trust is evaluated.
  package init(
    user: TrustSettings?, admin: TrustSettings?, application: @escaping @Sendable () -> String?
  ) {
    settings = [user, admin].compactMap { settings in
      settings.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.application = application
  }

  /// Domains without settings.
  package static let none = TrustDomains(user: nil, admin: nil, application: { nil })

  /// Reads the settings at the given places.
  ///
  /// - Throws: the errors of `TrustSettingsFile.read`. An evaluation must not run then, because
  ///   the settings that cannot be read could deny trust.
  package init(at places: TrustSettingsPlaces) throws(KeychainError) {
    var user: TrustSettings?
    if let file = places.file(of: .user) {
      let settings = try TrustSettingsCache.shared.settings(in: file)
      if !settings.isEmpty, try places.mark?.isEnabled() != false { user = settings }
    }
    let admin = try places.file(of: .admin).map { (file) throws(KeychainError) in
      try TrustSettingsCache.shared.settings(in: file)
    }
    self.init(user: user, admin: admin, application: places.application)
  }

  package var isEmpty: Bool { settings.isEmpty }

  /// The certificates that the records of all domains contain, from which paths can be built.
  var certificates: [Certificate] { settings.flatMap(\.certificates) }

  /// True if a domain has settings for self-signed certificates without a record of their own.
  var hasDefault: Bool { settings.contains { $0.defaultRecord != nil } }

  /// True if a domain has a record for the certificate with this SHA-1 hash.
  func mentions(_ hash: [UInt8]) -> Bool { settings.contains { $0.records[hash] != nil } }

  /// Returns whether the settings trust or deny a certificate under the policies, and which
  /// failures they accept.
  ///
  /// The certificate is trusted if it is trusted under each policy. The certificate is denied if it
  /// is denied under one policy. Policies of revocation count only if there is no other policy.
  ///
  /// - Parameters:
  ///   - hash: the SHA-1 hash of the certificate.
  ///   - isLeaf: true for the evaluated certificate, false for an authority above it.
  func statement(
    about certificate: Certificate, _ hash: [UInt8], isLeaf: Bool, isSelfSigned: Bool,
    for policies: [TrustPolicy]
  ) -> TrustStatement {
    // A signature may be left unchecked to limit the work, and the record may deny.
    let isSelfIssued = isSelfSigned || certificate.subject == certificate.issuer
    let record = settings.lazy.compactMap { settings in
      let own = settings.records[hash].flatMap { $0.fits(certificate) ? $0 : nil }
      return own ?? (isSelfIssued ? settings.defaultRecord : nil)
    }.first
    guard let record else { return TrustStatement() }
    let others = policies.filter { $0.purpose != .revocation }
    let statements = (others.isEmpty ? [.basic] : others).map { policy in
      record.statement(
        TrustUse(
          policy: policy, isLeaf: isLeaf, isSelfSigned: isSelfSigned, application: application))
    }
    return TrustStatement(
      isTrusted: statements.allSatisfy(\.isTrusted),
      isDenied: statements.contains(where: \.isDenied),
      accepted: statements.dropFirst().reduce(statements[0].accepted) {
        $0.intersection($1.accepted)
      })
  }
}

extension TrustDomains: Equatable {
  /// True if the settings are equal.
  ///
  /// The closures `application` are not compared.
  package static func == (left: TrustDomains, right: TrustDomains) -> Bool {
    left.settings == right.settings
  }
}
