// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTypes

/// What is known of a finding's code without a call: `security explain K209`.
enum ArticleText {
  static func text(of code: FindingCode) -> String {
    lines(of: code).joined(separator: "\n") + "\n"
  }

  /// Title, what was found, why, what to do, an example.
  static func lines(of code: FindingCode) -> [String] {
    let row = code.article
    let name = row.name.split(separator: "-").joined(separator: " ")
    var lines = ["\(code) \(row.severity.word)  \(name)", ""]
    lines += TextBlock.wrap("  found     " + found(row), indent: indent)
    if let article = Article.all[code.number] {
      lines += TextBlock.wrap("  why       " + article.why, indent: indent)
      lines += TextBlock.wrap("  do        " + article.fix, indent: indent)
      lines += ["  example   " + article.example]
    }
    if row.found.contains("{") {
      lines += ["", "Short words such as n, date or group stand for what a call fills in."]
    }
    return lines
  }

  /// What was found, the places that a call fills in as plain words.
  static func found(_ row: FindingArticle) -> String {
    row.found.filter { $0 != "{" && $0 != "}" }
  }

  private static let indent = String(repeating: " ", count: 12)
}
