// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The table of a run: printed line by line, kept for Markdown, and judged by the bars.
final class Table {
  private var thresholds: Thresholds
  private var rows: [[String]] = []
  private(set) var head: [String] = []
  private(set) var missed: [String] = []
  private static let titles = [
    "what", "items", "this", "p50 us", "p90", "p99", "beside", "p50 us", "p90", "p99", "value",
    "bar", "",
  ]
  private static let widths = [38, 8, 20, 8, 8, 8, 24, 8, 8, 8, 11, 8, 4]
  private static let leftColumns: Set<Int> = [0, 2, 6, 12]

  init(_ thresholds: Thresholds) { self.thresholds = thresholds }

  /// Prints a line above the table.
  func say(_ text: String) {
    head.append(text)
    print(text)
  }

  func begin() {
    print()
    show(Self.titles)
  }

  func add(_ line: Line) {
    let bar = thresholds.bar(for: line)
    var verdict = ""
    if let bar, let value = line.value {
      verdict = bar.allows(value) ? "ok" : "MISSED"
      if !bar.allows(value) {
        missed.append(
          "\(line.row)" + (line.items.map { " at \($0) items" } ?? "")
            + ": \(Text.short(value)) \(line.unit), bar \(bar.text)")
      }
    }
    let value = line.value.map { Text.short($0) + (line.unit.isEmpty ? "" : " " + line.unit) }
    let row =
      [line.title, line.items.map { "\($0)" } ?? "", line.ours.name] + line.ours.figures
      + [line.other.name] + line.other.figures + [value ?? "", bar?.text ?? "", verdict]
    rows.append(row)
    show(row)
  }

  /// Returns the bars that judged no line.
  func unjudged(sizes: [Int]) -> [String] { thresholds.unjudged(sizes: sizes) }

  /// The table as Markdown.
  var markdown: String {
    let rule = Self.titles.indices.map { Self.leftColumns.contains($0) ? "---" : "---:" }
    let lines = ([Self.titles, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
    return (head.map { $0 + "  " } + [""] + lines).joined(separator: "\n") + "\n"
  }

  private func show(_ row: [String]) {
    let columns = row.indices.map { index in
      Self.leftColumns.contains(index)
        ? Text.left(row[index], Self.widths[index]) : Text.right(row[index], Self.widths[index])
    }
    print(columns.joined(separator: " "))
    fflush(nil)
  }
}
