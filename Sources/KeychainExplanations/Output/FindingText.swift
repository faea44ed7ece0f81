// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension Finding {
  /// Longer programs stand apart from the text around them.
  private static let shortProgram = 5

  /// The finding in lines of at most 80 columns (spec/diagnostics.md 7.1).
  ///
  /// - Parameter isColoured: code and severity in the colours of a terminal.
  package func lines(isColoured: Bool) -> [String] {
    let head = "\(code) " + TextBlock.padded(severity.word, to: 6) + " "
    let indent = String(repeating: " ", count: 12)
    var lines = TextBlock.wrap(head + found, indent: indent)
    if isColoured, let colour = severity.colour, let first = lines.first {
      let mark = head.trimmed
      lines[0] = "\u{1B}[\(colour)m\(mark)\u{1B}[0m" + first.dropFirst(mark.count)
    }
    var last: Line.Label?
    for line in self.lines {
      let word = line.label == last || line.label == .recipe ? "" : line.label.rawValue
      last = line.label
      let label = "  " + TextBlock.padded(word, to: 8) + "  "
      let hanging = line.text.isStep ? indent + "   " : indent
      if !line.text.isEmpty { lines += TextBlock.wrap(label + line.text, indent: hanging) }
      let isApart = line.code.count > Self.shortProgram
      if isApart { lines.append("") }
      lines += Self.program(line.code, indent: indent + "  ")
      if isApart { lines.append("") }
    }
    return lines
  }

  /// Program text, which is pasted: none of it is cut, and what is too long for its place begins at
  /// the margin.
  private static func program(_ code: [String], indent: String) -> [String] {
    let lines = code.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let widest = lines.map { ColumnWidth.of(String($0)) }.max() ?? 0
    let start = indent.count + widest > TextBlock.width ? "" : indent
    return lines.map { $0.isEmpty ? "" : start + $0 }
  }
}

extension Severity {
  /// Red or yellow; nothing else has a colour.
  fileprivate var colour: Int? {
    switch self {
    case .error, .danger: 31
    case .warning: 33
    case .info: nil
    }
  }
}

extension String {
  /// Whether it begins with a number and a full stop, as a step does.
  fileprivate var isStep: Bool {
    utf8.count > 3 && first?.isNumber == true && dropFirst().hasPrefix(". ")
  }

  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
