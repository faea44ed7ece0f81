// SPDX-License-Identifier: Apache-2.0

/// Finds the secrets among a command's arguments, so that they can be left out where arguments
/// are shown.
struct SecretArguments {
  private let isKnown: Bool
  private let grammar: OptionReader.Grammar
  private let secretOptions: Set<Character>
  static let substitute = Array("***".utf8)

  init(of command: Command) {
    if case .ready = command.availability { isKnown = true } else { isKnown = false }
    grammar = command.grammar
    secretOptions = command.secretOptions
  }

  /// The arguments with `***` in place of each secret.
  ///
  /// Which arguments of a command that is not there yet are secrets is not known here, and many
  /// take a password: none of them is shown.
  func hidden(_ arguments: [[UInt8]]) -> [[UInt8]] {
    guard isKnown else { return arguments.map { _ in Self.substitute } }
    var result = arguments
    var isNextSecret = false
    for (place, argument) in arguments.enumerated() {
      if isNextSecret {
        result[place] = Self.substitute
        isNextSecret = false
        continue
      }
      guard argument.count > 1, argument[0] == UInt8(ascii: "-"), argument[1] != argument[0]
      else { continue }
      guard let end = endOfLetters(argument) else { continue }
      if end < argument.count {
        result[place] = Array(argument[..<end]) + Self.substitute
      } else {
        isNextSecret = true
      }
    }
    return result
  }

  /// Where the value of a secret option begins in a group of letters; nil without such an option.
  private func endOfLetters(_ argument: [UInt8]) -> Int? {
    for place in 1..<argument.count {
      let letter = Character(Unicode.Scalar(argument[place]))
      if secretOptions.contains(letter) { return place + 1 }
      if takesValue(letter) { return nil }
    }
    return nil
  }

  private func takesValue(_ letter: Character) -> Bool {
    let letters = grammar.letters
    guard let place = letters.firstIndex(of: letter) else { return false }
    let next = letters.index(after: place)
    return next < letters.endIndex && letters[next] == ":"
  }
}
