// SPDX-License-Identifier: Apache-2.0

/// The row of a finding code: its reference article, as `security explain K209` prints it, and the
/// other texts that reports print for the code.
package struct FindingArticle: Sendable {
  package let code: FindingCode
  /// The name of the finding in Swift, for example `synchronizableNotSearched`.
  private let swiftName: String
  /// The severity of the finding, or its usual severity if the severity depends on the call.
  package let severity: Severity
  /// The text of the finding for its article, with words in braces as examples of values that
  /// depend on the call; nil if `text` serves the article too.
  private let summary: String?
  /// The text of the finding, with words in braces as placeholders for values that depend on the
  /// call.
  private let text: String
  /// The rule of the keychain that explains the finding.
  package let why: String
  /// The advice that the finding gives to the user.
  package let fix: String
  /// A command or a piece of Swift code that produces the finding, or that follows the advice.
  package let example: String
  /// The texts that only reports print, by their names (`FindingTemplate`).
  private let texts: KeyValuePairs<String, String>

  init(
    _ number: Int, _ swiftName: String, _ severity: Severity, summary: String? = nil,
    text: String, why: String, fix: String, example: String,
    texts: KeyValuePairs<String, String> = [:]
  ) {
    code = FindingCode(number)
    self.swiftName = swiftName
    self.severity = severity
    self.summary = summary
    self.text = text
    self.why = why
    self.fix = fix
    self.example = example
    self.texts = texts
  }

  /// The name of the finding as it is printed, for example `synchronizable-not-searched`.
  package var name: String { words("-") }

  /// The name of the finding as a title, for example `synchronizable not searched`.
  package var title: String { words(" ") }

  private func words(_ separator: String) -> String {
    swiftName.reduce(into: "") { name, letter in
      name += letter.isUppercase ? separator + letter.lowercased() : String(letter)
    }
  }

  /// The text of the finding for a reader who asks about the code in general, not about one call.
  package var found: String { FindingTemplate(text: summary ?? text).general }

  /// True if the text of the finding contains values that depend on the call.
  package var isFilledIn: Bool { (summary ?? text).contains("{") }

  /// Returns the text with this name; nil if the row has no such text.
  func template(_ name: String) -> FindingTemplate? {
    switch name {
    case "text": FindingTemplate(text: text)
    case "why": FindingTemplate(text: why)
    case "fix": FindingTemplate(text: fix)
    default: texts.first { $0.key == name }.map { FindingTemplate(text: $0.value) }
    }
  }

  static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.code.number, $0) })
}
