// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A text of a finding's row with the values of one call, as a report prints it.
///
/// Each text of the table has a function or a property, for example
/// `FindingText.beforeFirstUnlock.items(n: 1, name: "ck")`. `Scripts/findings.py` writes them from
/// the table, so a wrong name does not compile. A value of a text can itself be a text.
package struct FindingText: Sendable, CustomStringConvertible {
  /// The value of a placeholder.
  enum Value: Sendable {
    case text(String)
    case number(Int)
    case truth(Bool)

    /// Creates the value of a placeholder that stands for words; nil counts as an empty text.
    init(_ value: (some CustomStringConvertible)?) { self = .text(value?.description ?? "") }

    var words: String {
      switch self {
      case .text(let text): text
      case .number(let number): "\(number)"
      case .truth(let truth): "\(truth)"
      }
    }

    /// True if a choice with this value has its first words.
    var choosesFirst: Bool {
      switch self {
      case .text(let text): !text.isEmpty
      case .number(let number): number == 1
      case .truth(let truth): truth
      }
    }
  }

  /// The code of the row; nil for a text that the findings of several codes share.
  let code: FindingCode?
  /// The text with its values.
  package let description: String

  /// Fills in a text of a row.
  ///
  /// - Parameters:
  ///   - number: The number of the row; 0 for the texts that several codes share.
  ///   - name: The name of the text: `text`, `why` or `fix` for those of the article.
  init(_ number: Int, _ name: String, _ values: [String: Value] = [:]) {
    let row = number == 0 ? FindingArticle.shared : FindingArticle.byNumber[number]
    code = number == 0 ? nil : row?.code
    description = row?.template(name)?.filled(values) ?? name
  }
}

extension FindingText {
  /// The advice of an error as a sentence; nil if the error has no advice.
  ///
  /// The words stand in the table of errors (`KeychainError`).
  package static func advice(of error: KeychainError) -> FindingText? {
    let advice = error.advice.capitalized
    return advice.isEmpty ? nil : .shared.advice(sentence: advice + ".")
  }
}

extension StaticString {
  /// The text with a capital letter at its beginning.
  var capitalized: String {
    let text = description
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
