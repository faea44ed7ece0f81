// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto

/// Trust failures that the user has seen and accepted (Specification/certificates.md,
/// "Exceptions").
///
/// The failures are listed for each certificate at its position in a path.
package struct TrustExceptions: Hashable, Sendable {
  /// The accepted failures of one certificate.
  package struct Entry: Hashable, Sendable {
    /// The names of the checks whose failures are accepted.
    package let checks: Set<String>
    /// The SHA-1 digest of the certificate.
    ///
    /// Nil in the entry of an issuer of which no failure is accepted.
    package let digest: [UInt8]?

    package init(checks: Set<String>, digest: [UInt8]?) {
      self.checks = checks
      self.digest = digest
    }
  }

  /// The accepted failures of each certificate, in the order of the path from the leaf on.
  package let entries: [Entry]

  /// Creates trust exceptions from entries that a program saved.
  ///
  /// Returns nil if the first entry is not about the leaf certificate.
  package init?(_ entries: [Entry], for leaf: Certificate) {
    guard let first = entries.first, let digest = first.digest, digest == Self.digest(leaf) else {
      return nil
    }
    self.entries = entries
  }

  /// Creates trust exceptions that accept all failures of an evaluation.
  ///
  /// The exceptions have an entry for each certificate from the leaf to the last certificate with a
  /// failure. If no certificate has a failure, the only entry is the leaf's.
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

  /// True if these trust exceptions accept the failure of the check.
  ///
  /// The exceptions must accept the failure for this certificate, at this index of the path.
  func overrule(_ check: TrustCheck, of certificate: Certificate, at place: Int) -> Bool {
    guard entries.indices.contains(place), entries[place].checks.contains(check.rawValue),
      let digest = entries[place].digest
    else { return false }
    return digest == Self.digest(certificate)
  }

  /// Returns the SHA-1 digest of a certificate, or nil if libcrypto is not available.
  private static func digest(_ certificate: Certificate) -> [UInt8]? {
    try? Hash.sha1(certificate.bytes.span)
  }
}
