// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Certificates of the store that this program sees: they can lead from one to an anchor, and are
/// never believed for being there (spec/certificates.md 6.10, step 0).
struct StoredIntermediates {
  /// Names that are looked for: no honest path has as many authorities.
  private static let mostNames = 32
  /// Certificates of one name that are looked at, as many as a search for a path tries.
  private static let mostOfName = 128

  private let service: ServiceChoice.Service
  private let profile: Profile

  /// Those that can stand above a certificate, looked for by the names of issuers.
  ///
  /// Empty where there is no store, or it does not answer now. The user is asked for nothing.
  ///
  /// - Parameter given: certificates that are known already, over which the way up may lead.
  static func above(_ leaf: Certificate, beside given: [Certificate]) -> [Certificate] {
    guard let profile = try? ProfileChoice.current(),
      let service = try? ServiceChoice.ifMade(in: profile)
    else { return [] }
    let known = Set(given)
    return StoredIntermediates(service: service, profile: profile).above(leaf, over: given)
      .filter { !known.contains($0) }
  }

  private func above(_ leaf: Certificate, over given: [Certificate]) -> [Certificate] {
    let given = Dictionary(grouping: given) { $0.subject?.normalizedContent }
    var (found, level): ([Certificate], [Certificate]) = ([], [leaf])
    var names: Set<[UInt8]> = []
    while !level.isEmpty {
      var next: [Certificate] = []
      for name in level.compactMap({ $0.issuer?.normalizedContent }) where !name.isEmpty {
        guard names.count < Self.mostNames else { return found }
        guard names.insert(name).inserted else { continue }
        let stored = certificates(named: name)
        found += stored
        next += stored + (given[name] ?? [])
      }
      level = next
    }
    return found
  }

  private func certificates(named name: [UInt8]) -> [Certificate] {
    do throws(KeychainError) {
      return try certificates(named: name, under: nil)
    } catch {
      // One locked item fails a whole query (spec/secitem.md 4.2): each class by itself.
      guard error.code == .interactionNotAllowed else { return [] }
      return Protection.allCases.flatMap { (try? certificates(named: name, under: $0)) ?? [] }
    }
  }

  /// - Parameter protection: the class of the items; nil for any.
  private func certificates(
    named name: [UInt8], under protection: Protection?
  ) throws(KeychainError) -> [Certificate] {
    var predicates = [Predicate(.subject, .bytes(name))]
    if let protection { predicates.append(Predicate(.protection, .text(protection.name))) }
    var query = Query(.certificate, predicates, limit: Limit(count: Self.mostOfName))
    query.sync = .any
    query.returns = .secret
    query.interaction = .skip
    return try service.copyMatching(query, profile: profile).compactMap { match in
      match.secret.flatMap { $0.withBytes { try? Certificate($0) } }
    }
  }
}
