// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Numbers and columns as text.
enum Text {
  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((abs(value) * scale).rounded())
    let fraction = String(whole % Int(scale))
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    let sign = value < 0 && whole > 0 ? "-" : ""
    return sign + "\(whole / Int(scale))" + (places > 0 ? ".\(zeros)\(fraction)" : "")
  }

  /// Returns a number with three significant figures and at most two decimal places, or four below
  /// 0.1.
  static func short(_ value: Double) -> String {
    decimal(value, abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? 2 : 4)
  }

  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Prints a note to standard error, apart from the table.
  static func note(_ text: String) {
    let line = "bench: " + text + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
