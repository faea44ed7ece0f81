// SPDX-License-Identifier: Apache-2.0

/// Text that others chose, names of files too, as it is shown to people: one line that does nothing
/// to their terminal.
package enum VisibleText {
  /// Control characters as `\ooo`, marks that turn the direction of writing and ends of lines
  /// spelled out.
  package static func of(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
