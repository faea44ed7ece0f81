// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto

/// What a person has seen and accepted: failures of certificates, each at its place in a path
/// (spec/certificates.md 6.8).
package struct TrustExceptions: Hashable, Sendable {
  /// Accepted failures of one certificate.
  package struct Entry: Hashable, Sendable {
    /// Names of checks.
    package let checks: Set<String>
    /// SHA-1 of the certificate; nil for an entry that accepts nothing.
    package let digest: [UInt8]?

    package init(checks: Set<String>, digest: [UInt8]?) {
      self.checks = checks
      self.digest = digest
    }
  }

  /// From the leaf on.
  package let entries: [Entry]

  /// Entries as they were read; nil where the first is not about the certificate.
  package init?(_ entries: [Entry], for leaf: Certificate) {
    guard let first = entries.first, let digest = first.digest, digest == Self.digest(leaf) else {
      return nil
    }
    self.entries = entries
  }

  /// All that an evaluation found, accepted; entries at the end that accept nothing are left out.
  package init(accepting evaluation: TrustEvaluation) {
    var entries = evaluation.certificates.indices.map { place in
      let checks = Set(evaluation.failures[place].map(\.rawValue))
      let isNamed = place == 0 || !checks.isEmpty
      return Entry(
        checks: checks, digest: isNamed ? Self.digest(evaluation.certificates[place]) : nil)
    }
    while entries.count > 1, entries.last?.digest == nil { entries.removeLast() }
    self.entries = entries
  }

  /// Whether a failure of a certificate is accepted.
  func overrule(_ check: TrustCheck, of certificate: Certificate, at place: Int) -> Bool {
    guard entries.indices.contains(place), entries[place].checks.contains(check.rawValue),
      let digest = entries[place].digest
    else { return false }
    return digest == Self.digest(certificate)
  }

  /// nil where libcrypto is not there.
  private static func digest(_ certificate: Certificate) -> [UInt8]? {
    try? Hash.sha1(certificate.bytes.span)
  }
}
