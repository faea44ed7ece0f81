// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Finds the half of an identity that is missing: the certificate or the private key.
///
/// Specification/diagnostics.md, "Not found (-25300), wrong or missing results", K214.
struct IdentityHalves {
  /// The greatest number of certificates, and of keys, that are examined.
  private static let most = 20

  let session: Session
  let reader: StoreReader
  let scope: Scope
  let query: Query

  /// Returns the half of the identity that is missing: the certificate, or the private key.
  ///
  /// If the store has a key for the certificate, but the key is not marked as a private key, the
  /// result is `notPrivate`. Nil if no certificate and no key matches the query.
  func missing() throws(KeychainError) -> AbsenceFact.IdentityHalf? {
    let halves = IdentityQuery(query)
    var certificate = halves.certificate
    certificate.filter = nil
    let certificates = try items(certificate)
    var isThere = false
    for item in certificates {
      guard var partner = halves.partners(of: item) else { continue }
      isThere = true
      partner.sync = .any
      partner.predicates.removeAll { $0.attribute == .keyClass || $0.attribute == .isPrivate }
      if try !items(partner).isEmpty { return .notPrivate }
    }
    if isThere || !certificates.isEmpty { return .noKey }
    var key = halves.key
    key.sync = .any
    return try items(key).isEmpty ? nil : .noCertificate
  }

  private func items(_ query: Query) throws(KeychainError) -> [OpenedItem] {
    let plan = try session.planner.plan(query, within: scope, reading: [])
    var store = plan.store
    store.limit = Self.most
    let rows = try storing { () throws(StorageError) in try reader.fetch(store) }
    return rows.compactMap { row in
      guard case .item(let item) = session.codec.open(row), scope.contains(item.group),
        plan.residual.allSatisfy({ session.codec.holds($0, in: item) })
      else { return nil }
      return item
    }
  }
}
