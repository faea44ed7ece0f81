// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes

/// The names of issuers that a caller accepts.
struct AcceptedIssuers {
  private let names: Set<[UInt8]>
  /// The most certificates of a chain that are looked at.
  private static let longest = 16

  /// Reads encoded names; nil without names, which accepts every issuer.
  ///
  /// Elements that are no names are ignored.
  init?(_ names: NSArray?) {
    guard let names, names.count > 0 else { return nil }
    self.names = Set(
      PropertyList.elements(of: names).compactMap { element in
        (element as? NSData).flatMap { DistinguishedName($0.array)?.normalizedContent }
      })
  }

  /// True if an accepted issuer is in the chain of a certificate, as far as keychains have it.
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
