// SPDX-License-Identifier: Apache-2.0

/// The first mistake in the text of a requirement.
package struct RequirementTextFailure: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case tooLong, tooDeep, unclosedText, unclosedComment, character, condition, surplus
    case text, key, number, path, hash, closing, identifier, moment, kind, wholeNumber
  }

  /// The number of the line with the mistake, counted from 1.
  package let line: Int
  /// The number of the character in the line at which the mistake begins, counted from 1.
  package let column: Int
  package let reason: Reason

  /// The place and the reason, for people: for example `column 14: a text is expected`.
  ///
  /// The line number is left out if the mistake is in the first line.
  package var description: String {
    (line == 1 ? "" : "line \(line), ") + "column \(column): \(reason.sentence)"
  }

  /// Makes a failure for the mistake at the byte offset `place` of a text.
  init(at place: Int, in text: [UInt8], _ reason: Reason) {
    let before = text.prefix(place)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes that continue a character of UTF-8 do not count.
    column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    self.reason = reason
  }
}

extension RequirementTextFailure.Reason {
  package var sentence: StaticString {
    switch self {
    case .tooLong: "a requirement has at most 4096 bytes"
    case .tooDeep: "more than 16 parentheses and ! are nested here"
    case .unclosedText: "this quote is not closed"
    case .unclosedComment: "this comment is not closed"
    case .character: "no requirement has this character here"
    case .condition: "a condition is expected, such as identifier \"NAME\""
    case .surplus: "and, or, or the end is expected"
    case .text: "a text is expected"
    case .key: "a key in brackets is expected"
    case .number: "a comparison is expected, such as = or >="
    case .path: "an absolute path is expected"
    case .hash: "a hash is expected: H\"...\" with 40 hexadecimal digits, or 64 after digest"
    case .closing: "a closing parenthesis is expected"
    case .identifier: "an object identifier is expected, such as 1.2.840.113635.100.6.1"
    case .moment: "a date is expected, as \"YYYYMMDDhhmmssZ\""
    case .kind: "one of claimed, measured and held is expected"
    case .wholeNumber: "a whole number is expected, not above 2147483647, or 2^64 - 1 after build"
    }
  }
}
