// SPDX-License-Identifier: Apache-2.0

/// The reference article of a finding code, as `security explain K209` prints it.
package struct FindingArticle: Sendable {
  package let code: FindingCode
  /// The name of the finding in Swift, for example `synchronizableNotSearched`.
  private let swiftName: String
  /// The severity of the finding, or its usual severity if the severity depends on the call.
  package let severity: Severity
  /// The text of the finding, with words in braces as placeholders for values that depend on the
  /// call.
  private let template: String
  /// The rule of the keychain that explains the finding.
  package let why: String
  /// The advice that the finding gives to the user.
  package let fix: String
  /// A command or a piece of Swift code that produces the finding, or that follows the advice.
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

  /// The name of the finding as it is printed, for example `synchronizable-not-searched`.
  package var name: String { words("-") }

  /// The name of the finding as a title, for example `synchronizable not searched`.
  package var title: String { words(" ") }

  private func words(_ separator: String) -> String {
    swiftName.reduce(into: "") { name, letter in
      name += letter.isUppercase ? separator + letter.lowercased() : String(letter)
    }
  }

  /// The text of the finding, without the braces around its placeholders.
  ///
  /// This text is for a reader who asks about the code in general, not about one call.
  package var found: String { template.filter { $0 != "{" && $0 != "}" } }

  /// True if the text of the finding contains values that depend on the call.
  package var isFilledIn: Bool { template.contains("{") }

  static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.code.number, $0) })
}
