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
