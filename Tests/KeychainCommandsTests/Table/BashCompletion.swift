// SPDX-License-Identifier: Apache-2.0
import KeychainCommands

/// The arrays of the completion for bash.
enum BashCompletion {
  static func parts() -> [String: [String]] {
    ["general": general(), "options": options(), "words": words()]
  }

  private static func general() -> [String] {
    let names = OptionEntry.all(in: CommandTable.generalOptions).map(\.name)
    return ["_security_general='\(names.joined(separator: " "))'"]
  }

  private static func options() -> [String] {
    CommandFile.commands.map { command in
      let names = OptionEntry.all(of: command).map(\.name)
      return "  [\(command.name)]='\(names.joined(separator: " "))'"
    }
  }

  private static func words() -> [String] {
    CommandFile.commands.flatMap { command -> [String] in
      var lines: [String] = []
      if case .words(let words) = command.operands.values {
        let place = command.operands.isFirstOnly ? "\(command.name):\(command.name)" : command.name
        lines.append("  [\(place)]='\(words.joined(separator: " "))'")
      }
      for option in OptionEntry.all(of: command) where option.value != nil {
        guard case .words(let words) = option.line.values else { continue }
        lines.append("  [\(command.name):\(option.name)]='\(words.joined(separator: " "))'")
      }
      return lines
    }
  }
}
