// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CodeIdentity
import CryptoObjects
import KeychainTypes

/// The certificates with which `requirement-evaluate` compares a requirement.
struct RequirementChain: CertificateChainFacts {
  private let certificates: [Certificate]
  private let trust: TrustSurroundings

  init(_ certificates: [Certificate], trust: TrustSurroundings) {
    self.certificates = certificates
    self.trust = trust
  }

  var count: Int { certificates.count }

  func isTrusted() -> Bool {
    guard let leaf = certificates.first else { return false }
    guard let outcome = outcome(of: leaf, Array(certificates.dropFirst())) else { return false }
    return outcome.worst == nil
  }

  func isTrusted(_ index: Int) -> Bool {
    guard let outcome = outcome(of: certificates[index], []) else { return false }
    // The certificate must itself be an anchor, so its chain has no other certificate.
    return outcome.worst == nil && outcome.certificates.count == 1
  }

  /// Evaluates the trust in `leaf` with the trust settings, and returns the outcome.
  ///
  /// Nil if the evaluation fails, for example because the settings are damaged.
  private func outcome(of leaf: Certificate, _ others: [Certificate]) -> TrustOutcome? {
    guard let sources = try? trust.sources(others) else { return nil }
    return try? TrustRequest(leaf, [TrustPolicy(.basic)], sources, at: trust.now).outcome()
  }

  func hash(_ index: Int) -> [UInt8]? { try? certificates[index].sha1() }

  /// The attribute types of a certificate's subject, by their names in a requirement.
  ///
  /// In a requirement, `subject.` precedes the name, as in `subject.CN`.
  private static let types: [String: OID] = [
    "CN": .commonName, "O": .organization, "OU": .organizationalUnit, "D": .nameDescription,
    "C": OID(2, 5, 4, 6), "L": OID(2, 5, 4, 7), "ST": OID(2, 5, 4, 8), "STREET": OID(2, 5, 4, 9),
    "UID": OID(0, 9, 2342, 19_200_300, 100, 1, 1),
  ]

  func values(of field: String, _ index: Int) -> [[UInt8]] {
    let certificate = certificates[index]
    let texts: [String]
    if field == "email" {
      texts = certificate.emailAddresses
    } else if field.hasPrefix("subject."), let type = Self.types[String(field.dropFirst(8))] {
      texts = (certificate.subject?.pairs ?? []).filter { $0.type == type }.map(\.text)
    } else {
      texts = []
    }
    return texts.map { Array($0.utf8) }
  }

  func hasExtension(_ identifier: [UInt8], _ index: Int) -> Bool {
    certificates[index].extensions.contains { $0.identifier.content == identifier }
  }

  func hasPolicy(_ identifier: [UInt8], _ index: Int) -> Bool {
    guard let value = certificates[index].value(of: .certificatePolicies) else { return false }
    let bytes = value.span
    do throws(DERFailure) {
      var walk = DERWalk(try Self.first(bytes, .sequence))
      while !walk.isAtEnd {
        var policy = DERWalk(try walk.next(.sequence, bytes))
        let found = try policy.next(.objectIdentifier, bytes).objectIdentifier(bytes)
        if found.content == identifier { return true }
      }
    } catch {
      return false
    }
    return false
  }

  func moment(of identifier: [UInt8], _ index: Int) -> Int64? {
    let found = certificates[index].extensions.first { $0.identifier.content == identifier }
    guard let value = found?.value else { return nil }
    let bytes = value.span
    var walk = DERWalk(bytes)
    guard let instant = try? walk.next(bytes).time(bytes) else { return nil }
    return instant.microseconds / 1_000_000
  }

  private static func first(_ bytes: Span<UInt8>, _ tag: DERTag) throws(DERFailure) -> DERElement {
    var walk = DERWalk(bytes)
    return try walk.next(tag, bytes)
  }
}
