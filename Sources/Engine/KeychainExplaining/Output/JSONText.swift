// SPDX-License-Identifier: Apache-2.0

/// A JSON value.
///
/// Object keys are written in sorted order, and all written characters are ASCII.
package indirect enum JSONText: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([JSONText])
  case object([String: JSONText])

  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
  package init(integerLiteral number: Int64) { self = .number(number) }

  /// The value as JSON text on one line.
  package var line: String {
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .list(let values): return "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let pairs):
      let members = pairs.sorted { $0.key < $1.key }.map {
        Self.quoted($0.key) + ":" + $0.value.line
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if (0x20..<0x7F).contains(scalar.value) {
          result.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        }
      }
    }
    return result + "\""
  }
}
