// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A table of text in columns, left-aligned, cut to a width where need be.
///
/// Long values lose their middle first. Where that is not enough, columns are left out, and the
/// last line names them.
package struct TextTable {
  private var rows: [[String]]
  private let rigid: Set<String>
  /// Titles of the columns that may be left out, the first one first.
  private let dispensable: [String]
  /// Blanks before each column.
  private let gaps: [Int]
  /// How wide each column is at least.
  private var least: [Int]

  /// - Parameters:
  ///   - rigid: titles of the columns that are never cut.
  ///   - dispensable: titles of the columns that are left out where the table stays too wide, one
  ///     after the other.
  ///   - gap: blanks between the columns behind the first.
  package init(
    titles: [String], rigid: Set<String> = [], leavingOut dispensable: [String] = [], gap: Int = 1
  ) {
    rows = [titles]
    self.rigid = rigid
    self.dispensable = dispensable
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

  private func natural(_ column: Int) -> Int { max(least[column], content(column)) }

  /// The width of the longest value of a column.
  private func content(_ column: Int) -> Int {
    rows.map { ColumnWidth.of($0[column]) }.max() ?? 0
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

  /// The columns that are shown, and how wide each of them is.
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
    // Where two tables cannot be read one under the other, each has its own widths.
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
