// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations

/// What is known of a finding's code without a call: `security explain K209`.
enum ArticleText {
  static func text(of code: FindingCode) -> String {
    (lines(of: code) + ["", "In braces stands what a call fills in."]).joined(separator: "\n")
      + "\n"
  }

  /// Title, what was found, what to do.
  static func lines(of code: FindingCode) -> [String] {
    let article = code.article
    let name = article.name.split(separator: "-").joined(separator: " ")
    var lines = ["\(code) \(article.severity.word)  \(name)", ""]
    lines += TextBlock.wrap("  found     " + article.found, indent: indent)
    if !article.fix.isEmpty {
      lines += TextBlock.wrap("  do        " + article.fix, indent: indent)
    }
    return lines
  }

  private static let indent = String(repeating: " ", count: 12)
}
