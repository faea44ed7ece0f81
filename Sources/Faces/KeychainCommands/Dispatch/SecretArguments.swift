// SPDX-License-Identifier: Apache-2.0

/// Decides which of a command's arguments may be shown: options that the command declares, and the
/// values of those that are no secrets.
///
/// A word that no option declares, an operand or a misplaced one, may be a
/// password that somebody has given in the wrong place.
struct SecretArguments {
  private let isKnown: Bool
  private let grammar: OptionReader.Grammar
  private let kinds: [Character: Bool]
  private let secretOptions: String
  static let substitute = Array("***".utf8)

  init(of command: Command) {
    switch command.availability {
    case .ready: isKnown = true
    case .planned, .macOSOnly: isKnown = false
    }
    grammar = command.grammar
    kinds = OptionReader.kinds(of: grammar.letters)
    secretOptions = command.secretOptions
  }

  /// The arguments with `***` in place of each that is not shown.
  ///
  /// A command that is not there yet shows none, as nobody knows what its arguments mean.
  func hidden(_ arguments: [[UInt8]]) -> [[UInt8]] {
    var result = arguments.map { _ in Self.substitute }
    guard isKnown else { return result }
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      guard argument.count > 1, argument[0] == UInt8(ascii: "-") else {
        // An operand; in most commands nothing behind one is an option.
        guard grammar.isMixed else { break }
        place += 1
        continue
      }
      if argument == Array("--".utf8) {
        result[place] = argument
        break
      }
      let read = argument[1] == UInt8(ascii: "-") ? long(argument) : letters(argument)
      guard let read else {
        place += 1
        continue
      }
      result[place] = read.shown
      place += 1
      guard let value = read.value, place < arguments.count else { continue }
      if value.isOptional, arguments[place].first == UInt8(ascii: "-") { continue }
      if !value.isSecret { result[place] = arguments[place] }
      place += 1
    }
    return result
  }

  /// An option as it is shown, and what the next argument is to it.
  private struct Shown {
    var shown: [UInt8]
    var value: (isSecret: Bool, isOptional: Bool)?
  }

  private func long(_ argument: [UInt8]) -> Shown? {
    let name = String(
      decoding: argument.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let hasValue = argument.contains(UInt8(ascii: "="))
    let isFlag = grammar.longFlags.contains(name) || argument == OptionReader.help
    if isFlag { return hasValue ? nil : Shown(shown: argument) }
    guard grammar.longWithValue.contains(name) else { return nil }
    let isShown = Self.shown.contains(name)
    guard hasValue else { return Shown(shown: argument, value: (!isShown, false)) }
    let end = argument.firstIndex(of: UInt8(ascii: "=")) ?? argument.endIndex
    return Shown(shown: isShown ? argument : argument[...end] + Self.substitute)
  }

  /// Long options whose values are neither secrets nor taken for the place of one, as the number of
  /// a descriptor is.
  private static let shown: Set<String> = [
    "access-group", "as", "call", "copy", "if", "limit", "pid", "profile", "return", "sort",
    "timeout",
  ]

  /// A group of letters; nil where one is none of the command's.
  private func letters(_ argument: [UInt8]) -> Shown? {
    for place in 1..<argument.count {
      let letter = Character(Unicode.Scalar(argument[place]))
      guard let takesValue = kinds[letter] else { return nil }
      guard takesValue else { continue }
      let isSecret = secretOptions.contains(letter)
      guard place + 1 < argument.count else {
        return Shown(
          shown: argument, value: (isSecret, grammar.optionalAnywhere.contains(letter)))
      }
      return Shown(shown: isSecret ? argument[...place] + Self.substitute : argument)
    }
    return Shown(shown: argument)
  }
}
