// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The code of a finding, for example `K209` (Specification/diagnostics.md, "Findings: the code
/// table").
package struct FindingCode: Hashable, Comparable, Sendable {
  /// The number of the code, without the letter K.
  package let number: Int

  init(_ number: Int) { self.number = number }

  /// Reads a code from a text like `K209`, in upper or lower case.
  ///
  /// Nil if the text has another form, or if no finding has this code.
  package init?(_ text: String) {
    guard text.utf8.count == 4, text.first?.uppercased() == "K",
      let number = Int(text.dropFirst()), FindingArticle.byNumber[number] != nil
    else { return nil }
    self.number = number
  }

  /// Creates the code of the finding that explains why a call was refused.
  ///
  /// Nil if no finding explains this cause.
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
  /// The reference article of the code.
  package var article: FindingArticle {
    guard let article = FindingArticle.byNumber[number] else {
      preconditionFailure("every code has its row")
    }
    return article
  }
}
