// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A table of text in left-aligned columns, which can be cut to a given width.
///
/// Long values are cut in their middle first. If the table is still too wide, columns are left out,
/// and the last line names these columns.
package struct TextTable {
  private var rows: [[String]]
  private let rigid: Set<String>
  /// The titles of the columns that may be left out; the first of them is left out first.
  private let dispensable: [String]
  /// The number of blanks before each column.
  private let gaps: [Int]
  /// The smallest width of each column, in columns of the terminal, that keeps two tables aligned.
  ///
  /// 0 if the table is not aligned with another table.
  private var least: [Int]

  /// Creates a table from the titles of its columns.
  ///
  /// - Parameters:
  ///   - titles: The titles, in order.
  ///   - rigid: The titles of the columns that are never cut.
  ///   - dispensable: The titles of the columns that may be left out. While the table is too wide,
  ///     the next of them is left out.
  ///   - gap: The number of blanks before the third and each later column.
  package init(
    titles: [String], rigid: Set<String> = [], leavingOut dispensable: [String] = [], gap: Int = 1
  ) {
    rows = [titles]
    self.rigid = rigid
    self.dispensable = dispensable
    gaps = titles.indices.map { $0 < 2 ? 1 : gap }
    least = titles.map { _ in 0 }
  }

  /// Aligns two tables whose first titles are equal, so that the lower table can be printed below
  /// the upper.
  ///
  /// The first columns, whose titles are equal, become equally wide. The column `pair.lower` of the
  /// lower table begins below the column `pair.upper` of the upper table.
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

  private func natural(_ column: Int) -> Int { max(least[column], content(column)) }

  /// Returns the width of the longest value in a column of the table, in cells of the terminal.
  private func content(_ column: Int) -> Int {
    rows.map { ColumnWidth.of($0[column]) }.max() ?? 0
  }

  private func start(of column: Int) -> Int {
    (0..<column).reduce(gaps[column]) { $0 + natural($1) + gaps[$1] }
  }

  package mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// Returns the lines of the table.
  ///
  /// Values that are too long are cut in their middle, in the widest columns first
  /// (Specification/diagnostics.md, "Text of explanations").
  ///
  /// - Parameter width: The largest width of a line, in columns of the terminal; nil for no limit.
  package func lines(width: Int?) -> [String] {
    let (columns, widths) = layout(within: width)
    let lines = rows.map { row in
      var line = ""
      for (place, column) in columns.enumerated() {
        let shown = ColumnWidth.cut(row[column], to: widths[place])
        line += String(repeating: " ", count: gaps[column]) + shown
        line += String(repeating: " ", count: max(0, widths[place] - ColumnWidth.of(shown)))
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    guard columns.count < rows[0].count else { return lines }
    let absent = rows[0].indices.filter { !columns.contains($0) }.map { rows[0][$0] }
    return lines
      + TextBlock.wrap(
        "Columns left out: \(absent.joined(separator: ", ")); --wide shows them.", indent: "  ")
  }

  private static let narrowest = 4

  /// Returns the indexes of the columns that fit into the width, and the width of each.
  private func layout(within width: Int?) -> (columns: [Int], widths: [Int]) {
    var columns = Array(rows[0].indices)
    guard let width else { return (columns, columns.map { natural($0) }) }
    func total(_ column: (Int) -> Int) -> Int {
      columns.reduce(0) { $0 + gaps[$1] + column($1) }
    }
    for title in dispensable {
      let least = total { isRigid($0) ? content($0) : min(content($0), Self.narrowest) }
      guard least > width else { break }
      columns.removeAll { rows[0][$0] == title }
    }
    // If the table is too wide with aligned columns, each column is as wide as its longest value.
    let fits = total { natural($0) } <= width
    var widths = columns.map { fits ? natural($0) : content($0) }
    let elastic = columns.indices.filter { !isRigid(columns[$0]) }
    let blanks = total { _ in 0 }
    while widths.reduce(blanks, +) > width,
      let widest = elastic.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
    }
    return (columns, widths)
  }

  private func isRigid(_ column: Int) -> Bool { rigid.contains(rows[0][column]) }
}
