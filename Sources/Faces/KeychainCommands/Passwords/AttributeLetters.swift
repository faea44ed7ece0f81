// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// The letters of find-generic-password and find-internet-password, for commands that take a call
/// as somebody has it: `-s AYS -a ann`.
package enum AttributeLetters {
  /// The letters in the form that a grammar has.
  package static let grammar = "a:c:C:d:D:G:j:l:p:P:r:s:t:"

  /// Whether letters are given that only internet passwords have.
  package static func nameInternetPassword(_ options: OptionReader) -> Bool {
    given(options).contains { !isLetter($0, of: .generic) }
  }

  /// Reads the attributes that the letters give, as the commands for passwords of the class do.
  ///
  /// Letters for a class other than passwords are read as for generic passwords.
  ///
  /// - Throws: the usage, for a letter that the class does not have, and for a wrong value.
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

  /// The letters of passwords among the options.
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
