// SPDX-License-Identifier: Apache-2.0

/// What a key may be used for: the bits of the extension from the lowest up (RFC 5280 4.2.1.3).
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
  /// That the extension is critical; no bit of it.
  package static let critical = KeyUsage(rawValue: 0x8000_0000)
}

extension Certificate {
  /// The uses in the extension, without `critical`; nil where it is missing or malformed.
  package var keyUsage: KeyUsage? {
    guard let value = value(of: .keyUsage) else { return nil }
    var walk = DERWalk(value.span)
    guard let bits = try? walk.next(value.span).bits(value.span) else { return nil }
    var usage: UInt32 = 0
    // The first bit of a BIT STRING is the highest of its first byte.
    for (index, place) in bits.prefix(2).enumerated() {
      for bit in 0..<8 where value[place] & (0x80 >> bit) != 0 { usage |= 1 << (index * 8 + bit) }
    }
    return KeyUsage(rawValue: usage & 0x1ff)
  }

  /// The purposes in the extension; nil where it is missing or malformed.
  package var extendedKeyUsage: [OID]? {
    guard let value = value(of: .extendedKeyUsage) else { return nil }
    return try? DERList.elements(value) { (element, bytes) throws(DERFailure) in
      try element.objectIdentifier(bytes)
    }
  }
}
