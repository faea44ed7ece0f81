// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bars, read from their file (Benchmarks/thresholds.tsv).
struct Thresholds {
  struct Bar {
    let row: String
    let isUpper: Bool
    let bar: Double
    /// The number of items for which the bar holds, or nil for any number.
    let items: Int?

    func allows(_ value: Double) -> Bool { isUpper ? value <= bar : value >= bar }
    var text: String { (isUpper ? "<= " : ">= ") + Text.short(bar) }
  }

  private(set) var bars: [Bar] = []
  private var judged: Set<String> = []

  /// Makes an empty list, without bars.
  init() {}

  init(file: String) throws {
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.first?.hasPrefix("#") ?? true { continue }
      guard words.count >= 4, let bar = Double(words[2]), ["most", "least"].contains(words[1]),
        words[3] == "all" || Int(words[3]) != nil
      else { throw BenchError(what: "\(file): \(line)") }
      bars.append(
        Bar(row: String(words[0]), isUpper: words[1] == "most", bar: bar, items: Int(words[3])))
    }
  }

  /// Returns the bar for a line, and notes that it was used.
  mutating func bar(for line: Line) -> Bar? {
    guard line.value != nil else { return nil }
    let bar = bars.first { $0.row == line.row && ($0.items == nil || $0.items == line.items) }
    if let bar { judged.insert(bar.row) }
    return bar
  }

  /// Returns the unused bars among those for one of these sizes.
  func unjudged(sizes: [Int]) -> [String] {
    bars.filter { bar in
      !judged.contains(bar.row) && (bar.items.map { sizes.contains($0) } ?? true)
    }.map(\.row)
  }
}
