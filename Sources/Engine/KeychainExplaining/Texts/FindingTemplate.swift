// SPDX-License-Identifier: Apache-2.0

/// A text of the table of findings, with placeholders in braces.
///
/// A placeholder has one of three forms:
/// - `{name}` stands for the value of that name.
/// - `{count#item|items}` stands for the first words if the number is 1, otherwise for the second.
/// - `{isLocked?locked|open}` stands for the first words if the value is true, or is a text that is
///   not empty, otherwise for the second.
///
/// Words can be empty and can contain placeholders. The summary in a row can also have other words
/// in braces, for example `{yes / no}`. A summary with other words is printed in articles only.
struct FindingTemplate {
  let text: String

  /// The text with the given values.
  func filled(_ values: [String: FindingText.Value]) -> String {
    replacing { placeholder in
      switch placeholder {
      case .value(let name): Self.value(name, values).words
      case .choice(let name, _, let first, let second):
        FindingTemplate(text: Self.value(name, values).choosesFirst ? first : second)
          .filled(values)
      case .words(let words): FindingTemplate(text: words).filled(values)
      }
    }
  }

  private static func value(
    _ name: String, _ values: [String: FindingText.Value]
  ) -> FindingText.Value {
    // Scripts/findings.py writes a value for each placeholder. A mistake there shows the name, and
    // does not end the program that is explained.
    values[name] ?? .text("{\(name)}")
  }

  /// The text for a reader who asks about the code in general, not about one call.
  ///
  /// Names stand for values, the plural stands for both numbers, and other choices are separated by
  /// a slash.
  var general: String {
    replacing { placeholder in
      switch placeholder {
      case .value(let name): name
      case .choice(_, .number, _, let second): FindingTemplate(text: second).general
      case .choice(_, .truth, let first, let second):
        ([first, second].filter { !$0.isEmpty }).map { FindingTemplate(text: $0).general }
          .joined(separator: " / ")
      case .words(let words): FindingTemplate(text: words).general
      }
    }
  }

  private enum Placeholder {
    enum Kind { case number, truth }

    case value(String)
    case choice(String, Kind, String, String)
    /// Words in braces that are no placeholder.
    case words(String)

    init(_ text: Substring) {
      let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      let rest = text[name.endIndex...]
      guard let mark = rest.first, !name.isEmpty else {
        self = name.isEmpty ? .words(String(text)) : .value(String(name))
        return
      }
      guard mark == "#" || mark == "?", let bar = Self.bar(in: rest) else {
        self = .words(String(text))
        return
      }
      self = .choice(
        String(name), mark == "#" ? .number : .truth, String(rest[..<bar].dropFirst()),
        String(rest[bar...].dropFirst()))
    }

    /// Returns the place of the first bar outside of inner braces.
    private static func bar(in text: Substring) -> String.Index? {
      var depth = 0
      return text.indices.first { place in
        switch text[place] {
        case "{": depth += 1
        case "}": depth -= 1
        case "|": return depth == 0
        default: break
        }
        return false
      }
    }
  }

  /// Returns the text with each outer placeholder replaced.
  private func replacing(_ words: (Placeholder) -> String) -> String {
    var (result, start, depth) = ("", text.startIndex, 0)
    for place in text.indices {
      switch text[place] {
      case "{":
        if depth == 0 {
          result += text[start..<place]
          start = text.index(after: place)
        }
        depth += 1
      case "}":
        depth -= 1
        guard depth == 0 else { continue }
        result += words(Placeholder(text[start..<place]))
        start = text.index(after: place)
      default: break
      }
    }
    return result + text[start...]
  }
}
