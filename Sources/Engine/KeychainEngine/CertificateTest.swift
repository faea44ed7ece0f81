// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainRows
package import KeychainTypes
package import SecureMemory

/// Judges certificates by a filter (spec/secitem.md 4.5).
package final class CertificateTest {
  /// How many issuers are followed one after the other.
  private static let mostLevels = 10

  private let filter: CertificateFilter
  private let session: Session
  private let wanted: Set<[UInt8]>
  /// One for the whole query.
  private let now: Instant
  /// The moment that dates and policies are asked about.
  private let moment: Instant
  /// The issuers of the stored certificates of a subject, looked up once.
  private var known: [[UInt8]: Set<[UInt8]>] = [:]

  package init(_ filter: CertificateFilter, for session: Session) {
    self.filter = filter
    self.session = session
    wanted = Set(filter.issuers)
    now = session.engine.environment.clock.now()
    moment = if case .at(let moment)? = filter.moment { moment } else { now }
  }

  /// Whether a certificate passes; what costs most is asked last.
  ///
  /// - Parameter content: its data, where the filter needs it.
  /// - Throws: what the store or a judge throws.
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

  /// Whether the issuers, followed through what is stored, lead to a name that is wanted.
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

  /// Who has issued the local certificates of a subject; one that it issued itself says nothing
  /// new, and one that cannot be read leads nowhere.
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
