// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Cuts the text of a requirement into tokens.
struct RequirementLexer {
  private let text: [UInt8]
  private var position = 0

  private init(_ text: [UInt8]) { self.text = text }

  /// Returns the tokens of a text; the last token is `end`.
  static func tokens(of text: [UInt8]) throws(RequirementTextFailure) -> [RequirementToken] {
    var lexer = RequirementLexer(text)
    var tokens: [RequirementToken] = []
    repeat {
      try lexer.skipBlanks()
      let place = lexer.position
      tokens.append(RequirementToken(content: try lexer.next(), place: place))
    } while tokens.last?.content != .end
    return tokens
  }

  private func failure(_ reason: RequirementTextFailure.Reason, at place: Int)
    -> RequirementTextFailure
  {
    RequirementTextFailure(at: place, in: text, reason)
  }

  private mutating func next() throws(RequirementTextFailure) -> RequirementToken.Content {
    guard position < text.count else { return .end }
    let start = position
    let byte = text[position]
    if byte == UInt8(ascii: "\"") { return .quoted(try quoted()) }
    if Self.isWordByte(byte) {
      let run = text[position...].prefix(while: Self.isWordByte)
      position = run.endIndex
      if run.elementsEqual("H".utf8), position < text.count, text[position] == UInt8(ascii: "\"") {
        return .hash(try bytes(of: quoted()[...], from: start))
      }
      if run.starts(with: "0x".utf8) {
        return .hexadecimal(try bytes(of: run.dropFirst(2), from: start))
      }
      return .word(Array(run))
    }
    let pair = Array(text[position...].prefix(2))
    for sign in Self.signs where pair.starts(with: sign) {
      position += sign.count
      return .sign(sign)
    }
    throw failure(.character, at: start)
  }

  /// The signs of the requirement language, longer signs first, so that `<=` is not read as `<`.
  private static let signs = [
    "==", "<=", ">=", "=", "<", ">", "~", "*", "!", "(", ")", "[", "]", "-",
  ].map { Array($0.utf8) }

  /// Reads a text in quotes, and returns it without the quotes.
  ///
  /// A backslash is left out, and the byte after it is taken literally. The text can therefore have
  /// quotes and backslashes.
  private mutating func quoted() throws(RequirementTextFailure) -> [UInt8] {
    let start = position
    var content: [UInt8] = []
    position += 1
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return content }
      if byte == UInt8(ascii: "\\"), position < text.count {
        content.append(text[position])
        position += 1
      } else {
        content.append(byte)
      }
    }
    throw failure(.unclosedText, at: start)
  }

  private func bytes(
    of digits: ArraySlice<UInt8>, from place: Int
  ) throws(RequirementTextFailure) -> [UInt8] {
    guard digits.count.isMultiple(of: 2), let bytes = HexText.bytes(Array(digits)) else {
      throw failure(.hash, at: place)
    }
    return bytes
  }

  /// Skips white space, and comments: from `#` or `//` to the end of the line, or in `/* */`.
  private mutating func skipBlanks() throws(RequirementTextFailure) {
    while position < text.count {
      let start = position
      let rest = text[position...]
      if " \t\r\n".utf8.contains(rest[position]) {
        position += 1
      } else if rest.starts(with: "#".utf8) || rest.starts(with: "//".utf8) {
        position = rest.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      } else if rest.starts(with: "/*".utf8) {
        position += 2
        while !text[position...].starts(with: "*/".utf8) {
          guard position < text.count else { throw failure(.unclosedComment, at: start) }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: ".")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
