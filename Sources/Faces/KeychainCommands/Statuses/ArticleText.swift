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

/// What is told of a finding's code beside the text that a call fills in (spec/diagnostics.md 1.2).
struct Article {
  /// The rule that is behind it.
  let why: String
  let fix: String
  /// A command, or a piece of Swift, that meets it or does right.
  let example: String

  init(_ why: String, _ fix: String, _ example: String) {
    self.why = why
    self.fix = fix
    self.example = example
  }
}
