// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import SecureMemory

/// A text of PEM blocks, by rules of our own and not those of OpenSSL (spec/certificates.md 5.3).
///
/// Text around the blocks is passed over, in any encoding (RFC 7468 2).
package struct PEMText: Sendable {
  /// Blocks of a text; certificate stores of systems have a hundred and fifty.
  private static let most = 4096
  private static let mostBytes = 16 << 20

  /// The blocks in the order of the text, without those of no use.
  ///
  /// A malformed block with a known label ends the reading.
  package let blocks: [PEMBlock]
  /// The labels of blocks that hold nothing that a keychain does.
  package let skipped: [String]
  /// Whether a block was malformed: without a body, or not in base64.
  package let hasMalformed: Bool
  /// The place of the block that ended the reading, counted from 1; nil where all were read.
  package let end: Int?

  /// Reads a text.
  ///
  /// Nil for other bytes: no line begins a block and they are no base64, or they are one element of
  /// DER or BER, which may hold a text as signed data do.
  ///
  /// - Throws: `excessive` for more text or blocks than any file of use has.
  package init?(_ text: SecretBytes) throws(FormatFailure) {
    let (isPlain, isElement) = text.withBytes { (Self.isText($0), Self.isElement($0)) }
    guard isPlain || !isElement else { return nil }
    // Before any line is looked at: more than this is no text of use, and may be something else.
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
    for place in bytes.indices where !bytes[place].isPEMSpace {
      guard (0x21...0x7e).contains(bytes[place]) else { return false }
      hasInk = true
    }
    return hasInk
  }

  /// Whether the bytes are one SEQUENCE of DER or BER, by its length alone.
  private static func isElement(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 2, bytes[0] == 0x30 else { return false }
    // A length that is not given: no text in use begins so.
    guard bytes[1] != 0x80 else { return true }
    var (length, header) = (Int(bytes[1]), 2)
    if length > 0x80 {
      header += length & 0x7f
      guard header <= min(bytes.count, 10) else { return false }
      length = (2..<header).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
    return length == bytes.count - header
  }

  /// Goes through the lines; ends of them are line feeds, carriage returns or both.
  private struct Reader {
    private static let begin = Array("-----BEGIN".utf8)
    private static let end = Array("-----END".utf8)
    /// No first line or parameter in use is as long; more of a line is never looked at as words.
    private static let longest = 1024
    /// What some editors put in front of a text in UTF-8.
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The outcome of reading a block behind its first line.
    enum Part {
      case block(PEMBlock)
      /// A block of no use, with its label: it holds nothing for a keychain, or its label is
      /// unknown and its body is not base64.
      case other(String, isMalformed: Bool)
      /// A block that should be of use, and is damaged, as without a body in base64.
      case malformed
    }

    let text: SecretBytes
    /// Whether all bytes are text, so that a block may begin behind other words of a line.
    let isPlain: Bool
    var position = 0

    init(text: SecretBytes, isPlain: Bool) {
      (self.text, self.isPlain) = (text, isPlain)
    }

    /// The line that begins the next block, from the hyphens on; what is in front is skipped.
    mutating func nextBegin() -> Range<Int>? {
      while let line = nextLine() {
        if let start = place(ofFirstWordsIn: line) { return start..<line.upperBound }
      }
      return nil
    }

    /// Where in a line a block begins; nil for a line that begins none.
    private func place(ofFirstWordsIn line: Range<Int>) -> Int? {
      place(of: Self.begin, in: isPlain ? line : start(of: line))
    }

    /// The part of a line that may be the words of a first line, behind an editor's mark and
    /// blanks.
    ///
    /// Files that were put behind each other keep their marks.
    private func start(of line: Range<Int>) -> Range<Int> {
      text.withBytes { bytes in
        var start = line.lowerBound
        if line.count >= Self.mark.count,
          Self.mark.indices.allSatisfy({ bytes[line.lowerBound + $0] == Self.mark[$0] })
        {
          start += Self.mark.count
        }
        while start < line.upperBound, bytes[start].isPEMSpace { start += 1 }
        return start..<min(start + Self.begin.count, line.upperBound)
      }
    }

    /// The block behind its first line: to its last, or to the end where it has none.
    ///
    /// One that we know nothing of also ends before the next first line, so that it takes no other
    /// block with it (RFC 7468 2).
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

    /// What a first line says between its hyphens, to be shown.
    private static func label(_ line: String) -> String {
      let words = line.dropFirst(begin.count).drop { $0 == " " }
      var label = words[...]
      while label.last == "-" || label.last == " " { label.removeLast() }
      return String(label.prefix(64))
    }

    /// The next line without its end; nil behind the last.
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

    /// A line, or its beginning where it is too long.
    private func string(_ line: Range<Int>) -> String {
      let part = line.lowerBound..<min(line.upperBound, line.lowerBound + Self.longest)
      return text.withBytes { bytes in String(decoding: bytes.array(part), as: UTF8.self) }
    }
  }
}

/// A block of PEM: what its first line says, its parameters, and the bytes.
package struct PEMBlock: Sendable {
  package let kind: PEMKind
  /// What the first line says, between the hyphens; empty for a text without one.
  package let label: String
  /// Lines with a colon in front of the text: `Proc-Type`, `DEK-Info`.
  package let parameters: [String]
  package let content: SecretBytes

  /// Whether it is encrypted as OpenSSL did before PKCS#8: a parameter says so.
  package var isEncrypted: Bool { parameters.contains { $0.containsText("ENCRYPTED") } }

  /// The value of a parameter; nil where it is not there.
  func parameter(_ name: String) -> String? {
    guard let line = parameters.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
    return String(line.dropFirst(name.count + 1).drop { $0 == " " })
  }
}

extension PEMBlock {
  /// A block as text: 64 columns, with line feeds.
  ///
  /// - Parameter parameters: whole lines, behind which an empty one follows.
  package static func text(
    _ label: String, _ content: SecretBytes, parameters: [String] = []
  ) -> SecretBytes {
    let lines = parameters.map { $0 + "\n" }.joined() + (parameters.isEmpty ? "" : "\n")
    return SecretBytes(joining: [
      SecretBytes(copying: Array("-----BEGIN \(label)-----\n\(lines)".utf8)),
      Base64.encode(content), SecretBytes(copying: Array("-----END \(label)-----\n".utf8)),
    ])
  }
}
