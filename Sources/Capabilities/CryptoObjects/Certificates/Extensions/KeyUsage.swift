// SPDX-License-Identifier: Apache-2.0

/// The permitted uses of a key, as the bits of the extension (RFC 5280 4.2.1.3).
///
/// The first bit of the extension is the lowest bit of the raw value.
package struct KeyUsage: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let digitalSignature = KeyUsage(rawValue: 1)
  package static let nonRepudiation = KeyUsage(rawValue: 2)
  package static let keyEncipherment = KeyUsage(rawValue: 4)
  package static let dataEncipherment = KeyUsage(rawValue: 8)
  package static let keyAgreement = KeyUsage(rawValue: 0x10)
  package static let certificateSigning = KeyUsage(rawValue: 0x20)
  package static let listSigning = KeyUsage(rawValue: 0x40)
  package static let encipherOnly = KeyUsage(rawValue: 0x80)
  package static let decipherOnly = KeyUsage(rawValue: 0x100)
  /// The bit by which Apple's API says that the key usage extension is critical.
  ///
  /// The extension itself has no bit for this.
  package static let critical = KeyUsage(rawValue: 0x8000_0000)
}
