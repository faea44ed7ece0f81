// SPDX-License-Identifier: Apache-2.0

/// Reads consecutive DER elements, and accepts only the encoding that DER allows for a value (X.690
/// 10, 11).
///
/// A walk stores positions, not bytes, so that secrets are not copied. The functions that read
/// elements therefore take the bytes as a parameter.
package struct DERWalk: Sendable {
  private var position: Int
  private let end: Int

  /// Creates a walk over all elements in the bytes.
  package init(_ bytes: Span<UInt8>) { self.init(0..<bytes.count) }

  /// Creates a walk over the elements in the content of an element.
  package init(_ element: DERElement) { self.init(element.content) }

  /// Creates a walk over the elements in a range of the bytes.
  package init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// True if all elements have been read.
  package var isAtEnd: Bool { position == end }

  /// Returns the tag of the next element without reading the element, or nil at the end.
  package func peek(_ bytes: Span<UInt8>) -> DERTag? {
    isAtEnd ? nil : DERTag(rawValue: bytes[position])
  }

  /// Reads the next element, which may have any tag.
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

  /// Reads the next element, which must have the given tag.
  package mutating func next(
    _ tag: DERTag, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> DERElement {
    guard let found = peek(bytes) else { throw .cut }
    guard found == tag else { throw .tag }
    return try next(bytes)
  }

  /// Reads the next element if it has the given tag.
  ///
  /// Otherwise returns nil and reads nothing.
  package mutating func nextIfPresent(
    _ tag: DERTag, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> DERElement? {
    peek(bytes) == tag ? try next(bytes) : nil
  }

  /// Checks that all elements have been read.
  ///
  /// - Throws: `leftOver` if there are more bytes.
  package func finish() throws(DERFailure) {
    guard isAtEnd else { throw .leftOver }
  }

  /// Reads the length of an element, and returns the length with the number of bytes that encode
  /// it.
  ///
  /// A length below 128 must be encoded in one byte. A larger length must be encoded in as few
  /// bytes as possible.
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
  /// Returns the byte range of the big-endian number in an INTEGER element that is not negative.
  ///
  /// A leading zero byte, which only says that the number is not negative, is left out. The range
  /// is never empty, because the number 0 has one byte.
  ///
  /// - Throws: `content` if the number is negative or has superfluous leading bytes.
  package func unsignedInteger(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .integer else { throw .tag }
    guard let first = content.first, bytes[first] < 0x80 else { throw .content }
    guard bytes[first] == 0, content.count > 1 else { return content }
    guard bytes[first + 1] >= 0x80 else { throw .content }
    return first + 1..<content.upperBound
  }

  /// Returns the byte range of the bits of a BIT STRING element without unused bits.
  ///
  /// - Throws: `content` if the BIT STRING has unused bits.
  package func wholeBits(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .bitString else { throw .tag }
    guard let first = content.first, bytes[first] == 0 else { throw .content }
    return first + 1..<content.upperBound
  }
}
