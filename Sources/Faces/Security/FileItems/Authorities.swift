// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import FileKeychain
import Foundation
import KeychainTypes

/// The certificate authorities that the Linux distribution trusts, as a keychain that cannot be
/// changed.
enum Authorities {
  /// A certificate that the Linux distribution trusts, with the attributes that a result dictionary
  /// contains for it.
  struct Found {
    let certificate: Certificate
    let attributes: AttributeSet
  }

  /// Returns the certificates of the Linux distribution that a query finds.
  ///
  /// - Parameter objects: the objects that the caller's dictionary names. Only certificates among
  ///   these objects are found. Nil if the dictionary names no objects: only the query decides.
  static func found(
    _ query: FileQuery, _ objects: [FileObject]?
  ) throws(KeychainError) -> [Found] {
    guard query.itemClass == .certificate else { return [] }
    let now = Instant(secondsSinceReference: Date().timeIntervalSinceReferenceDate) ?? .reference
    var found: [Found] = []
    for certificate in SystemAnchors.shared.anchors(at: .ofThisProcess).certificates {
      if let count = query.limit.count, found.count >= count { break }
      guard objects?.contains(where: { $0.isCertificate(certificate) }) != false,
        let attributes = try query.attributes(ifAccepted: certificate, now: now)
      else { continue }
      found.append(Found(certificate: certificate, attributes: attributes))
    }
    return found
  }
}

extension FileObject {
  fileprivate func isCertificate(_ other: Certificate) -> Bool {
    switch self {
    case .certificate(let certificate), .identity(let certificate, _): certificate == other
    case .item, .key: false
    }
  }
}
