// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import FileKeychain
import Foundation
import KeychainTypes

/// The certificates of the distribution, as a keychain that cannot be changed.
enum Authorities {
  /// A certificate of the distribution with the attributes that a dictionary has for it.
  struct Found {
    let certificate: Certificate
    let attributes: AttributeSet
  }

  /// Returns the certificates that a query finds.
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
