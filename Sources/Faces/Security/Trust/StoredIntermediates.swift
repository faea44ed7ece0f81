// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Finds certificates in the program's store that may link a certificate to an anchor
/// (Specification/certificates.md, "The trust engine", step 0).
///
/// That a certificate is stored does not make it trusted.
struct StoredIntermediates {
  /// The greatest number of issuer names that one search looks up in the store.
  ///
  /// No honest chain contains as many certificate authorities.
  private static let mostNames = 32
  /// The greatest number of certificates that are read from the store for one subject name.
  ///
  /// The search for a path tries no more certificates than this.
  private static let mostOfName = 128

  private let service: ServiceChoice.Service
  private let profile: Profile

  /// Returns the stored certificates that may be above `leaf` in a chain; finds them by the names
  /// of issuers.
  ///
  /// The result is empty if there is no store yet, or if the store cannot be read now. The user is
  /// not asked.
  ///
  /// - Parameters:
  ///   - leaf: the certificate at the start of the chain.
  ///   - given: the caller's other certificates. The chain may lead through them, and they are left
  ///     out of the result.
  static func above(_ leaf: Certificate, beside given: [Certificate]) -> [Certificate] {
    guard let profile = try? ProfileChoice.current(),
      let service = try? ServiceChoice.ifMade(in: profile)
    else { return [] }
    let known = Set(given)
    return StoredIntermediates(service: service, profile: profile).above(leaf, over: given)
      .filter { !known.contains($0) }
  }

  /// Returns the stored certificate that a record of trust settings is about.
  ///
  /// Nil if the store does not have the certificate or cannot be read now.
  ///
  /// - Parameters:
  ///   - hash: the SHA-1 hash of the certificate.
  ///   - record: the record, whose serial number is used to search the store.
  static func certificate(_ hash: [UInt8], _ record: TrustRecord) -> Certificate? {
    guard let serial = record.serialNumber, let profile = try? ProfileChoice.current(),
      let service = try? ServiceChoice.ifMade(in: profile)
    else { return nil }
    var query = Query(
      .certificate, [Predicate(.serialNumber, .bytes(serial))], limit: Limit(count: Self.mostOfName)
    )
    query.sync = .any
    query.returns = .secret
    query.interaction = .skip
    let matches = (try? service.copyMatching(query, profile: profile)) ?? []
    return matches.lazy.compactMap { match in
      match.secret.flatMap { $0.withBytes { try? Certificate($0) } }
    }
    .first { (try? $0.sha1()) == hash }
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
      // One locked item fails a whole query (Specification/secitem.md, "Status of
      // SecItemCopyMatching"). Therefore each protection is queried separately.
      guard error.code == .interactionNotAllowed else { return [] }
      return Protection.allCases.flatMap { (try? certificates(named: name, under: $0)) ?? [] }
    }
  }

  /// Returns the stored certificates that have the given subject name.
  ///
  /// - Parameter protection: the protection class of the items to search; nil to search all items.
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
