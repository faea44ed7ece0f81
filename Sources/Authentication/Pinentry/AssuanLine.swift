// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// One line of a server.
enum AssuanLine {
  case done
  case refused(UInt32)
  case data(SecretBytes)
  case status(String)
  case comment
  case inquiry

  /// Reads a line without its end.
  ///
  /// - Throws: `garbled` where the first word is unknown, or an error has no number.
  init(_ line: SecretBytes) throws(AssuanError) {
    let words = Self.firstWord(of: line)
    switch words.first {
    case "OK": self = .done
    case "ERR":
      guard let code = Self.number(line, from: words.end) else { throw .garbled }
      self = .refused(code)
    case "D": self = .data(try AssuanText.decoded(line.slice(words.end..<line.count)))
    case "S": self = .status(Self.text(line.slice(words.end..<line.count)))
    case "INQUIRE": self = .inquiry
    default:
      guard words.first.hasPrefix("#") || line.isEmpty else { throw .garbled }
      self = .comment
    }
  }

  /// The word in front of the first space, and where the rest begins.
  ///
  /// What is longer than any word that we know is not looked at, and may be anything.
  private static func firstWord(of line: SecretBytes) -> (first: String, end: Int) {
    let longest = "INQUIRE".utf8.count
    return line.withBytes { bytes in
      var end = 0
      while end < min(bytes.count, longest), bytes[end] != UInt8(ascii: " ") { end += 1 }
      let word = String(decoding: (0..<end).map { bytes[$0] }, as: UTF8.self)
      return (word, min(end + 1, bytes.count))
    }
  }

  private static func number(_ line: SecretBytes, from start: Int) -> UInt32? {
    let text = text(line.slice(start..<line.count))
    return text.split(separator: " ").first.flatMap { UInt32($0) }
  }

  private static func text(_ line: SecretBytes) -> String {
    line.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
