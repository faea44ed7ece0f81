// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// The option letters with which the `find-…-password` commands name attributes, as in `-s AYS -a
/// ann`.
///
/// `explain` and `dump-items` also accept these letters, so that users can paste the options of
/// another command.
package enum AttributeLetters {
  /// The option letters in the form of a getopt grammar: a colon follows each letter that takes a
  /// value.
  package static let grammar = "a:c:C:d:D:G:j:l:p:P:r:s:t:"

  /// True if the user gave an option letter for an attribute that only internet passwords have.
  package static func nameInternetPassword(_ options: OptionReader) -> Bool {
    given(options).contains { !isLetter($0, of: .generic) }
  }

  /// Returns the attributes that the user gave with option letters.
  ///
  /// A letter has the meaning that it has in the commands for passwords of this item class. For a
  /// class other than passwords, it has the meaning for generic passwords.
  ///
  /// - Throws: `Stop.usage` for a letter that the item class does not have, or for a wrong value.
  package static func read(
    _ options: OptionReader, for itemClass: ItemClass, on terminal: Terminal
  ) throws(Stop) -> AttributeSet {
    let attributes: PasswordAttributes =
      itemClass == .internetPassword ? .internet : .generic
    for letter in given(options) where !isLetter(letter, of: attributes) {
      throw .usage(
        message: "-\(letter) is an option of "
          + (itemClass == .internetPassword ? "generic" : "internet") + " passwords")
    }
    return try attributes.read(options, on: terminal)
  }

  /// Returns the option letters on the command line that name attributes of passwords; other
  /// options are left out.
  private static func given(_ options: OptionReader) -> [Character] {
    options.options.compactMap { option in
      guard case .letter(let letter) = option.name,
        isLetter(letter, of: .generic) || isLetter(letter, of: .internet)
      else { return nil }
      return letter
    }
  }

  private static func isLetter(_ letter: Character, of attributes: PasswordAttributes) -> Bool {
    attributes.letters[letter] != nil
  }
}
