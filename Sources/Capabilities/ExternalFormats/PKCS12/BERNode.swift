// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// An element of BER (X.690 8), in which PKCS#12 may be written: lengths that are not given, or
/// longer than needed, and strings in pieces.
///
/// It is brought into DER before anything else reads it; values are left as they are.
struct BERNode {
  /// No file in use is nested deeper.
  private static let deepest = 32
  /// Elements of a file; none in use has a tenth of that.
  private static let most = 200_000

  private let tag: UInt8
  private let content: Content
  /// Bytes of the content in DER.
  private let count: Int

  private enum Content {
    case bytes(Range<Int>)
    case elements([BERNode])
    /// A string in pieces.
    case pieces([Range<Int>])
  }

  /// The bytes in DER; they hold one element and nothing behind it.
  ///
  /// - Throws: `excessive` beyond the limits above.
  static func distinguished(_ bytes: SecretBytes) throws(FormatFailure) -> SecretBytes {
    let node = try bytes.withBytes { (span) throws(FormatFailure) in
      var reader = Reader(end: span.count)
      let node = try reader.node(span, depth: 0)
      guard reader.position == span.count else { throw .malformed }
      return node
    }
    return SecretBytes(count: node.size) { (output: inout MutableSpan<UInt8>) in
      bytes.withBytes { span in
        var place = 0
        node.write(span, to: &output, &place)
      }
    }
  }

  /// Bytes of the element in DER.
  private var size: Int {
    DERWriter.header(DERTag(rawValue: tag), count: count).count + count
  }

  private func write(
    _ bytes: Span<UInt8>, to output: inout MutableSpan<UInt8>, _ place: inout Int
  ) {
    for byte in DERWriter.header(DERTag(rawValue: tag), count: count) {
      output[place] = byte
      place += 1
    }
    switch content {
    case .bytes(let range): Self.copy(range, bytes, to: &output, &place)
    case .pieces(let ranges):
      for range in ranges { Self.copy(range, bytes, to: &output, &place) }
    case .elements(let elements):
      for element in elements { element.write(bytes, to: &output, &place) }
    }
  }

  private static func copy(
    _ range: Range<Int>, _ bytes: Span<UInt8>, to output: inout MutableSpan<UInt8>,
    _ place: inout Int
  ) {
    for index in range {
      output[place] = bytes[index]
      place += 1
    }
  }

  /// Goes through the bytes.
  private struct Reader {
    var position = 0
    var end: Int
    var made = 0

    mutating func node(_ bytes: Span<UInt8>, depth: Int) throws(FormatFailure) -> BERNode {
      made += 1
      guard depth <= deepest, made <= most else { throw .excessive }
      let tag = try byte(bytes)
      guard tag & 0x1f != 0x1f else { throw .malformed }
      let length = try length(bytes)
      guard tag & 0x20 != 0 else {
        guard let length else { throw .malformed }
        let range = position..<position + length
        position += length
        return BERNode(tag: tag, content: .bytes(range), count: length)
      }
      let elements = try elements(bytes, length, depth: depth)
      // An OCTET STRING in pieces, also in the tag that PKCS#7 gives an encrypted content.
      guard tag == 0x24 else {
        let count = elements.reduce(0) { $0 + $1.size }
        return BERNode(tag: tag, content: .elements(elements), count: count)
      }
      var pieces: [Range<Int>] = []
      for element in elements {
        guard element.tag == 0x04 else { throw .malformed }
        switch element.content {
        case .bytes(let range): pieces.append(range)
        case .pieces(let ranges): pieces += ranges
        case .elements: throw .malformed
        }
      }
      let count = pieces.reduce(0) { $0 + $1.count }
      return BERNode(tag: 0x04, content: .pieces(pieces), count: count)
    }

    /// The elements of a content, whose end is marked by two zeros where its length is not given.
    private mutating func elements(
      _ bytes: Span<UInt8>, _ length: Int?, depth: Int
    ) throws(FormatFailure) -> [BERNode] {
      let outside = end
      defer { end = outside }
      if let length { end = position + length }
      var elements: [BERNode] = []
      while true {
        if length != nil, position == end { return elements }
        if length == nil, position + 2 <= end, bytes[position] == 0, bytes[position + 1] == 0 {
          position += 2
          return elements
        }
        elements.append(try node(bytes, depth: depth + 1))
      }
    }

    private mutating func byte(_ bytes: Span<UInt8>) throws(FormatFailure) -> UInt8 {
      guard position < end else { throw .malformed }
      position += 1
      return bytes[position - 1]
    }

    /// Nil where it is not given; else no more than there is.
    private mutating func length(_ bytes: Span<UInt8>) throws(FormatFailure) -> Int? {
      let first = try byte(bytes)
      guard first != 0x80 else { return nil }
      var length = Int(first)
      if first > 0x80 {
        guard first <= 0x88 else { throw .malformed }
        length = 0
        for _ in 0..<Int(first & 0x7f) {
          guard length < 1 << 32 else { throw .malformed }
          length = length << 8 | Int(try byte(bytes))
        }
      }
      guard length <= end - position else { throw .malformed }
      return length
    }
  }
}
