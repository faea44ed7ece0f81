// SPDX-License-Identifier: Apache-2.0

/// The article of a code, as `security explain K209` prints it.
package struct FindingArticle: Sendable {
  package let code: FindingCode
  /// As Swift has it: `synchronizableNotSearched`.
  private let swiftName: String
  /// Where calls may differ, the usual one.
  package let severity: Severity
  /// The text of a finding; the words in braces stand for values that calls fill in.
  private let template: String
  /// The rule that is behind it.
  package let why: String
  /// The advice.
  package let fix: String
  /// A command, or a piece of Swift, that meets it or does right.
  package let example: String

  init(
    _ number: Int, _ swiftName: String, _ severity: Severity, _ template: String, _ why: String,
    _ fix: String, _ example: String
  ) {
    code = FindingCode(number)
    self.swiftName = swiftName
    self.severity = severity
    self.template = template
    self.why = why
    self.fix = fix
    self.example = example
  }

  /// As it is printed: `synchronizable-not-searched`.
  package var name: String { words("-") }

  /// As a title: `synchronizable not searched`.
  package var title: String { words(" ") }

  private func words(_ separator: String) -> String {
    swiftName.reduce(into: "") { name, letter in
      name += letter.isUppercase ? separator + letter.lowercased() : String(letter)
    }
  }

  /// The text of a finding, with plain words in the places that a call fills in.
  package var found: String { template.filter { $0 != "{" && $0 != "}" } }

  /// Whether a call fills something in.
  package var isFilledIn: Bool { template.contains("{") }

  static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.code.number, $0) })
}
