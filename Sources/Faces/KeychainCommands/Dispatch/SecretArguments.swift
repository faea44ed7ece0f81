// SPDX-License-Identifier: Apache-2.0

/// Decides which arguments `security -v` may show when it prints the command that it runs.
///
/// Options that the command declares are shown, and also their values unless the values are
/// secrets. An operand is shown if it is the name of a keychain or the path of a file. All other
/// arguments are hidden: each may be a password in the wrong place.
struct SecretArguments {
  private let isKnown: Bool
  private let grammar: OptionReader.Grammar
  private let kinds: [Character: Bool]
  /// The letters of those options whose values are secrets and must be hidden.
  private let secrets: String
  /// The long options, without hyphens, whose values may be shown.
  ///
  /// The value of an option such as `--password-fd` is hidden, because a user may write the secret
  /// itself in place of the number.
  private let shown: [String]
  static let substitute = Array("***".utf8)

  init(of command: Command) {
    switch command.availability {
    case .ready: isKnown = true
    case .macOSOnly: isKnown = false
    }
    grammar = command.grammar
    kinds = OptionReader.kinds(of: grammar.letters)
    let options = command.options()
    secrets =
      command.hiddenSecrets
      + options.filter(\.isSecret).flatMap(\.spellings).compactMap(\.name.last)
    shown = options.filter(\.isShown).flatMap(\.spellings).map { String($0.name.dropFirst(2)) }
  }

  /// Returns the arguments of the command, with `***` in place of each argument that must not be
  /// shown.
  ///
  /// If the command is not available in this version, all its arguments are replaced, because their
  /// meaning is unknown.
  func hidden(_ arguments: [[UInt8]]) -> [[UInt8]] {
    var result = arguments.map { _ in Self.substitute }
    guard isKnown else { return result }
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      guard argument.count > 1, argument[0] == UInt8(ascii: "-") else {
        // Unless the grammar is mixed, all arguments after the first operand are operands.
        guard grammar.isMixed else { break }
        result[place] = Self.operand(argument)
        place += 1
        continue
      }
      if argument == Array("--".utf8) {
        result[place] = argument
        place += 1
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
    while place < arguments.count {
      result[place] = Self.operand(arguments[place])
      place += 1
    }
    return result
  }

  /// Returns the operand if its form shows that it names a keychain or a file; otherwise `***`.
  private static func operand(_ word: [UInt8]) -> [UInt8] {
    KeychainOperands.isName(word) ? word : substitute
  }

  /// An argument with options, in the form `shown` in which `-v` prints it.
  ///
  /// If the value of the option is the next argument, `value` says whether that value is a secret
  /// and whether it may be left out. Otherwise `value` is nil.
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
    let isShown = shown.contains(name)
    guard hasValue else { return Shown(shown: argument, value: (!isShown, false)) }
    let end = argument.firstIndex(of: UInt8(ascii: "=")) ?? argument.endIndex
    return Shown(shown: isShown ? argument : argument[...end] + Self.substitute)
  }

  /// Returns the form in which a group of option letters such as `-abc` is shown.
  ///
  /// Nil if the command does not accept a letter of the group.
  private func letters(_ argument: [UInt8]) -> Shown? {
    for place in 1..<argument.count {
      let letter = Character(Unicode.Scalar(argument[place]))
      guard let takesValue = kinds[letter] else { return nil }
      guard takesValue else { continue }
      let isSecret = secrets.contains(letter)
      guard place + 1 < argument.count else {
        return Shown(
          shown: argument, value: (isSecret, grammar.optionalAnywhere.contains(letter)))
      }
      return Shown(shown: isSecret ? argument[...place] + Self.substitute : argument)
    }
    return Shown(shown: argument)
  }
}
