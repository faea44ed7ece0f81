// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// One line of what a certificate says, for people (spec/certificates.md 2.9).
package struct CertificateProperty: Hashable, Sendable {
  /// The value, which names the type of the line.
  package indirect enum Value: Hashable, Sendable {
    case text(String)
    case location(String)
    case bytes([UInt8])
    /// A moment, or a set of bits.
    case number(Number)
    case date(Instant)
    /// Texts or bytes without labels.
    case texts([String])
    case byteStrings([[UInt8]])
    case section([CertificateProperty])
  }

  /// A number, which is a moment in seconds or bits.
  package enum Number: Hashable, Sendable {
    case moment(Instant)
    case bits(UInt32)
  }

  /// nil for the pairs of a name that belong together.
  package let label: String?
  package let value: Value

  package init(_ label: String?, _ value: Value) {
    self.label = label
    self.value = value
  }
}

/// The lines of a certificate under their keys, each key once.
package struct CertificateProperties: Sendable {
  /// In the order of spec/certificates.md 2.9.
  package private(set) var entries: [(key: String, property: CertificateProperty)] = []
  private var keys: Set<String> = []

  /// Adds a line; the first of a key stays.
  mutating func add(_ key: String, _ label: String, _ value: CertificateProperty.Value) {
    guard keys.insert(key).inserted else { return }
    entries.append((key, CertificateProperty(label, value)))
  }

  mutating func add(_ key: OID, _ label: String, _ value: CertificateProperty.Value) {
    add(key.description, label, value)
  }
}
