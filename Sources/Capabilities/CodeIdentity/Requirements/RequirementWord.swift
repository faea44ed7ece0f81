// SPDX-License-Identifier: Apache-2.0

/// The words of the requirement language.
enum RequirementWord {
  /// The words with which a condition begins.
  private static let conditions = [
    "always", "true", "never", "false", "identifier", "cdhash", "anchor", "certificate", "cert",
    "info", "entitlement", "platform", "notarized", "legacy", "team", "path", "digest", "strength",
    "build", "interpreter",
  ].map { Array($0.utf8) }

  static func isCondition(_ word: [UInt8]) -> Bool { conditions.contains(word) }

  /// True for a word of the requirement language.
  ///
  /// A text that reads like this word is printed in quotes.
  static func isReserved(_ word: [UInt8]) -> Bool {
    ["and", "or", "exists", "absent", "timestamp", "generic", "trusted"]
      .contains { word.elementsEqual($0.utf8) } || isCondition(word)
  }

  /// True for a word that joins conditions, and therefore cannot be a text without quotes.
  static func isJoint(_ word: [UInt8]) -> Bool {
    word.elementsEqual("and".utf8) || word.elementsEqual("or".utf8)
  }
}
