// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainRows
package import KeychainTypes
package import SecureMemory

/// Tests whether certificates pass the filter of a query (Specification/secitem.md, "Filters of
/// SecItemCopyMatching").
package final class CertificateTest {
  /// The maximum number of steps up the chain of issuers, from the certificate's own issuer.
  private static let mostLevels = 10

  private let filter: CertificateFilter
  private let session: Session
  private let wanted: Set<[UInt8]>
  /// The current time, read once for all certificates of the query.
  private let now: Instant
  /// The time at which a certificate has to be valid, and for which the filter's policy checks the
  /// certificate.
  ///
  /// The time is the date in the filter, or the current time if the filter has no date.
  private let moment: Instant
  /// The cached results of `issuers(of:)`: for each subject, the issuers of the stored certificates
  /// with this subject.
  ///
  /// Each subject is looked up in the store only once.
  private var known: [[UInt8]: Set<[UInt8]>] = [:]

  package init(_ filter: CertificateFilter, for session: Session) {
    self.filter = filter
    self.session = session
    wanted = Set(filter.issuers)
    now = session.engine.environment.clock.now()
    moment = if case .at(let moment)? = filter.moment { moment } else { now }
  }

  /// Returns true if a certificate passes the filter.
  ///
  /// The most expensive check comes last.
  ///
  /// - Parameter content: the certificate's data. Nil if the filter checks only the certificate's
  ///   attributes, or if the data could not be read. A filter that checks the data rejects a
  ///   certificate without data.
  /// - Throws: An error of the store, of the policy check or of the trust check.
  package func holds(for item: OpenedItem, _ content: SecretBytes?) throws(KeychainError) -> Bool {
    guard filter.emailAddress == nil || !filter.isBlind else { return false }
    guard filter.needsContent else { return try leads(item) }
    guard let certificate = content?.withBytes({ try? Certificate($0) }) else { return false }
    guard holds(certificate), try leads(item) else { return false }
    return try isAccepted(certificate)
  }

  private func holds(_ certificate: Certificate) -> Bool {
    if filter.moment != nil, !certificate.isValid(at: moment) { return false }
    return filter.emailAddress.map { certificate.holds(emailAddress: $0) } ?? true
  }

  private func isAccepted(_ certificate: Certificate) throws(KeychainError) -> Bool {
    guard try filter.policy?.accepts(certificate.bytes, at: moment) ?? true else { return false }
    return try filter.trust?.accepts(certificate.bytes, at: now) ?? true
  }

  /// Returns true if an issuer named by the filter is in the certificate's chain of issuers.
  ///
  /// The chain is followed through certificates in the store. Also returns true if the filter names
  /// no issuer.
  private func leads(_ item: OpenedItem) throws(KeychainError) -> Bool {
    guard !wanted.isEmpty else { return true }
    guard case .bytes(let issuer)? = item[.issuer] else { return false }
    var names: Set<[UInt8]> = [issuer]
    var seen = names
    for _ in 0...Self.mostLevels where !names.isEmpty {
      guard wanted.isDisjoint(with: names) else { return true }
      var next: Set<[UInt8]> = []
      for name in names { next.formUnion(try issuers(of: name)) }
      names = next.subtracting(seen)
      seen.formUnion(names)
    }
    return false
  }

  /// Returns the issuers of those stored certificates that have this subject and are not
  /// synchronizable.
  ///
  /// A self-issued certificate has its own subject as issuer, which ends the chain. A certificate
  /// that cannot be decrypted is skipped.
  private func issuers(of subject: [UInt8]) throws(KeychainError) -> Set<[UInt8]> {
    if let known = known[subject] { return known }
    var query = Query(.certificate, [Predicate(.subject, .bytes(subject))])
    query.sync = .only(false)
    let scope = try session.authorizer.scope(.copyMatching, .absent)
    let rows = try session.planner.plan(query, within: scope, reading: [])
    var found: Set<[UInt8]> = []
    for row in try session.engine.rows(rows.store) {
      guard case .item(let item) = session.codec.open(row), scope.contains(item.group),
        session.codec.confirms(item, rows.compared), case .bytes(let issuer)? = item[.issuer]
      else { continue }
      found.insert(issuer)
    }
    known[subject] = found
    return found
  }
}
