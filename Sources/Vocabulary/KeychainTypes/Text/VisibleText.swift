// SPDX-License-Identifier: Apache-2.0

/// Makes text that comes from another program or a file safe to print on the user's terminal.
///
/// No character of the result acts on the terminal, and every character is visible.
package enum VisibleText {
  /// Returns the text with every control character replaced by `\ooo`, its number in octal digits.
  ///
  /// Characters without width, and characters that set the writing direction or end a line, are
  /// replaced by escapes such as `\u{202E}`.
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

  /// True if a character is invisible, or visible only by its effect on the characters around it.
  package static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
