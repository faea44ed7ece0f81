// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import Testing

/// A file about the commands of `security` that is written from the table of commands.
///
/// Its template, `Packaging/templates/NAME`, has the text that does not come from the table. A line
/// `@part@` stands for lines that come from the table.
struct CommandFile: Sendable, CustomTestStringConvertible {
  /// The path from the root of the project.
  let path: String
  /// The lines for each part of the template.
  let parts: @Sendable () -> [String: [String]]

  static let all = [
    CommandFile(path: "Packaging/man/security.1", parts: ManPage.parts),
    CommandFile(path: "Packaging/completions/security.bash", parts: BashCompletion.parts),
    CommandFile(path: "Packaging/completions/_security", parts: ZshCompletion.parts),
    CommandFile(path: "Packaging/completions/security.fish", parts: FishCompletion.parts),
  ]

  /// The rows of the commands that this version has, in the order of the table.
  static let commands = CommandTable.all.filter(\.isThere)

  var testDescription: String { path }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private var file: URL { Self.root.appending(path: path) }

  /// Returns the text of the file as it is.
  func present() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// Returns the text that the file should have, from the template and the table.
  func made() throws -> String {
    let template = Self.root.appending(path: "Packaging/templates/\(file.lastPathComponent)")
    let parts = parts()
    return try String(contentsOf: template, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line -> [String] in
        guard line.first == "@", line.last == "@", line.count > 2 else { return [String(line)] }
        return parts[String(line.dropFirst().dropLast())] ?? ["no part \(line)"]
      }
      .joined(separator: "\n")
  }

  func write() throws { try made().write(to: file, atomically: true, encoding: .utf8) }
}

extension Command {
  /// The summary without its full stop.
  var brief: String { summary.hasSuffix(".") ? String(summary.dropLast()) : summary }
}

/// One option of a command, with its line in the table.
struct OptionEntry {
  let name: String
  let value: String?
  let line: CommandOption

  var isLong: Bool { name.hasPrefix("--") }

  static func all(of command: Command) -> [OptionEntry] { all(in: command.options()) }

  static func all(in lines: [CommandOption]) -> [OptionEntry] {
    lines.flatMap { line in
      line.spellings.filter(\.isOption).map {
        OptionEntry(name: $0.name, value: $0.value, line: line)
      }
    }
  }
}
