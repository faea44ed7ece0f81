// SPDX-License-Identifier: Apache-2.0

/// What is known of a code without a call: what `security explain K209` prints.
package struct FindingArticle: Sendable {
  package let code: FindingCode
  /// As Swift has it: `synchronizableNotSearched`.
  private let swiftName: String
  /// Where calls may differ, the usual one.
  package let severity: Severity
  /// What a finding says, with what calls fill in named in braces.
  private let template: String
  /// The rule that is behind it.
  package let why: String
  /// What to do.
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

  /// What was found, the places that a call fills in as plain words.
  package var found: String { template.filter { $0 != "{" && $0 != "}" } }

  /// Whether a call fills something in.
  package var isFilledIn: Bool { template.contains("{") }

  static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.code.number, $0) })
}
