// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import SecureMemory

/// A text of PEM blocks, by rules of our own and not those of OpenSSL (spec/certificates.md 5.3).
package struct PEMText: Sendable {
  /// Blocks of a text; certificate stores of systems have a hundred and fifty.
  private static let most = 4096
  private static let mostBytes = 16 << 20

  /// In the order of the text, up to the first that is malformed.
  package let blocks: [PEMBlock]
  /// Whether one was malformed: without a body, or not in base64.
  package let isCutShort: Bool

  /// Reads a text; nil for bytes that are none: with others than ASCII, controls, or blank.
  ///
  /// - Throws: `excessive` for more text or blocks than any file of use has.
  package init?(_ text: SecretBytes) throws(FormatFailure) {
    var reader = Reader(text: text)
    guard text.withBytes({ Self.isText($0) }) else { return nil }
    guard text.count <= Self.mostBytes else { throw .excessive }
    guard let first = reader.nextBegin() else {
      guard let content = Base64.decode(text) else { return nil }
      blocks = [PEMBlock(kind: .unknown, parameters: [], content: content)]
      isCutShort = false
      return
    }
    var found: [PEMBlock] = []
    var begin: Range<Int>? = first
    while let line = begin {
      guard found.count < Self.most else { throw .excessive }
      guard let block = reader.block(line) else {
        (blocks, isCutShort) = (found, true)
        return
      }
      found.append(block)
      begin = reader.nextBegin()
    }
    (blocks, isCutShort) = (found, false)
  }

  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    var hasInk = false
    for place in bytes.indices where !bytes[place].isPEMSpace {
      guard (0x21...0x7e).contains(bytes[place]) else { return false }
      hasInk = true
    }
    return hasInk
  }

  /// Goes through the lines; ends of them are line feeds, carriage returns or both.
  private struct Reader {
    private static let begin = Array("-----BEGIN".utf8)
    private static let end = Array("-----END".utf8)
    /// No first line or parameter in use is as long.
    private static let longest = 1024

    let text: SecretBytes
    var position = 0

    /// The line that begins the next block, from the hyphens on; what is in front is skipped.
    mutating func nextBegin() -> Range<Int>? {
      while let line = nextLine() {
        guard let start = place(of: Self.begin, in: line) else { continue }
        return start..<line.upperBound
      }
      return nil
    }

    /// The block behind its first line: to its last, or to the end where it has none.
    mutating func block(_ firstLine: Range<Int>) -> PEMBlock? {
      guard let first = string(firstLine) else { return nil }
      var parameters: [String] = []
      var body: Range<Int>?
      while let line = nextLine() {
        if place(of: Self.end, in: line) != nil { break }
        if body == nil, contains(UInt8(ascii: ":"), line) {
          guard parameters.count < 16, let parameter = string(line) else { return nil }
          parameters.append(parameter)
        } else if !line.isEmpty {
          body = (body?.lowerBound ?? line.lowerBound)..<line.upperBound
        }
      }
      guard let body, let content = Base64.decode(text.slice(body)) else { return nil }
      return PEMBlock(
        kind: PEMKind(firstLine: first), parameters: parameters, content: content)
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

    private func string(_ line: Range<Int>) -> String? {
      guard line.count <= Self.longest else { return nil }
      return text.withBytes { bytes in String(decoding: bytes.array(line), as: UTF8.self) }
    }
  }
}
