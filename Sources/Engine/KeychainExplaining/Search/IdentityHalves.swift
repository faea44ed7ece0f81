// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Says which half of an identity is not there (spec/diagnostics.md 3.3, K214).
struct IdentityHalves {
  /// Certificates, and keys, that are looked at.
  private static let most = 20

  let session: Session
  let reader: StoreReader
  let scope: Scope
  let query: Query

  /// Nil where there is nothing of either half, so that nothing is missing to one.
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
