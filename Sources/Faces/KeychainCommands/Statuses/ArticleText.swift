// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// The article (explanation) about a finding code as text, as `security explain K209` prints it.
enum ArticleText {
  static func text(of code: FindingCode) -> String {
    lines(of: code).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of the article about a code: title, finding, reason, advice and example.
  static func lines(of code: FindingCode) -> [String] {
    let row = code.article
    var lines = ["\(code) \(row.severity.word)  \(row.title)", ""]
    lines += TextBlock.wrap("  found     " + row.found, indent: indent)
    lines += TextBlock.wrap("  why       " + row.why, indent: indent)
    lines += TextBlock.wrap("  do        " + row.fix, indent: indent)
    lines += ["  example   " + row.example]
    if row.isFilledIn {
      lines += ["", "Short words like n, date or group stand for values of the call."]
    }
    return lines
  }

  private static let indent = String(repeating: " ", count: 12)
}
