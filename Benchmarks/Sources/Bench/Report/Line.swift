// SPDX-License-Identifier: Apache-2.0

/// A line of the table: our side, the side beside it, and the value that the bar judges.
struct Line {
  /// One side of a line: its name and three figures.
  struct Cell {
    let name: String
    let figures: [String]

    init(_ name: String, _ figures: [String]) { (self.name, self.figures) = (name, figures) }

    /// Makes a side with microseconds: p50, p90, p99.
    ///
    /// With too few samples it has the mean and their number.
    init(_ name: String, _ samples: Samples) {
      guard samples.hasPercentiles else {
        self.init(name, ["mean", Text.short(samples.mean / 1_000), "of \(samples.count)"])
        return
      }
      self.init(name, [0.5, 0.9, 0.99].map { Text.short(samples.quantile($0) / 1_000) })
    }

    static let none = Cell("", ["", "", ""])
  }

  /// The row's name in the file of bars.
  let row: String
  let title: String
  let items: Int?
  var ours = Cell.none
  var other = Cell.none
  /// The value that the bar judges, or nil if nothing is judged or compared.
  var value: Double?
  var unit = ""

  /// Makes a line that compares two durations.
  init(
    _ row: String, _ title: String, _ items: Int?, _ a: (String, Samples), _ b: (String, Samples)
  ) {
    self.init(row, title, items)
    ours = Cell(a.0, a.1)
    other = Cell(b.0, b.1)
    value = a.1.typical / b.1.typical
  }

  init(_ row: String, _ title: String, _ items: Int?) {
    (self.row, self.title, self.items) = (row, title, items)
  }

  /// Returns a line for a row that could not be measured, with the reason.
  static func missing(_ row: String, _ title: String, _ items: Int?, _ why: String) -> Line {
    var line = Line(row, title, items)
    line.other = Cell(why, ["", "", ""])
    return line
  }
}
