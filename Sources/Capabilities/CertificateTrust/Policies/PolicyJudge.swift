// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// Judges stored certificates by a policy (spec/secitem.md 4.5): `m_Policy`, and with plain path
/// validation `m_TrustedOnly`.
///
/// Plain path validation and revocation are about whole paths; under other policies the certificate
/// is looked at alone. Issuers are looked for among the anchors of the system and nowhere else
/// (spec/certificates.md 6.10).
package final class PolicyJudge: CertificateJudge {
  private let policy: TrustPolicy
  private let places: AnchorPlaces

  /// - Parameter places: where the system's anchors are.
  package init(_ policy: TrustPolicy, anchorsAt places: AnchorPlaces) {
    self.policy = policy
    self.places = places
  }

  /// Whether the outcome is `proceed` or `unspecified`; no for what cannot be read.
  ///
  /// - Throws: `notAvailable` where libcrypto is not there.
  package func accepts(
    _ certificate: [UInt8], at moment: Instant
  ) throws(KeychainError) -> Bool {
    guard let certificate = try? Certificate(certificate.span) else { return false }
    let isAboutPaths = policy.purpose.isAboutPaths
    let anchors = isAboutPaths ? SystemAnchors.shared.anchors(at: places) : nil
    let sources = TrustSources(custom: nil, system: anchors, others: [])
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
  /// Whether it says nothing of the certificate itself.
  fileprivate var isAboutPaths: Bool { self == .basic || self == .revocation }
}
