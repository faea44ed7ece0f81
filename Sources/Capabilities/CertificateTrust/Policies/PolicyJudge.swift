// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// Judges stored certificates by a policy, for the filters of SecItemCopyMatching.
///
/// The filters are `m_Policy` and `m_TrustedOnly`. `m_TrustedOnly` judges by the policy of plain
/// path validation (Specification/secitem.md, "Filters of SecItemCopyMatching").
///
/// The policies of plain path validation and of revocation check whole paths. Other policies check
/// the certificate without a path. Issuers are looked for only among the anchors of the system
/// (Specification/certificates.md, "The trust engine").
package final class PolicyJudge: CertificateJudge {
  private let policy: TrustPolicy
  private let places: AnchorPlaces
  private let settings: TrustSettingsPlaces

  /// Creates a judge for one policy.
  ///
  /// - Parameters:
  ///   - places: the paths at which the system's anchors are found.
  ///   - settings: the paths at which trust settings are found.
  package init(
    _ policy: TrustPolicy, anchorsAt places: AnchorPlaces, settingsAt settings: TrustSettingsPlaces
  ) {
    self.policy = policy
    self.places = places
    self.settings = settings
  }

  /// True if the policy accepts the certificate at the given moment.
  ///
  /// The policy accepts it if the trust result is `proceed` or `unspecified`. False if the data is
  /// not a certificate.
  ///
  /// - Throws: `notAvailable` if libcrypto is not available; -25262 if trust settings are damaged.
  package func accepts(
    _ certificate: [UInt8], at moment: Instant
  ) throws(KeychainError) -> Bool {
    guard let certificate = try? Certificate(certificate.span) else { return false }
    let isAboutPaths = policy.purpose.isAboutPaths
    let anchors = isAboutPaths ? SystemAnchors.shared.anchors(at: places) : CertificateIndex([])
    let sources = TrustSources(
      custom: nil, system: anchors, others: [], settings: try TrustDomains(at: settings))
    let request = TrustRequest(certificate, [policy], sources, at: moment)
    guard isAboutPaths else { return request.evaluateAlone().outcome().result.isSuccess }
    do throws(CryptoError) {
      return try request.evaluate().outcome().result.isSuccess
    } catch {
      throw KeychainError(.notAvailable, "certificates cannot be checked without libcrypto")
    }
  }
}

extension TrustPurpose {
  /// True if policies of this purpose are about the whole path, and demand nothing of the
  /// certificate itself.
  fileprivate var isAboutPaths: Bool { self == .basic || self == .revocation }
}
