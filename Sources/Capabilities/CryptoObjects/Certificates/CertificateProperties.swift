// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The description of a certificate for the user: lines, each with its own key.
///
/// A key is an object identifier as text, or a word such as `Fingerprints`. Callers receive the
/// lines as a dictionary with these keys, so no two lines have one key.
package struct CertificateProperties: Sendable {
  /// The lines with their dictionary keys, in the order of Specification/certificates.md,
  /// "CopyValues of a certificate".
  package private(set) var entries: [(key: String, property: CertificateProperty)] = []
  private var keys: Set<String> = []

  /// Adds a line under a dictionary key, unless there is already a line under this key.
  mutating func add(_ key: String, _ label: String, _ value: CertificateProperty.Value) {
    guard keys.insert(key).inserted else { return }
    entries.append((key, CertificateProperty(label, value)))
  }

  mutating func add(_ key: OID, _ label: String, _ value: CertificateProperty.Value) {
    add(key.description, label, value)
  }
}
