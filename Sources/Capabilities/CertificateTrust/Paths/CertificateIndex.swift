// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// A set of certificates that can be looked up by subject.
///
/// Duplicates are left out. The certificates stay in the order in which they were given.
package struct CertificateIndex: Sendable {
  private var bySubject: [FoldedName: [Certificate]] = [:]
  /// All certificates of the index, in the order in which they were given.
  package private(set) var certificates: [Certificate] = []

  /// Creates an index of the given certificates.
  ///
  /// A certificate whose subject is not a valid name cannot be an issuer. The property
  /// `certificates` contains the certificate, but a look-up by subject does not find it.
  package init(_ certificates: [Certificate]) {
    var seen: Set<Certificate> = []
    for certificate in certificates where seen.insert(certificate).inserted {
      self.certificates.append(certificate)
      guard let subject = certificate.subject else { continue }
      bySubject[FoldedName(subject), default: []].append(certificate)
    }
  }

  /// The subjects of the certificates in the index.
  var subjects: Dictionary<FoldedName, [Certificate]>.Keys { bySubject.keys }

  /// Returns the certificates that have the given subject.
  func certificates(of subject: FoldedName) -> [Certificate] { bySubject[subject] ?? [] }

  /// True if the certificate is in the index.
  func holds(_ certificate: PathCertificate) -> Bool {
    guard let subject = certificate.subject else {
      return certificates.contains(certificate.certificate)
    }
    return certificates(of: subject).contains(certificate.certificate)
  }
}
