// SPDX-License-Identifier: Apache-2.0

/// Replaces comments and string literals by blanks and keeps the line breaks.
///
/// It knows line comments, nested block comments, and literals with quotes of one or three, raw or
/// not. Code inside an interpolation is blanked with its literal.
struct CodeStripper {
  private enum Place: Equatable {
    case code
    case lineComment
    case blockComment(depth: Int)
    case literal(quotes: Int, hashes: Int)
  }

  private let text: [UInt8]
  private var index = 0
  private var place = Place.code
  private var output: [UInt8] = []

  static func strip(_ text: String) -> String {
    var stripper = CodeStripper(text: Array(text.utf8))
    stripper.run()
    return String(decoding: stripper.output, as: UTF8.self)
  }

  private init(text: [UInt8]) { self.text = text }

  private mutating func run() {
    while index < text.count {
      switch place {
      case .code: code()
      case .lineComment: if text[index] == newline { place = .code }
      case .blockComment(let depth): blockComment(depth)
      case .literal(let quotes, let hashes): literal(quotes, hashes)
      }
      guard index < text.count else { break }
      output.append(text[index] == newline || place == .code ? text[index] : space)
      index += 1
    }
  }

  private mutating func code() {
    if follows("//") {
      place = .lineComment
    } else if follows("/*") {
      place = .blockComment(depth: 1)
      skip(1)
    } else if text[index] == quote || text[index] == hash {
      var hashes = 0
      while index + hashes < text.count, text[index + hashes] == hash { hashes += 1 }
      guard index + hashes < text.count, text[index + hashes] == quote else { return }
      let quotes = follows("\"\"\"", after: hashes) ? 3 : 1
      place = .literal(quotes: quotes, hashes: hashes)
      skip(hashes + quotes - 1)
    }
  }

  private mutating func blockComment(_ depth: Int) {
    if follows("/*") {
      place = .blockComment(depth: depth + 1)
      skip(1)
    } else if follows("*/") {
      skip(2)
      place = depth == 1 ? .code : .blockComment(depth: depth - 1)
    }
  }

  private mutating func literal(_ quotes: Int, _ hashes: Int) {
    if hashes == 0, follows("\\") { return skip(1) }
    guard follows(String(repeating: "\"", count: quotes)) else { return }
    for offset in 0..<hashes where !follows("#", after: quotes + offset) { return }
    skip(quotes + hashes)
    place = .code
    // The next characters may open another literal or a comment.
    if index < text.count { code() }
  }

  /// Blanks `count` bytes, except line breaks.
  private mutating func skip(_ count: Int) {
    for _ in 0..<count where index < text.count {
      output.append(text[index] == newline ? newline : space)
      index += 1
    }
  }

  private func follows(_ word: String, after offset: Int = 0) -> Bool {
    // Most words differ in their first byte. This check runs at every byte of the project.
    guard index + offset < text.count, text[index + offset] == word.utf8.first else { return false }
    return text.dropFirst(index + offset).starts(with: word.utf8)
  }

  private let newline = UInt8(ascii: "\n")
  private let space = UInt8(ascii: " ")
  private let quote = UInt8(ascii: "\"")
  private let hash = UInt8(ascii: "#")
}
