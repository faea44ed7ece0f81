// SPDX-License-Identifier: Apache-2.0
import KeychainCommands

/// The names and the `_arguments` of the completion for zsh.
enum ZshCompletion {
  static func parts() -> [String: [String]] {
    let general = OptionEntry.all(in: CommandTable.generalOptions).map(spec)
    return [
      "names": names(), "arguments": CommandFile.commands.flatMap(arguments),
      "general": ["    _arguments " + general.joined(separator: " \\\n      ")],
    ]
  }

  private static func names() -> [String] {
    CommandFile.commands.map {
      "    \(quoted($0.name + ":" + $0.brief.replacing(":", with: "\\:")))"
    }
  }

  private static func arguments(_ command: Command) -> [String] {
    var specs = OptionEntry.all(of: command).map(spec)
    let operands = command.operands
    let action = action(operands.values)
    if !action.isEmpty {
      specs.append(quoted("\(operands.isFirstOnly ? "1" : "*"):\(operands.word):\(action)"))
    }
    guard !specs.isEmpty else { return [] }
    let last = specs.count - 1
    return ["    (\(command.name))"]
      + specs.enumerated().map { place, spec in
        (place == 0 ? "      _arguments " : "        ") + spec + (place == last ? "" : " \\")
      } + ["      ;;"]
  }

  private static func spec(_ option: OptionEntry) -> String {
    let value = option.value.map { value in
      ":\(value.prefix { $0.isLetter }):\(action(option.line.values))"
    }
    return quoted(
      (option.line.repeats ? "*" : "") + "\(option.name)[\(option.line.brief)]" + (value ?? ""))
  }

  private static func action(_ values: CommandOption.Values) -> String {
    switch values {
    case .any: ""
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .directories: "_files -/"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
