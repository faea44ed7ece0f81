// SPDX-License-Identifier: Apache-2.0

/// A table of text in columns, left-aligned, cut to a width where need be.
package struct TextTable {
  private var rows: [[String]]
  private let rigid: Set<String>

  /// - Parameter rigid: titles of the columns that are never cut.
  package init(titles: [String], rigid: Set<String> = []) {
    rows = [titles]
    self.rigid = rigid
  }

  package mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// The lines, each at most `width` columns wide; nil for no limit.
  ///
  /// Too long values lose their middle, the widest columns first (spec/diagnostics.md 7.1).
  package func lines(width: Int?) -> [String] {
    let widths = columnWidths(within: width)
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        let shown = Self.cut(cell, to: width)
        line += " " + shown + String(repeating: " ", count: width - shown.count)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static let narrowest = 4

  private func columnWidths(within width: Int?) -> [Int] {
    var widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    guard let width else { return widths }
    let elastic = rows[0].indices.filter { !rigid.contains(rows[0][$0]) }
    while widths.reduce(widths.count, +) > width,
      let widest = elastic.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
    }
    return widths
  }

  package static func cut(_ text: String, to width: Int) -> String {
    guard text.count > width else { return text }
    let head = width / 2
    return String(text.prefix(head)) + "…" + String(text.suffix(width - 1 - head))
  }
}
