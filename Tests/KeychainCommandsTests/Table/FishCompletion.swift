// SPDX-License-Identifier: Apache-2.0
import KeychainCommands

/// The names, options and operands of the completion for fish.
enum FishCompletion {
  static func parts() -> [String: [String]] {
    ["general": general(), "names": names(), "options": options(), "operands": operands()]
  }

  private static func general() -> [String] {
    OptionEntry.all(in: CommandTable.generalOptions).map { option in
      "complete -c security -n __security_has_none" + words(option)
    }
  }

  private static func names() -> [String] {
    CommandFile.commands.map { "__security_name \($0.name) \(quoted($0.brief))" }
  }

  /// Returns a line for each option, with all commands in which the option has this meaning.
  private static func options() -> [String] {
    var order: [String] = []
    var commands: [String: [String]] = [:]
    for command in CommandFile.commands {
      for option in OptionEntry.all(of: command) {
        let line = line(option)
        if commands[line] == nil { order.append(line) }
        commands[line, default: []].append(command.name)
      }
    }
    return order.map { "\($0) of \(commands[$0, default: []].joined(separator: " "))" }
  }

  private static func line(_ option: OptionEntry) -> String { "__security_option" + words(option) }

  /// The words of `complete` about an option, each after a blank.
  private static func words(_ option: OptionEntry) -> String {
    let name = option.isLong ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
    var value = ""
    if option.value != nil {
      switch option.line.values {
      case .any: value = " -x"
      case .words(let words): value = " -xa \(quoted(words.joined(separator: " ")))"
      case .files: value = " -rF"
      case .directories: value = " -xa '(__fish_complete_directories)'"
      }
    }
    return " \(name)\(value) -d \(quoted(option.line.brief))"
  }

  private static func operands() -> [String] {
    var lines: [String] = []
    var files: [String] = []
    for command in CommandFile.commands {
      switch command.operands.values {
      case .any, .directories: break
      case .files: files.append(command.name)
      case .words(let words):
        let place = command.operands.isFirstOnly ? "follows" : "is"
        lines.append(
          "complete -c security -n '__security_\(place) \(command.name)' "
            + "-a \(quoted(words.joined(separator: " ")))")
      }
    }
    return lines
      + ["complete -c security -n '__security_is \(files.joined(separator: " "))' -F"]
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "\\'") + "'"
  }
}
