// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainRows
import KeychainTypes
import SecureMemory

/// Judges certificates by a filter (spec/secitem.md 4.5).
final class CertificateTest {
  /// How many issuers are followed one after the other.
  private static let mostLevels = 10

  private let filter: CertificateFilter
  private let session: Session
  private let wanted: Set<[UInt8]>
  /// The issuers of the stored certificates of a subject, looked up once.
  private var known: [[UInt8]: Set<[UInt8]>] = [:]

  init(_ filter: CertificateFilter, for session: Session) {
    self.filter = filter
    self.session = session
    wanted = Set(filter.issuers)
  }

  /// Whether a certificate passes.
  ///
  /// - Parameter content: its data, where the filter needs it.
  func holds(for item: OpenedItem, _ content: SecretBytes?) throws(KeychainError) -> Bool {
    guard filter.emailAddress == nil || !filter.isBlind else { return false }
    guard !filter.needsContent || holds(content) else { return false }
    guard !wanted.isEmpty else { return true }
    return try leads(item)
  }

  private func holds(_ content: SecretBytes?) -> Bool {
    guard let certificate = content?.withBytes({ try? Certificate($0) }) else { return false }
    let moment = filter.moment.map { moment in
      switch moment {
      case .now: session.engine.environment.clock.now()
      case .at(let moment): moment
      }
    }
    if let moment, !certificate.isValid(at: moment) { return false }
    return filter.emailAddress.map { certificate.holds(emailAddress: $0) } ?? true
  }

  /// Whether the issuers, followed through what is stored, lead to a name that is wanted.
  private func leads(_ item: OpenedItem) throws(KeychainError) -> Bool {
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
