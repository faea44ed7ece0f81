// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
package import SecureMemory

/// A text with PEM blocks (Specification/certificates.md, "PEM files").
///
/// The text is read by Latchkey's own rules, not by OpenSSL's. Text around the blocks is ignored,
/// whatever its encoding is (RFC 7468 2).
package struct PEMText: Sendable {
  /// The greatest number of blocks that are read.
  ///
  /// Certificate stores of Linux systems have about a hundred and fifty blocks.
  private static let most = 4096
  private static let mostBytes = 16 << 20

  /// The blocks whose content may be a key or certificate, in the order of the text.
  ///
  /// If a block with a known label is malformed, reading ends at this block. The blocks after it
  /// are then missing.
  package let blocks: [PEMBlock]
  /// The labels of the blocks that are left out, because a keychain cannot store their content.
  ///
  /// These include malformed blocks whose labels are unknown.
  package let skipped: [String]
  /// True if a block is malformed, for example because its body is not base64.
  package let hasMalformed: Bool
  /// The number of the malformed block at which the reading ended, counted from 1.
  ///
  /// Nil if all blocks were read.
  package let end: Int?

  /// Reads the PEM blocks of a text.
  ///
  /// Returns nil if the bytes are not PEM: no line begins a block, and the text as a whole is not
  /// base64 either. Also returns nil if the bytes are an element of DER or BER, because signed data
  /// may contain text with PEM blocks.
  ///
  /// - Throws: `excessive` if the text is longer, or has more blocks, than the limits of this type
  ///   allow.
  package init?(_ text: SecretBytes) throws(FormatFailure) {
    let (isPlain, isElement) = text.withBytes { (Self.isText($0), Self.isElement($0)) }
    guard isPlain || !isElement else { return nil }
    // The size is checked before any line is read: a larger text is useless, and may not be PEM.
    guard text.count <= Self.mostBytes else {
      guard isPlain else { return nil }
      throw .excessive
    }
    var reader = Reader(text: text, isPlain: isPlain)
    let first = reader.nextBegin()
    guard isPlain || first != nil else { return nil }
    guard let first else {
      guard let content = Base64.decode(text) else { return nil }
      blocks = [PEMBlock(kind: .unknown, label: "", parameters: [], content: content)]
      (skipped, self.hasMalformed, end) = ([], false, nil)
      return
    }
    var (found, others): ([PEMBlock], [String]) = ([], [])
    var begin: Range<Int>? = first
    var hasMalformed = false
    var end: Int?
    reading: while let line = begin {
      guard found.count + others.count < Self.most else { throw .excessive }
      switch reader.block(line) {
      case .block(let block): found.append(block)
      case .other(let label, let isMalformed):
        others.append(label)
        hasMalformed = hasMalformed || isMalformed
      case .malformed:
        hasMalformed = true
        end = found.count + others.count + 1
        break reading
      }
      begin = reader.nextBegin()
    }
    (blocks, skipped, self.hasMalformed, self.end) = (found, others, hasMalformed, end)
  }

  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    var hasInk = false
    for place in bytes.indices where !bytes[place].isWhiteSpace {
      guard (0x21...0x7e).contains(bytes[place]) else { return false }
      hasInk = true
    }
    return hasInk
  }

  /// True if the bytes look like one SEQUENCE of DER or BER.
  ///
  /// Only the length of the SEQUENCE is checked.
  private static func isElement(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 2, bytes[0] == 0x30 else { return false }
    // The length is indefinite. No text in use begins with these two bytes.
    guard bytes[1] != 0x80 else { return true }
    var (length, header) = (Int(bytes[1]), 2)
    if length > 0x80 {
      header += length & 0x7f
      guard header <= min(bytes.count, 10) else { return false }
      length = (2..<header).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
    return length == bytes.count - header
  }

  /// Reads a text line by line and finds PEM blocks.
  ///
  /// Lines end with a line feed, a carriage return, or a carriage return followed by a line feed.
  private struct Reader {
    private static let begin = Array("-----BEGIN".utf8)
    private static let end = Array("-----END".utf8)
    /// The greatest number of bytes of a line that are converted into a string.
    ///
    /// The first lines of blocks (`-----BEGIN …`) and the parameters, such as `DEK-Info`, are
    /// shorter in all files in use.
    private static let longest = 1024
    /// The byte order mark that some editors put before a text in UTF-8.
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// A block of the text, or the reason why the block is left out.
    enum Part {
      case block(PEMBlock)
      /// A block whose content a keychain cannot store, with the label of the block.
      ///
      /// If `isMalformed` is true, `PEMKind` does not know the label, and the body of the block is
      /// not base64.
      case other(String, isMalformed: Bool)
      /// A block with a known label that is damaged, for example because its body is not base64.
      case malformed
    }

    let text: SecretBytes
    /// True if all bytes of the text are printable ASCII or white space.
    ///
    /// If true, a block may begin in the middle of a line. If false, only a byte order mark and
    /// blanks may precede the block in its line.
    let isPlain: Bool
    var position = 0

    init(text: SecretBytes, isPlain: Bool) {
      (self.text, self.isPlain) = (text, isPlain)
    }

    /// Skips to the next block, and returns the rest of the line in which it begins.
    ///
    /// The returned range starts at the hyphens. Returns nil if there is no further block.
    mutating func nextBegin() -> Range<Int>? {
      while let line = nextLine() {
        if let start = place(ofFirstWordsIn: line) { return start..<line.upperBound }
      }
      return nil
    }

    /// Returns the position in the text of the `-----BEGIN` in a line.
    ///
    /// Returns nil if no block begins in the line.
    private func place(ofFirstWordsIn line: Range<Int>) -> Int? {
      place(of: Self.begin, in: isPlain ? line : start(of: line))
    }

    /// Returns the part of a line in which `-----BEGIN` may stand.
    ///
    /// This function is for a text that is not plain: not all its bytes are printable ASCII or
    /// white space. The part starts after a byte order mark and blanks. Concatenated files may have
    /// byte order marks at any line.
    private func start(of line: Range<Int>) -> Range<Int> {
      text.withBytes { bytes in
        var start = line.lowerBound
        if line.count >= Self.mark.count,
          Self.mark.indices.allSatisfy({ bytes[line.lowerBound + $0] == Self.mark[$0] })
        {
          start += Self.mark.count
        }
        while start < line.upperBound, bytes[start].isWhiteSpace { start += 1 }
        return start..<min(start + Self.begin.count, line.upperBound)
      }
    }

    /// Reads a block after its first line, up to its last line.
    ///
    /// Without a last line, the block ends at the end of the text. If the label is unknown, or a
    /// keychain cannot store the content, the block also ends before the first line of another
    /// block. The other block is then read as a block and not as part of this block (RFC 7468 2).
    mutating func block(_ firstLine: Range<Int>) -> Part {
      let first = string(firstLine)
      let kind = PEMKind(firstLine: first)
      let isKnown = kind != .other && kind != .unknown
      guard !isKnown || firstLine.count <= Self.longest else { return .malformed }
      var parameters: [String] = []
      var body: Range<Int>?
      while let line = nextLine() {
        if place(of: Self.end, in: line) != nil { break }
        if !isKnown, place(ofFirstWordsIn: line) != nil {
          position = line.lowerBound
          break
        }
        if body == nil, contains(UInt8(ascii: ":"), line) {
          let isUsual = parameters.count < 16 && line.count <= Self.longest
          guard isUsual || !isKnown else { return .malformed }
          if isUsual { parameters.append(string(line)) }
        } else if !line.isEmpty {
          body = (body?.lowerBound ?? line.lowerBound)..<line.upperBound
        }
      }
      let label = Self.label(first)
      guard kind != .other else { return .other(label, isMalformed: false) }
      guard let body, let content = Base64.decode(text.slice(body)) else {
        return isKnown ? .malformed : .other(label, isMalformed: true)
      }
      return .block(
        PEMBlock(kind: kind, label: label, parameters: parameters, content: content))
    }

    /// Returns the label in a first line, without the hyphens and shortened for display.
    private static func label(_ line: String) -> String {
      let words = line.dropFirst(begin.count).drop { $0 == " " }
      var label = words[...]
      while label.last == "-" || label.last == " " { label.removeLast() }
      return String(label.prefix(64))
    }

    /// Returns the next line without its line end, or nil after the last line.
    private mutating func nextLine() -> Range<Int>? {
      guard position < text.count else { return nil }
      let start = position
      let stop = text.withBytes { bytes in
        var place = start
        while place < bytes.count, bytes[place] != 0x0a, bytes[place] != 0x0d { place += 1 }
        return place
      }
      position = stop + 1
      return start..<stop
    }

    private func place(of mark: [UInt8], in line: Range<Int>) -> Int? {
      guard line.count >= mark.count else { return nil }
      return text.withBytes { bytes in
        (line.lowerBound...line.upperBound - mark.count).first { start in
          mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
        }
      }
    }

    private func contains(_ byte: UInt8, _ line: Range<Int>) -> Bool {
      text.withBytes { bytes in line.contains { bytes[$0] == byte } }
    }

    /// Returns a line as a string, cut off if the line is too long.
    private func string(_ line: Range<Int>) -> String {
      let part = line.lowerBound..<min(line.upperBound, line.lowerBound + Self.longest)
      return text.withBytes { bytes in String(decoding: bytes.array(part), as: UTF8.self) }
    }
  }
}
