// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// Certificates by their subjects, each once, in the order in which they were given.
package struct CertificateIndex: Sendable {
  private var bySubject: [FoldedName: [Certificate]] = [:]
  /// All of them.
  package private(set) var certificates: [Certificate] = []

  /// Those whose subject is no name can be no issuers, and are only counted among all.
  package init(_ certificates: [Certificate]) {
    var seen: Set<Certificate> = []
    for certificate in certificates where seen.insert(certificate).inserted {
      self.certificates.append(certificate)
      guard let subject = certificate.subject else { continue }
      bySubject[FoldedName(subject), default: []].append(certificate)
    }
  }

  /// The names that they are about.
  var subjects: Dictionary<FoldedName, [Certificate]>.Keys { bySubject.keys }

  /// Those with a subject.
  func certificates(of subject: FoldedName) -> [Certificate] { bySubject[subject] ?? [] }

  /// Whether a certificate is one of these.
  func holds(_ certificate: PathCertificate) -> Bool {
    guard let subject = certificate.subject else {
      return certificates.contains(certificate.certificate)
    }
    return certificates(of: subject).contains(certificate.certificate)
  }
}
