// SPDX-License-Identifier: Apache-2.0

/// The first byte of a DER element: class, form and a number below 31 (X.690 8.1.2).
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

  /// Of a context's own element: its number, and whether elements are in it.
  package static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
    DERTag(rawValue: 0x80 | (isConstructed ? 0x20 : 0) | number)
  }

  /// Whether elements are in it.
  package var isConstructed: Bool { rawValue & 0x20 != 0 }
}

/// Where a DER element lies in the bytes that were read.
package struct DERElement: Hashable, Sendable {
  package let tag: DERTag
  package let content: Range<Int>
  /// With tag and length.
  package let whole: Range<Int>
}

/// Why bytes are no DER of the expected kind.
package enum DERFailure: Error, Hashable, Sendable {
  /// They end within an element.
  case cut
  /// A length that is indefinite, longer than needed, or more than any input has.
  case length
  /// A tag that is not the expected one, or has a number above 30.
  case tag
  /// Bytes are left behind the last element.
  case leftOver
  /// A content that its type does not allow.
  case content
}
