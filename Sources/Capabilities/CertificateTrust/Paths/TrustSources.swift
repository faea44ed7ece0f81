// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// Where the certificates of a path may come from.
package struct TrustSources: Sendable {
  /// Believed, because the caller says so; nil where he said nothing.
  private let custom: CertificateIndex?
  /// Believed, because the system says so; nil where that does not count.
  private let system: CertificateIndex?
  /// Not believed.
  let others: CertificateIndex

  package init(custom: [Certificate]?, system: CertificateIndex?, others: [Certificate]) {
    self.custom = custom.map { CertificateIndex($0) }
    self.system = system
    self.others = CertificateIndex(others)
  }

  /// In the order in which they are asked.
  var inOrder: [CertificateIndex] { [custom, system, others].compactMap(\.self) }

  var anchors: [CertificateIndex] { [custom, system].compactMap(\.self) }

  /// Who believes a certificate: the system, whose anchors have stricter rules, before the caller.
  func source(of certificate: PathCertificate) -> CertificatePath.Source? {
    if system?.holds(certificate) == true { return .system }
    return custom?.holds(certificate) == true ? .custom : nil
  }
}
