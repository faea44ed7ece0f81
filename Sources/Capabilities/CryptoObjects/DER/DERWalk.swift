// SPDX-License-Identifier: Apache-2.0

/// Goes through DER elements that lie behind each other, strictly: one encoding for each value
/// (X.690 10, 11).
///
/// It keeps places, not bytes, so that secrets are read where they lie; each step is given the
/// bytes anew.
package struct DERWalk: Sendable {
  private var position: Int
  private let end: Int

  /// Over all bytes.
  package init(_ bytes: Span<UInt8>) { self.init(0..<bytes.count) }

  /// Over the content of an element.
  package init(_ element: DERElement) { self.init(element.content) }

  /// Over a part of the bytes.
  package init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { position == end }

  /// The tag of the next element; nil at the end.
  package func peek(_ bytes: Span<UInt8>) -> DERTag? {
    isAtEnd ? nil : DERTag(rawValue: bytes[position])
  }

  /// The next element, whatever it is.
  package mutating func next(_ bytes: Span<UInt8>) throws(DERFailure) -> DERElement {
    let start = position
    guard end - start >= 2 else { throw .cut }
    let tag = bytes[start]
    guard tag & 0x1f != 0x1f else { throw .tag }
    let (length, header) = try Self.length(bytes, at: start + 1, before: end)
    let content = start + 1 + header
    guard length <= end - content else { throw .cut }
    position = content + length
    return DERElement(
      tag: DERTag(rawValue: tag), content: content..<position, whole: start..<position)
  }

  /// The next element, which has to have a tag.
  package mutating func next(
    _ tag: DERTag, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> DERElement {
    guard let found = peek(bytes) else { throw .cut }
    guard found == tag else { throw .tag }
    return try next(bytes)
  }

  /// The next element if it has a tag; else nothing is taken.
  package mutating func nextIfPresent(
    _ tag: DERTag, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> DERElement? {
    peek(bytes) == tag ? try next(bytes) : nil
  }

  /// Whether nothing is left, or `leftOver`.
  package func finish() throws(DERFailure) {
    guard isAtEnd else { throw .leftOver }
  }

  /// A length and the bytes it takes: short below 128, else as few bytes as can hold it.
  private static func length(
    _ bytes: Span<UInt8>, at place: Int, before end: Int
  ) throws(DERFailure) -> (length: Int, header: Int) {
    let first = bytes[place]
    guard first >= 0x80 else { return (Int(first), 1) }
    let count = Int(first & 0x7f)
    guard count >= 1, count <= 4 else { throw .length }
    guard end - place > count else { throw .cut }
    var length = 0
    for index in 1...count { length = length << 8 | Int(bytes[place + index]) }
    guard length >= 0x80, count == 1 || length >> (8 * (count - 1)) != 0 else { throw .length }
    return (length, 1 + count)
  }
}

extension DERElement {
  /// Where the digits of an INTEGER that is not negative lie, without the zero byte in front; an
  /// empty range is never given, zero has one digit.
  ///
  /// - Throws: `content` for a negative or padded number.
  package func unsignedInteger(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .integer else { throw .tag }
    guard let first = content.first, bytes[first] < 0x80 else { throw .content }
    guard bytes[first] == 0, content.count > 1 else { return content }
    guard bytes[first + 1] >= 0x80 else { throw .content }
    return first + 1..<content.upperBound
  }

  /// Where the bytes of a BIT STRING of whole bytes lie.
  ///
  /// - Throws: `content` where it has unused bits.
  package func wholeBits(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .bitString else { throw .tag }
    guard let first = content.first, bytes[first] == 0 else { throw .content }
    return first + 1..<content.upperBound
  }
}

/// The elements of a SEQUENCE that fills some bytes.
enum DERList {
  static func elements<Value>(
    _ bytes: [UInt8],
    _ read: (DERElement, Span<UInt8>) throws(DERFailure) -> Value
  ) throws(DERFailure) -> [Value] {
    let span = bytes.span
    var outside = DERWalk(span)
    var walk = DERWalk(try outside.next(.sequence, span))
    try outside.finish()
    var result: [Value] = []
    while !walk.isAtEnd { result.append(try read(walk.next(span), span)) }
    return result
  }
}
