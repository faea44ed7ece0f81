// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import Testing

/// Tests of the man page and the completions against the table of commands.
@Suite("files written from the command table") struct CommandFileTests {
  @Test("are as Scripts/commands.sh writes them", arguments: CommandFile.all)
  func written(_ file: CommandFile) throws {
    if ProcessInfo.processInfo.environment["LATCHKEY_WRITE_COMMANDS"] == "1" { try file.write() }
    #expect(try file.present() == file.made(), "run Scripts/commands.sh")
  }

  @Test("a row has every option of its usage, and explains each in a line that shells can show")
  func rows() {
    #expect(CommandFile.commands.count > 30)
    for command in CommandFile.commands {
      let entries = OptionEntry.all(of: command)
      let names = Set(entries.map(\.name))
      #expect(names.count == entries.count, "\(command.name)")
      var unused = names
      for word in command.synopsis.matches(of: /(?:^|[\s\[|])(--?[A-Za-z][-A-Za-z]*)/) {
        let word = String(word.output.1)
        let used = word.hasPrefix("--") ? [word] : word.dropFirst().map { "-\($0)" }
        #expect(names.isSuperset(of: used), "\(command.name) \(word)")
        unused.subtract(used)
      }
      if !command.synopsis.contains("[options...]") {
        #expect(unused == [], "the usage of \(command.name)")
      }
      for entry in entries {
        let brief = entry.line.brief
        #expect(!brief.isEmpty && brief.count <= 60, "\(command.name) \(entry.name): \(brief)")
        #expect(!brief.contains { "[]:`".contains($0) }, "\(command.name) \(entry.name)")
      }
    }
  }
}
