// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// What is known of a finding's code without a call: `security explain K209`.
enum ArticleText {
  static func text(of code: FindingCode) -> String {
    lines(of: code).joined(separator: "\n") + "\n"
  }

  /// Title, what was found, why, what to do, an example.
  static func lines(of code: FindingCode) -> [String] {
    let row = code.article
    var lines = ["\(code) \(row.severity.word)  \(row.title)", ""]
    lines += TextBlock.wrap("  found     " + row.found, indent: indent)
    lines += TextBlock.wrap("  why       " + row.why, indent: indent)
    lines += TextBlock.wrap("  do        " + row.fix, indent: indent)
    lines += ["  example   " + row.example]
    if row.isFilledIn {
      lines += ["", "Short words such as n, date or group stand for what a call fills in."]
    }
    return lines
  }

  private static let indent = String(repeating: " ", count: 12)
}
