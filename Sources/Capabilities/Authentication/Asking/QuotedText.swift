// SPDX-License-Identifier: Apache-2.0

/// A text of an application for a prompt: in quotes, on one line, unable to look like ours
/// (spec/access-control.md 3.3).
package enum QuotedText {
  /// Shortens `text` to so many characters, cleans it and puts it in quotes.
  ///
  /// Line breaks and tabs become spaces; other control characters, those that change the direction
  /// of writing and those that cannot be seen become U+FFFD, quotes a simple one.
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

  /// A text of ours as prompts take it: newlines stay, all that `quoted` replaces is replaced.
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
