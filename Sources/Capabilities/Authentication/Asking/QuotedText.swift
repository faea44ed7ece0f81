// SPDX-License-Identifier: Apache-2.0

/// Prepares an application's text for a prompt, so that it cannot look like Latchkey's own text
/// (Specification/access-control.md, "Presence by passphrase: pinentry").
///
/// The text is put in quotes and on one line.
package enum QuotedText {
  /// Returns the text of an application in quotes, on a single line and without special characters.
  ///
  /// If the text has more than `limit` Unicode scalars, the rest is replaced by an ellipsis. Line
  /// breaks and tabs become spaces. Double quotation marks become `'`. Other control characters,
  /// invisible characters, and characters that change the direction of writing become U+FFFD.
  package static func quoted(_ text: String, limit: Int = 160) -> String {
    let isLong = text.unicodeScalars.count > limit
    let scalars = text.unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
      switch scalar {
      case "\n", "\r", "\t": " "
      case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": "'"
      default: mayBeShown(scalar) ? scalar : "\u{FFFD}"
      }
    }
    return "\u{201C}" + string(scalars) + (isLong ? "\u{2026}" : "") + "\u{201D}"
  }

  /// Returns a text that Latchkey wrote, without characters that a prompt must not show.
  ///
  /// Newlines and quotes stay, and tabs become spaces. Control characters, invisible characters and
  /// characters that change the direction of writing become U+FFFD.
  static func cleaned(_ text: String) -> String {
    string(
      text.unicodeScalars.map { scalar in
        if scalar == "\n" { return scalar }
        if scalar == "\t" { return " " }
        return mayBeShown(scalar) ? scalar : "\u{FFFD}"
      })
  }

  private static func mayBeShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
