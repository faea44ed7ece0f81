// SPDX-License-Identifier: Apache-2.0

/// The name of an issuer or a subject: sets of pairs, in the order in which they stand
/// (RFC 5280 4.1.2.4).
package struct DistinguishedName: Hashable, Sendable {
  /// A type and its value.
  package struct Pair: Hashable, Sendable {
    package let type: OID
    package let tag: DERTag
    /// The content of the value's element.
    package let value: [UInt8]

    /// The value for people; empty for a value of nothing.
    package var text: String { DirectoryText.text(tag, value) }
  }

  /// Each has at least one pair.
  package let sets: [[Pair]]

  /// All pairs, one set after the other.
  package var pairs: [Pair] { sets.flatMap(\.self) }

  /// Reads the content of a name.
  ///
  /// - Throws: where a set is none or empty, or a pair is no type with a value.
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

  /// A name with its header; nil for bytes that are none, or more than one.
  package init?(_ bytes: [UInt8]) {
    let span = bytes.span
    var walk = DERWalk(span)
    guard let whole = try? walk.next(.sequence, span), walk.isAtEnd,
      let name = try? DistinguishedName(content: whole.content, span)
    else { return nil }
    self = name
  }

  /// The form in which names are stored and compared, without a header (spec/certificates.md 2.6).
  package var normalizedContent: [UInt8] {
    var result: [UInt8] = []
    for set in sets { result += DERWriter.element(.set, set.flatMap(\.normalized)) }
    return result
  }

  /// The same with the header.
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

  /// In values of one string type capitals, single blanks inside and none at the ends; all other
  /// values as they are.
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
  /// The issuer's name as it is written, with its header, whether it is one or not.
  package var encodedIssuer: [UInt8] {
    DERWriter.element(.sequence, bytes.span.array(issuerContent))
  }

  /// The issuer's name; nil where it is none.
  package var issuer: DistinguishedName? {
    try? DistinguishedName(content: issuerContent, bytes.span)
  }

  /// The subject's name, perhaps without a pair; nil where it is none.
  package var subject: DistinguishedName? {
    try? DistinguishedName(content: subjectContent, bytes.span)
  }
}
