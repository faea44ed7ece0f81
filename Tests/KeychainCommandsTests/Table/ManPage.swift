// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands

/// The sections of the man page about the commands.
enum ManPage {
  static func parts() -> [String: [String]] {
    [
      "commands": CommandFile.commands.flatMap(section),
      "general": list(CommandTable.generalOptions),
    ]
  }

  private static func section(_ command: Command) -> [String] {
    var lines = [
      ".Ss \(command.name)", ".Bd -filled -offset indent -compact", ".Nm", ".Cm \(command.name)",
    ]
    if !command.synopsis.isEmpty { lines.append(text(command.synopsis)) }
    lines += [".Ed", ".Pp", text(command.summary)]
    let paragraphs = [command.manual, command.notes].filter { !$0.isEmpty }
      .flatMap { $0.split(separator: "\n\n") }
    for (place, paragraph) in paragraphs.enumerated() {
      if place > 0 { lines.append(".Pp") }
      lines += paragraph.split(separator: "\n").map { text(String($0)) }
    }
    return lines + list(command.options())
  }

  /// A list of options with their explanations; no line if there is no option.
  private static func list(_ options: [CommandOption]) -> [String] {
    guard !options.isEmpty else { return [] }
    return [".Bl -tag -width Ds"]
      + options.flatMap { [item($0), text(sentence($0.text))] } + [".El"]
  }

  private static func item(_ option: CommandOption) -> String {
    let parts = option.spellings.map { spelling in
      let value = spelling.value.map { " Ar \($0)" } ?? ""
      return spelling.isOption
        ? "Fl \(spelling.name.dropFirst())\(value)" : "Ar \(spelling.name)"
    }
    return ".It " + parts.joined(separator: " , ").replacing("-", with: "\\-")
  }

  /// Returns the explanation of an option as a sentence.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Returns a line of text with its markup.
  ///
  /// Code in backquotes and options become bold, and their hyphens stay as they are typed.
  private static func text(_ line: String) -> String {
    let escaped = line.replacing("\\", with: "\\e")
    let coded = escaped.replacing(/`([^`]+)`/) { code in
      "\\fB" + code.output.1.replacing("-", with: "\\-") + "\\fP"
    }
    let marked = coded.replacing(/(^|[\s(\[|])(--?[A-Za-z][-A-Za-z]*)/) { option in
      "\(option.output.1)\\fB" + option.output.2.replacing("-", with: "\\-") + "\\fP"
    }
    return marked.hasPrefix(".") || marked.hasPrefix("'") ? "\\&" + marked : marked
  }
}
