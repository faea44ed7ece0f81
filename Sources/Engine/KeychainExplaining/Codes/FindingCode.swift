// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The code of a finding: `K209` (spec/diagnostics.md 3).
package struct FindingCode: Hashable, Comparable, Sendable {
  /// The number behind the letter.
  package let number: Int

  init(_ number: Int) { self.number = number }

  /// The code of a text like `K209`, in either case; nil for any other text, and where there is
  /// no such code.
  package init?(_ text: String) {
    guard text.utf8.count == 4, text.first?.uppercased() == "K",
      let number = Int(text.dropFirst()), FindingArticle.byNumber[number] != nil
    else { return nil }
    self.number = number
  }

  /// The code that tells of a refusal.
  package init?(_ cause: KeychainError.Cause) {
    number = Int(cause.rawValue)
    guard FindingArticle.byNumber[number] != nil else { return nil }
  }

  package static func < (left: FindingCode, right: FindingCode) -> Bool {
    left.number < right.number
  }
}

extension FindingCode: CustomStringConvertible {
  package var description: String {
    let digits = String(number)
    return "K" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}

extension FindingCode {
  /// The row of the table.
  package var article: FindingArticle {
    guard let article = FindingArticle.byNumber[number] else {
      preconditionFailure("every code has its row")
    }
    return article
  }
}
