// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A table of text in columns, left-aligned, cut to a width where need be.
package struct TextTable {
  private var rows: [[String]]
  private let rigid: Set<String>
  /// Blanks before each column.
  private let gaps: [Int]
  /// How wide each column is at least.
  private var least: [Int]

  /// - Parameters:
  ///   - rigid: titles of the columns that are never cut.
  ///   - gap: blanks between the columns behind the first.
  package init(titles: [String], rigid: Set<String> = [], gap: Int = 1) {
    rows = [titles]
    self.rigid = rigid
    gaps = titles.indices.map { $0 < 2 ? 1 : gap }
    least = titles.map { _ in 0 }
  }

  /// Widens columns of two tables that begin alike so that they can be read one under the other:
  /// columns of one title are equally wide, and two that belong together begin at one place.
  package static func align(
    _ upper: inout TextTable, _ lower: inout TextTable, at pair: (upper: String, lower: String)
  ) {
    let alike = zip(upper.rows[0], lower.rows[0]).prefix { $0 == $1 }.count
    guard alike > 1 else { return }
    for place in 0..<alike {
      let width = max(upper.natural(place), lower.natural(place))
      (upper.least[place], lower.least[place]) = (width, width)
    }
    guard let one = upper.rows[0].firstIndex(of: pair.upper), one > 0,
      let two = lower.rows[0].firstIndex(of: pair.lower), two > 0
    else { return }
    let difference = upper.start(of: one) - lower.start(of: two)
    if difference > 0 {
      lower.least[two - 1] = lower.natural(two - 1) + difference
    } else {
      upper.least[one - 1] = upper.natural(one - 1) - difference
    }
  }

  private func natural(_ column: Int) -> Int {
    max(least[column], rows.map { ColumnWidth.of($0[column]) }.max() ?? 0)
  }

  private func start(of column: Int) -> Int {
    (0..<column).reduce(gaps[column]) { $0 + natural($1) + gaps[$1] }
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
      for (place, cell) in row.enumerated() {
        let shown = ColumnWidth.cut(cell, to: widths[place])
        line += String(repeating: " ", count: gaps[place]) + shown
        line += String(repeating: " ", count: max(0, widths[place] - ColumnWidth.of(shown)))
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static let narrowest = 4

  private func columnWidths(within width: Int?) -> [Int] {
    var widths = rows[0].indices.map { natural($0) }
    guard let width else { return widths }
    let elastic = rows[0].indices.filter { !rigid.contains(rows[0][$0]) }
    let blanks = gaps.reduce(0, +)
    while widths.reduce(blanks, +) > width,
      let widest = elastic.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
    }
    return widths
  }
}
