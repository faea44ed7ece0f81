// SPDX-License-Identifier: Apache-2.0

/// An extension of a certificate (RFC 5280 4.2).
package struct CertificateExtension: Hashable, Sendable {
  package let identifier: OID
  package let isCritical: Bool
  /// The content of the extension's OCTET STRING.
  package let value: [UInt8]
  package let state: State

  /// The result of checking the structure of an extension's value.
  package enum State: Hashable, Sendable {
    /// The object identifier is known, and the value has the structure of this extension.
    case wellFormed
    /// The object identifier is known, but the value does not have the structure of this extension.
    ///
    /// A critical extension is never in this state, because its certificate is refused.
    case malformed
    /// The object identifier of the extension is not known.
    case unknown
  }

  /// The number of extensions at which a certificate is refused (Specification/certificates.md,
  /// "Creating a certificate", row 8).
  ///
  /// A certificate must have fewer extensions.
  static let tooMany = 10_000

  /// Reads the extensions at the end of the signed bytes of a certificate.
  ///
  /// Returns an empty array if the certificate has no extensions.
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

  /// Reads one extension: its object identifier, whether it is critical, and its value.
  ///
  /// In DER, the field `critical` is left out if it is false. An encoded `false` is accepted as
  /// well.
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
  /// Returns the value of the first extension with an object identifier.
  ///
  /// Returns nil if the extension is missing or malformed.
  package func value(of identifier: OID) -> [UInt8]? {
    guard let found = extensions.first(where: { $0.identifier == identifier }) else { return nil }
    return found.state == .malformed ? nil : found.value
  }

  /// True if two extensions of the certificate have the same object identifier.
  package var hasDuplicateExtension: Bool {
    Set(extensions.map(\.identifier)).count != extensions.count
  }

  /// True if the certificate has a critical extension that Latchkey does not know.
  package var hasUnknownCriticalExtension: Bool {
    extensions.contains { $0.isCritical && $0.state == .unknown }
  }

  /// True if the certificate has an extension that could not be read.
  ///
  /// The extension is not critical, because a malformed critical extension makes the certificate
  /// invalid.
  package var hasMalformedExtension: Bool { extensions.contains { $0.state == .malformed } }
}

extension Certificate {
  /// The uses of the key that the extension permits; `critical` is never among them.
  ///
  /// Nil if the extension is missing or malformed.
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

  /// The purposes that the certificate's extended key usage extension permits for the key.
  ///
  /// Nil if the extension is missing or malformed.
  package var extendedKeyUsage: [OID]? {
    guard let value = value(of: .extendedKeyUsage) else { return nil }
    return try? DERList.elements(value) { (element, bytes) throws(DERFailure) in
      try element.objectIdentifier(bytes)
    }
  }
}
