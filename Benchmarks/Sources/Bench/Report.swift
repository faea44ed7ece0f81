// SPDX-License-Identifier: Apache-2.0

/// Prints the table, a line for each comparison.
enum Report {
  static func head(_ title: String) {
    print("\n\(title)")
    print(
      pad("", 46), column("p50 us"), column("p99 us"), column("raw p50"), column("raw p99"),
      column("ratio"), column("bar"))
  }

  /// One comparison; a ratio over its bar is marked, not an error: machines differ, commits do not
  /// fail for it.
  static func line(_ title: String, _ ours: Samples, _ raw: Samples, bar: Double?) {
    let ratio = ours.p50 / raw.p50
    let mark = bar.map { ratio <= $0 ? "" : "  over" } ?? ""
    print(
      pad(title, 46), micro(ours.p50), micro(ours.p99), micro(raw.p50), micro(raw.p99),
      column(decimal(ratio, 2)), column(bar.map { decimal($0, 2) } ?? "-") + mark)
  }

  static func value(_ title: String, _ value: Double, _ unit: String, bar: Double?) {
    let mark = bar.map { value <= $0 ? "" : "  over" } ?? ""
    let limit = bar.map { "  (bar \(decimal($0, 1)) \(unit))" } ?? ""
    print(pad(title, 46), column(decimal(value, 1)), unit + limit + mark)
  }

  private static func micro(_ nanoseconds: Double) -> String {
    column(decimal(nanoseconds / 1_000, 1))
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func column(_ text: String) -> String {
    String(repeating: " ", count: max(0, 9 - text.count)) + text
  }

  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value * scale).rounded())
    let fraction = String(abs(whole % Int(scale)))
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    return "\(whole / Int(scale))" + (places > 0 ? ".\(zeros)\(fraction)" : "")
  }
}
