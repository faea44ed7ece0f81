// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The rules for certificates of TLS servers (Specification/certificates.md, "Policies of
/// SecTrust").
///
/// The rules became stricter over the years. They depend on the date at which the validity of the
/// leaf certificate begins.
struct ServerRules {
  private let path: CertificatePath
  private let source: CertificatePath.Source
  private let leaf: Certificate

  init(_ path: CertificatePath, _ source: CertificatePath.Source) {
    self.path = path
    self.source = source
    leaf = path.certificates[0].certificate
  }

  /// True if the leaf certificate must name TLS server among the purposes of its key.
  ///
  /// Below an anchor of the system, the leaf must always name this purpose. Below an anchor of the
  /// caller, the leaf must name the purpose if its validity begins after 2019-06-30T23:00:00Z.
  /// Below an anchor of the trust settings, the leaf need not name the purpose.
  var areStrict: Bool {
    switch source {
    case .system: true
    case .custom: leaf.notBefore > Self.july2019
    case .settings: false
    }
  }

  /// Checks that the purposes of the leaf certificate include TLS server.
  ///
  /// An authority between the leaf and the anchor need not name purposes. If it names purposes,
  /// they must include TLS server or "any purpose".
  func checkPurposes(_ findings: inout PathFindings) {
    let names = leaf.extendedKeyUsage?.contains(.serverPurpose) ?? false
    findings.add(.serverAuthEKU, at: 0, if: !names)
    for place in path.certificates.indices.dropFirst().dropLast() {
      checkPurposes(ofAuthorityAt: place, &findings)
    }
  }

  func checkPurposes(ofAuthorityAt place: Int, _ findings: inout PathFindings) {
    guard let purposes = path.certificates[place].certificate.extendedKeyUsage else { return }
    let isServers = purposes.contains(.serverPurpose) || purposes.contains(.anyPurpose)
    findings.add(.serverAuthEKU, at: place, if: !isServers)
  }

  /// Checks that the validity period of the leaf certificate is not too long.
  ///
  /// A leaf that trust settings trust by itself may have any validity period.
  func checkPeriod(_ findings: inout PathFindings) {
    let period = leaf.notAfter.microseconds - leaf.notBefore.microseconds
    switch source {
    case .system:
      let most =
        leaf.notBefore >= Self.september2020
        ? Self.longestSince2020 : leaf.notBefore >= Self.march2018 ? Self.longestSince2018 : .max
      findings.add(.systemTrustValidityPeriod, at: 0, if: period > most)
    case .settings where path.certificates.count == 1: break
    case .custom, .settings:
      let most = leaf.notBefore > Self.july2019 ? Self.longestSince2018 : .max
      findings.add(.otherTrustValidityPeriod, at: 0, if: period > most)
    }
  }

  private static let day: Int64 = 86_400 * 1_000_000
  private static let longestSince2018 = 825 * day + day / 24
  private static let longestSince2020 = 398 * day

  /// The moment 2018-03-01T00:00:00Z.
  ///
  /// From this moment on, a leaf below an anchor of the system may be valid for at most 825 days
  /// and an hour. The beginning of the leaf's validity is compared with this moment.
  private static let march2018 = Instant(microseconds: 541_555_200 * 1_000_000)
  /// The moment 2019-06-30T23:00:00Z.
  ///
  /// After this moment, a leaf below an anchor of the caller or the trust settings may be valid for
  /// at most 825 days and an hour. The beginning of the leaf's validity is compared with this
  /// moment.
  private static let july2019 = Instant(microseconds: 583_628_400 * 1_000_000)
  /// The moment 2020-09-01T00:00:00Z.
  ///
  /// From this moment on, a leaf below an anchor of the system may be valid for at most 398 days.
  /// The beginning of the leaf's validity is compared with this moment.
  private static let september2020 = Instant(microseconds: 620_611_200 * 1_000_000)
}
