// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// An X.509 certificate.
///
/// Two objects of the same bytes are equal. What it says is not checked by making it: that is for
/// trust to do.
public final class SecCertificate: Sendable {
  package let value: Certificate

  package init(_ value: Certificate) { self.value = value }
}

extension SecCertificate: Hashable {
  /// Whether two objects have the same bytes.
  public static func == (left: SecCertificate, right: SecCertificate) -> Bool {
    left === right || left.value == right.value
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecCertificate: CustomStringConvertible {
  /// The summary of the subject and the issuer; no more, for logs.
  public var description: String {
    let issuer = value.issuer.flatMap { $0.summary } ?? ""
    return "<SecCertificateRef: s: \(value.subjectSummary ?? "") i: \(issuer)>"
  }
}

/// The type identifier of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeIdentifier.certificate.rawValue }
