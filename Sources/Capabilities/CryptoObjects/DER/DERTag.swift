// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The first byte of a DER element: its class, whether it is constructed, and a number below 31
/// (X.690 8.1.2).
package struct DERTag: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let boolean = DERTag(rawValue: 0x01)
  package static let integer = DERTag(rawValue: 0x02)
  package static let bitString = DERTag(rawValue: 0x03)
  package static let octetString = DERTag(rawValue: 0x04)
  package static let null = DERTag(rawValue: 0x05)
  package static let objectIdentifier = DERTag(rawValue: 0x06)
  package static let sequence = DERTag(rawValue: 0x30)
  package static let set = DERTag(rawValue: 0x31)

  /// Creates a context-specific tag.
  ///
  /// - Parameters:
  ///   - number: the number of the tag.
  ///   - isConstructed: true if the content of the element consists of elements.
  package static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
    DERTag(rawValue: 0x80 | (isConstructed ? 0x20 : 0) | number)
  }

  /// True if the content of the element consists of elements.
  package var isConstructed: Bool { rawValue & 0x20 != 0 }
}

extension DERTag {
  package static let utcTime = DERTag(rawValue: 0x17)
  package static let generalizedTime = DERTag(rawValue: 0x18)
}
