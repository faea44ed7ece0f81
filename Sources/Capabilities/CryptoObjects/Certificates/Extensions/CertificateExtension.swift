// SPDX-License-Identifier: Apache-2.0

/// An extension of a certificate (RFC 5280 4.2).
package struct CertificateExtension: Hashable, Sendable {
  package let identifier: OID
  package let isCritical: Bool
  /// The content of the OCTET STRING.
  package let value: [UInt8]
  package let state: State

  /// What is known of the value.
  package enum State: Hashable, Sendable {
    /// The identifier is known, and the value has its form.
    case wellFormed
    /// The identifier is known, and the value has another form; never critical.
    case malformed
    /// The identifier is not known.
    case unknown
  }

  /// A certificate with so many is none (spec/certificates.md 2.1, row 8).
  static let tooMany = 10_000

  /// The extensions at the end of the signed part; none where the field is not there.
  static func all(
    _ parts: inout DERWalk, _ data: Span<UInt8>
  ) throws(DERFailure) -> [CertificateExtension] {
    guard let outer = try parts.nextIfPresent(.context(3, isConstructed: true), data) else {
      return []
    }
    var wrapped = DERWalk(outer)
    var list = DERWalk(try wrapped.next(.sequence, data))
    try wrapped.finish()
    var result: [CertificateExtension] = []
    while !list.isAtEnd {
      guard result.count < tooMany - 1 else { throw .length }
      result.append(try CertificateExtension(list.next(.sequence, data), data))
    }
    guard !result.isEmpty else { throw .content }
    return result
  }

  /// Reads { identifier, critical or not, value }; a `false` that is written is taken as well.
  private init(_ element: DERElement, _ data: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    identifier = try walk.next(.objectIdentifier, data).objectIdentifier(data)
    isCritical = try walk.nextIfPresent(.boolean, data)?.boolean(data) ?? false
    value = data.array(try walk.next(.octetString, data).content)
    try walk.finish()
    state = Self.state(of: value, identifier)
    guard state != .malformed || !isCritical else { throw .content }
  }

  private static func state(of value: [UInt8], _ identifier: OID) -> State {
    guard let shape = KnownExtensions.shape(of: identifier) else { return .unknown }
    return shape.isWhole(value.span) ? .wellFormed : .malformed
  }
}

extension Certificate {
  /// The value of an extension, of the first if there are several; nil for one that is malformed.
  package func value(of identifier: OID) -> [UInt8]? {
    guard let found = extensions.first(where: { $0.identifier == identifier }) else { return nil }
    return found.state == .malformed ? nil : found.value
  }

  /// Whether an identifier is there twice.
  package var hasDuplicateExtension: Bool {
    Set(extensions.map(\.identifier)).count != extensions.count
  }

  /// Whether a critical extension is not known.
  package var hasUnknownCriticalExtension: Bool {
    extensions.contains { $0.isCritical && $0.state == .unknown }
  }

  /// Whether an extension that is not critical could not be read.
  package var hasMalformedExtension: Bool { extensions.contains { $0.state == .malformed } }
}

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
