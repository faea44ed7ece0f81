// SPDX-License-Identifier: Apache-2.0

/// The name of an issuer or subject, as sets of pairs (RFC 5280 4.1.2.4).
///
/// A pair is an attribute type with its value, for example "country" with "DE". Most sets have only
/// one pair. The sets are in the order of the certificate.
package struct DistinguishedName: Hashable, Sendable {
  /// The type and the value of one attribute in a name, for example a common name.
  package struct Pair: Hashable, Sendable {
    package let type: OID
    package let tag: DERTag
    /// The content of the DER element of the value.
    package let value: [UInt8]

    /// The value as text for the user; empty if the value is empty.
    package var text: String { DirectoryText.text(tag, value) }
  }

  /// The sets of pairs, each of which has at least one pair.
  package let sets: [[Pair]]

  /// The pairs of all sets, set by set.
  package var pairs: [Pair] { sets.flatMap(\.self) }

  /// Reads a name from the content of its DER element.
  ///
  /// - Throws: an error if a set is empty or malformed, or if a pair is not a type with a value.
  init(content: Range<Int>, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(content)
    var sets: [[Pair]] = []
    while !walk.isAtEnd {
      var elements = DERWalk(try walk.next(.set, bytes))
      var pairs: [Pair] = []
      repeat {
        pairs.append(try Pair(elements.next(.sequence, bytes), bytes))
      } while !elements
        .isAtEnd
      sets.append(pairs)
    }
    self.sets = sets
  }

  /// Reads a name from its DER element.
  ///
  /// Returns nil if the bytes are not exactly one name.
  package init?(_ bytes: [UInt8]) {
    let span = bytes.span
    var walk = DERWalk(span)
    guard let whole = try? walk.next(.sequence, span), walk.isAtEnd,
      let name = try? DistinguishedName(content: whole.content, span)
    else { return nil }
    self = name
  }

  /// The normalized content in which names are stored and compared (Specification/certificates.md,
  /// "Normalised names").
  ///
  /// The DER header of the name is left out.
  package var normalizedContent: [UInt8] {
    var result: [UInt8] = []
    for set in sets { result += DERWriter.element(.set, set.flatMap(\.normalized)) }
    return result
  }

  /// The normalized name as a SEQUENCE in DER, including its header.
  package var normalizedSequence: [UInt8] { DERWriter.element(.sequence, normalizedContent) }
}

extension DistinguishedName.Pair {
  private static let printable = DERTag(rawValue: 0x13)

  fileprivate init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    type = try walk.next(.objectIdentifier, bytes).objectIdentifier(bytes)
    let content = try walk.next(bytes)
    try walk.finish()
    tag = content.tag
    value = bytes.array(content.content)
  }

  /// The DER element of the normalized pair.
  ///
  /// In a PrintableString, letters become capitals, runs of blanks become one blank, and blanks at
  /// the ends are removed. Other values stay unchanged.
  fileprivate var normalized: [UInt8] {
    DERWriter.sequence([
      DERWriter.element(.objectIdentifier, type.content),
      DERWriter.element(tag, tag == Self.printable ? Self.folded(value) : value),
    ])
  }

  private static func folded(_ text: [UInt8]) -> [UInt8] {
    let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return words.joined(separator: [UInt8(ascii: " ")]).map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
  }
}

extension Certificate {
  /// The DER element of the issuer's name, copied from the certificate.
  ///
  /// The content of the element may be malformed, so that it is not a valid name.
  package var encodedIssuer: [UInt8] {
    DERWriter.element(.sequence, bytes.span.array(issuerContent))
  }

  /// The issuer's name, or nil if the issuer field is not a valid name.
  package var issuer: DistinguishedName? {
    try? DistinguishedName(content: issuerContent, bytes.span)
  }

  /// The subject's name, which may be empty, or nil if the subject field is not a valid name.
  package var subject: DistinguishedName? {
    try? DistinguishedName(content: subjectContent, bytes.span)
  }
}
