// SPDX-License-Identifier: Apache-2.0

/// Text of others as it may be shown to a person: nothing in it acts on the terminal, and nothing
/// in it is unseen.
package enum VisibleText {
  /// Control characters as `\ooo`; what has no width, turns the direction of writing or ends a line
  /// as `\u{202E}`.
  package static func of(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      case _ where isUnseen(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a person does not see a character, or sees only what it does to those around it.
  package static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
