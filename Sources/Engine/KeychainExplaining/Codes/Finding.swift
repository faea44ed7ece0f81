// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// One thing that a report says: what was found, why the rule says so, what to do.
package struct Finding: Hashable, Sendable {
  /// A line under what was found, in the order of spec/diagnostics.md 7.1.
  package struct Line: Hashable, Sendable {
    package enum Label: String, Sendable, CaseIterable {
      /// What to do, said at once: it follows what was found without a word before it.
      case recipe
      case item, differs, history, why, fix = "do", note
    }

    package let label: Label
    /// One paragraph, or lines of program text.
    package let text: String
    /// Lines of program text under the paragraph, kept as they are.
    package let code: [String]

    /// Lines as one text, program text in lines of its own.
    package static func plain(_ lines: [Line]) -> String {
      lines.flatMap { ($0.text.isEmpty ? [] : [$0.text]) + $0.code }.joined(separator: "\n")
    }
  }

  package let code: FindingCode
  package var severity: Severity
  /// Whether it is the cause of the status; at most one of a report is.
  package var isDeciding = false
  package let found: String
  private var unordered: [Line] = []
  /// The items that it is about, at most five.
  package var items: [Identifier16] = []

  package init(_ code: FindingCode, _ found: String, as severity: Severity? = nil) {
    self.code = code
    self.found = found
    self.severity = severity ?? code.article.severity
  }

  /// By their labels, each kind in the order in which it was said.
  package var lines: [Line] {
    Line.Label.allCases.flatMap { label in unordered.filter { $0.label == label } }
  }

  /// What to do, in all its lines.
  package var fixes: [Line] { lines.filter { $0.label == .recipe || $0.label == .fix } }

  /// The finding with one more line.
  package func with(_ label: Line.Label, _ text: String, code: [String] = []) -> Finding {
    var finding = self
    finding.unordered.append(Line(label: label, text: text, code: code))
    return finding
  }

  package func item(_ text: String, _ more: String? = nil) -> Finding {
    let finding = with(.item, text)
    return more.map { finding.with(.item, $0) } ?? finding
  }
  package func why(_ text: String) -> Finding { with(.why, text) }
  package func fix(_ text: String, code: [String] = []) -> Finding {
    with(.fix, text, code: code)
  }

  /// The finding about some items.
  package func about(_ items: [ItemFact]) -> Finding {
    var finding = self
    finding.items = items.prefix(5).map(\.identifier)
    return finding
  }
}

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
