// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes

/// The issuers of certificates that a caller of `SecIdentityCopyPreferred` accepts.
struct AcceptedIssuers {
  private let names: Set<[UInt8]>
  /// The greatest number of certificates of a chain that are checked.
  private static let longest = 16

  /// Reads the names of the accepted issuers, each as data with the name in DER.
  ///
  /// Nil if the array is nil or empty: every issuer is then accepted. Elements that are not names
  /// are ignored.
  init?(_ names: NSArray?) {
    guard let names, names.count > 0 else { return nil }
    self.names = Set(
      PropertyList.elements(of: names).compactMap { element in
        (element as? NSData).flatMap { DistinguishedName($0.array)?.normalizedContent }
      })
  }

  /// True if an accepted issuer is in the chain of a certificate.
  ///
  /// The chain continues as long as the keychains of the search list have the certificate of the
  /// issuer.
  func accept(_ certificate: Certificate) -> Bool {
    var (current, left) = (certificate, Self.longest)
    var known: [Certificate]?
    while left > 0, let issuer = current.issuer {
      if names.contains(issuer.normalizedContent) { return true }
      if known == nil {
        known = ((try? KeychainObjects(nil).certificates()) ?? []).map(\.value)
      }
      let next = known?.first {
        $0 != current && $0.subject?.normalizedContent == issuer.normalizedContent
      }
      guard let next else { return false }
      (current, left) = (next, left - 1)
    }
    return false
  }
}
