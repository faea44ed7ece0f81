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
