// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// One statement of an explanation: a fact about the call, the rule that explains the fact, and
/// advice.
package struct Finding: Hashable, Sendable {
  /// A labelled line below the first sentence of a finding.
  ///
  /// Lines appear in the order of Specification/diagnostics.md, "Text of explanations".
  package struct Line: Hashable, Sendable {
    package enum Label: String, Sendable, CaseIterable {
      /// The line is advice that is printed directly below the first sentence of the finding,
      /// without a label.
      case recipe
      case item, differs, history, why, fix = "do", note
    }

    package let label: Label
    /// The prose after the label: a paragraph, or a sentence that introduces the source code in
    /// `code`.
    package let text: String
    /// Lines of source code that are printed unchanged below `text`; empty if there is no source
    /// code.
    package let code: [String]

    /// Returns the prose and the source code of the given lines as one text, separated by line
    /// breaks.
    package static func plain(_ lines: [Line]) -> String {
      lines.flatMap { ($0.text.isEmpty ? [] : [$0.text]) + $0.code }.joined(separator: "\n")
    }
  }

  package let code: FindingCode
  package var severity: Severity
  /// True if this finding is the cause of the status that the call returned.
  ///
  /// At most one finding of an explanation is the cause.
  package var isDeciding = false
  package let found: String
  private var unordered: [Line] = []
  /// The persistent identifiers of the items that the finding is about, at most five.
  package var items: [Identifier16] = []

  /// Creates a finding from a text of the table.
  ///
  /// - Parameters:
  ///   - code: the code of the finding, for a text that several codes share.
  ///   - severity: the severity; without it, the finding has the usual severity of its code.
  package init(_ text: FindingText, of code: FindingCode? = nil, as severity: Severity? = nil) {
    guard let code = code ?? text.code else {
      preconditionFailure("a text that several codes share is given with a code")
    }
    self.init(recorded: text.description, of: code, as: severity)
  }

  /// Creates a finding whose text was printed before, in the record of a call.
  package init(recorded text: String, of code: FindingCode, as severity: Severity?) {
    self.code = code
    self.found = text
    self.severity = severity ?? code.article.severity
  }

  /// The lines below the first sentence of the finding, sorted by the label of the line.
  ///
  /// Lines with equal labels keep the order in which they were added.
  package var lines: [Line] {
    Line.Label.allCases.flatMap { label in unordered.filter { $0.label == label } }
  }

  /// The lines of the finding that give advice.
  package var fixes: [Line] { lines.filter { $0.label == .recipe || $0.label == .fix } }

  /// Returns a copy of the finding with an additional line of facts or of recorded words.
  package func with(_ label: Line.Label, line text: String, code: [String] = []) -> Finding {
    var finding = self
    finding.unordered.append(Line(label: label, text: text, code: code))
    return finding
  }

  /// Returns a copy of the finding with an additional text of the table.
  package func with(_ label: Line.Label, _ text: FindingText, code: [String] = []) -> Finding {
    with(label, line: text.description, code: code)
  }

  package func item(_ text: String, _ more: String? = nil) -> Finding {
    let finding = with(.item, line: text)
    return more.map { finding.with(.item, line: $0) } ?? finding
  }
  package func why(_ text: FindingText) -> Finding { with(.why, text) }
  package func note(_ text: FindingText) -> Finding { with(.note, text) }
  package func fix(_ text: FindingText, code: [String] = []) -> Finding {
    with(.fix, text, code: code)
  }

  /// Returns a copy of the finding with the persistent identifiers of the given items.
  ///
  /// Only the first five items are used.
  package func about(_ items: [ItemFact]) -> Finding {
    var finding = self
    finding.items = items.prefix(5).map(\.identifier)
    return finding
  }
}

extension Finding {
  /// The greatest number of lines of program text that are printed without blank lines around them.
  ///
  /// A longer program text is printed with a blank line above and below.
  private static let shortProgram = 5

  /// Returns the finding as printed lines of at most 80 columns.
  ///
  /// Lines of program text may be longer. Specification/diagnostics.md, "Text of explanations", has
  /// the layout.
  ///
  /// - Parameter isColoured: true to print the code and the severity in colour, for a terminal.
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

  /// Returns lines of program text, indented for printing below a finding.
  ///
  /// No line is cut, because the user pastes the text. If the widest line would be too wide with
  /// the indentation, no line is indented.
  private static func program(_ code: [String], indent: String) -> [String] {
    let lines = code.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let widest = lines.map { ColumnWidth.of(String($0)) }.max() ?? 0
    let start = indent.count + widest > TextBlock.width ? "" : indent
    return lines.map { $0.isEmpty ? "" : start + $0 }
  }
}

extension Severity {
  /// The number of the terminal colour in which the severity is printed: 31 (red), 33 (yellow), or
  /// nil for no colour.
  fileprivate var colour: Int? {
    switch self {
    case .error, .danger: 31
    case .warning: 33
    case .info: nil
    }
  }
}

extension String {
  /// True if the text begins with a digit and a full stop, as a numbered step does.
  fileprivate var isStep: Bool {
    utf8.count > 3 && first?.isNumber == true && dropFirst().hasPrefix(". ")
  }

  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
