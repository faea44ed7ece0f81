// SPDX-License-Identifier: Apache-2.0

/// Removes deeply nested values from a line of JSON, so that the JSON parser accepts the line.
///
/// In Latchkey's records, only a few objects and lists are nested. Fields that Latchkey does not
/// know may contain values that are nested more deeply, which the JSON parser refuses.
enum ShallowJSON {
  /// The number of nested levels that are kept in a line.
  ///
  /// Latchkey's records have four levels, such as a record, its findings and their fixes.
  static let deepest = 8

  /// Returns the line with `null` in place of each object or list below the deepest level that is
  /// kept.
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
