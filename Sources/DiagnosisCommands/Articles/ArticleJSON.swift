// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations

/// The article of a code as JSON: `security explain K209 --json`.
enum ArticleJSON {
  static func line(of code: FindingCode) -> String {
    let (row, article) = (code.article, Article.all[code.number])
    let area = areas[code.number / 100]
    return JSONText.object([
      "schema": 1, "code": .text("\(code)"), "name": .text(row.name),
      "severity": .text(row.severity.name), "area": .text(area.name),
      "statuses": .list(area.statuses.map { .number($0) }),
      "text": .text(ArticleText.found(row)), "why": .text(article?.why ?? ""),
      "fix": .text(article?.fix ?? ""), "example": .text(article?.example ?? ""),
    ]).line
  }

  /// What the codes of a hundred are about, and the statuses that they explain: the sections of
  /// spec/diagnostics.md 3.
  private static let areas: [(name: String, statuses: [Int64])] = [
    ("general", []), ("duplicate", [-25299]), ("not found", [-25300]),
    ("lock state and authentication", [-25308, -25293, -128, -25291]),
    ("identity and access groups", [-34018, -34020]), ("lost items", [-25300]),
    ("engines, profiles, file keychains", []), ("dictionaries", [-50, -25303, -25306, -4]),
    ("patterns over time", []), ("store and surroundings", []),
  ]
}
