// SPDX-License-Identifier: Apache-2.0

/// The operands that name keychains, among the words with which a user describes a call or selects
/// items.
enum KeychainWord {
  /// True if a word names a keychain, whatever else the words describe: it is a path or empty, or
  /// ends like the name of a keychain file.
  ///
  /// An empty word names no file. Commands refuse it, so it must not mean the search list.
  static func isName(_ word: String) -> Bool {
    if word.isEmpty || word.hasPrefix("/") { return true }
    return !isPair(word) && (word.hasSuffix(".keychain") || word.hasSuffix(".keychain-db"))
  }

  /// True if a word has no sign that separates a key from its value, and is no dictionary.
  static func isPlain(_ word: String) -> Bool {
    !word.contains { $0 == "=" || $0 == ":" || $0 == "[" || $0 == "," }
  }

  /// True if a word is a pair such as `svce=s`: a known key, and its value.
  private static func isPair(_ word: String) -> Bool {
    guard let name = word.split(separator: "=", maxSplits: 1).first, name.count < word.count else {
      return false
    }
    // `svce:x=00` gives the value as hexadecimal digits.
    let key = name.split(separator: ":", maxSplits: 1).first ?? name
    return CallKey(String(key)) != nil || !word.hasSuffix(".keychain")
  }
}
