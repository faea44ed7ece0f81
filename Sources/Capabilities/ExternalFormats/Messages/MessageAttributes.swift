// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The attributes that a message has for a signer, for example the time of signing (RFC 5652 5.3).
///
/// Each attribute has an object identifier and a set of values.
struct MessageAttributes: Sendable {
  /// The greatest number of attributes, and of values of one attribute.
  ///
  /// A list of more attributes is malformed. Further values of one attribute are ignored.
  private static let most = 64

  /// The attributes as a whole SET element: for signed attributes, the bytes that the signature
  /// covers.
  let bytes: [UInt8]
  private let values: [OID: [[UInt8]]]

  /// Reads the attributes of a signer: signed attributes have the tag [0], the others [1].
  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    self.bytes = DERWriter.element(.set, bytes.array(element.content))
    var walk = DERWalk(element)
    var values: [OID: [[UInt8]]] = [:]
    while !walk.isAtEnd {
      var attribute = DERWalk(try walk.next(.sequence, bytes))
      let kind = try attribute.next(bytes).objectIdentifier(bytes)
      var set = DERWalk(try attribute.next(.set, bytes))
      try attribute.finish()
      var found: [[UInt8]] = []
      while !set.isAtEnd, found.count < Self.most {
        found.append(bytes.array(try set.next(bytes).whole))
      }
      // A repeated attribute is refused, because its meaning is unclear.
      guard values.updateValue(found, forKey: kind) == nil, values.count <= Self.most else {
        throw .content
      }
    }
    self.values = values
  }

  /// The attributes as a SET in the order that DER demands (X.690 11.6).
  ///
  /// A signer signs the attributes in this order. The message may have them in another order.
  var sortedBytes: [UInt8] {
    let span = bytes.span
    var outside = DERWalk(span)
    guard let whole = try? outside.next(span) else { return bytes }
    var walk = DERWalk(whole)
    var elements: [[UInt8]] = []
    while !walk.isAtEnd, let next = try? walk.next(span) { elements.append(span.array(next.whole)) }
    return DERWriter.sortedSet(elements)
  }

  /// Returns the only value of an attribute as a whole element.
  ///
  /// Nil if the attribute is missing, or does not have exactly one value.
  func value(_ kind: OID) -> [UInt8]? {
    guard let found = values[kind], found.count == 1 else { return nil }
    return found[0]
  }

  /// The moment of the attribute `signingTime`, or nil if it is missing or malformed.
  var signingTime: Instant? {
    guard let value = value(MessageOID.signingTime) else { return nil }
    let bytes = value.span
    var walk = DERWalk(bytes)
    return try? walk.next(bytes).time(bytes)
  }

  /// The content of the attribute `messageDigest`, or nil if it is missing or malformed.
  var digest: [UInt8]? {
    guard let value = value(MessageOID.messageDigest) else { return nil }
    let bytes = value.span
    var walk = DERWalk(bytes)
    return (try? walk.next(.octetString, bytes)).map { bytes.array($0.content) }
  }

  /// True if the attribute `contentType` names this type.
  func isAbout(_ type: OID) -> Bool { value(MessageOID.contentType) == type.element }
}

extension DERWriter {
  /// Returns a SET of elements in the order that DER demands (X.690 11.6).
  static func sortedSet(_ elements: [[UInt8]]) -> [UInt8] {
    let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
    return element(.set, sorted.reduce(into: []) { $0 += $1 })
  }

  /// Returns the UTCTime of a moment, or its GeneralizedTime outside 1950 to 2049 (RFC 5652 11.3).
  static func time(_ moment: Instant) -> [UInt8] {
    let time = CivilTime(moment)
    let digits = Array(time.keychainForm.utf8)
    guard (1950..<2050).contains(time.year) else { return element(.generalizedTime, digits) }
    return element(.utcTime, Array(digits.dropFirst(2)))
  }
}
