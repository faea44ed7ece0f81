// SPDX-License-Identifier: Apache-2.0

/// A line of JSON without what is nested deeper than any record of ours: fields that nobody knows
/// may hold anything, and the parser gives up on much of it.
enum ShallowJSON {
  /// Ours are nested in four: a record, what was found, its fixes.
  static let deepest = 8

  /// The line, `null` in the place of each object or list that is too deep.
  static func cut(_ line: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in line {
      let isKept = depth <= deepest
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          if depth == deepest + 1 { result += Array("null".utf8) }
          if depth > deepest { continue }
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      if isKept { result.append(byte) }
    }
    return result
  }
}
