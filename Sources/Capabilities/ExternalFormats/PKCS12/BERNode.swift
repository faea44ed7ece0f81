// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// An element of BER (X.690 8), the encoding that PKCS#12 files may use.
///
/// BER allows indefinite lengths, lengths with more bytes than necessary, and strings in several
/// pieces. A file is converted into DER before any other code reads it. The conversion does not
/// change values.
struct BERNode {
  /// The greatest depth of nested elements that is read.
  ///
  /// Files in use are less deep.
  private static let deepest = 32
  /// The greatest number of elements that are read in a file.
  ///
  /// Files in use have less than a tenth of this number.
  private static let most = 200_000

  private let tag: UInt8
  private let content: Content
  /// The size of the content in DER, in bytes.
  private let count: Int

  private enum Content {
    case bytes(Range<Int>)
    case elements([BERNode])
    /// A string that BER splits into several pieces.
    case pieces([Range<Int>])
  }

  /// Converts an element from BER into DER.
  ///
  /// The bytes must be exactly one element, with nothing after it.
  ///
  /// - Throws: `excessive` if the element is too deeply nested or has too many elements;
  ///   `malformed` if the bytes are not BER.
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

  /// The size of the whole element in DER, in bytes.
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

  /// Reads BER elements one after another.
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
      // The element is an OCTET STRING in pieces. Encrypted content of PKCS#7 has another tag, and
      // `EncryptedContent` joins its pieces.
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

    /// Reads the elements in the content of an element.
    ///
    /// A content of indefinite length ends with two zero bytes.
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

    /// Reads the length of an element's content, which is at most the number of remaining bytes.
    ///
    /// Returns nil for an indefinite length.
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
