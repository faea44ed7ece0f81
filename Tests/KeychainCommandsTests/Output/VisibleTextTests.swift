// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainTypes
import TestPatience
import Testing

/// Tests that names which others may have chosen do nothing to the terminal that shows them.
@Suite("Foreign names in messages") struct VisibleTextTests {
  /// A name that clears a terminal, changes its colour and title, writes backwards and ends the
  /// line.
  private static let name = "a\u{1B}[2Jb\u{9B}31m\u{7}\u{202E}c\u{7F}\u{2028}\nsecurity: d"
  private static let shown =
    "a\\033[2Jb\\23331m\\007\\u{202E}c\\177\\u{2028}\\012security: d"

  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  @Test(
    "no command prints a name as it is",
    arguments: [
      ["restore", name], ["backup", AbsentPath.file(name)],
      ["backup", AbsentPath.file(".latchkey-backup.abcde" + name)],
      ["find-generic-password", "-s", "x", name], ["add-generic-password", "-c", "a\u{1B}c"],
      ["dump-keychain", name], ["list-keychains", "-d", name], ["list-keychains", "-s", name],
      ["default-keychain", "-s", name], ["show-keychain-info", name], [name], ["help", name],
      ["-v", "restore", name], ["check", "--copy", "/" + name], ["lock-status", "--" + name],
      ["dump-items", name], ["error", name], ["set-passcode", "--passcode-fd", name],
      ["set-passcode", "--timeout", name], ["unlock-store", "--" + name, name],
      ["add-generic-password", "-a", "b", "-s", "c", "-X", name],
      ["add-generic-password", "-a", "b", "-s", "c", "-w", "d", "--access-group", name],
    ])
  func names(_ words: [String]) {
    for store in [
      ScriptedStore(),
      ScriptedStore { $0.addRefusal = KeychainError(.ioFailed, "no", context: .path(Self.name)) },
    ] {
      let terminal = ScriptedTerminal()
      terminal.answers = ["words", "words"]
      let outcome = security(words, on: store, at: terminal)
      #expect(Self.isHarmless(outcome.error), "\(outcome.error.debugDescription)")
      #expect(Self.isHarmless(outcome.output), "\(outcome.output.debugDescription)")
    }
  }

  @Test("a name is spelled out") func spelled() throws {
    let refused = security(["restore", Self.name])
    #expect(refused.status == 206)
    #expect(refused.error.contains("security: \(Self.shown): there is no such file or directory\n"))
    let folder = FileManager.default.temporaryDirectory.path + "/latchkey-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let terminal = ScriptedTerminal()
    terminal.answers = ["words", "words"]
    let done = security(["backup", "\(folder)/\(Self.name)"], on: ScriptedStore(), at: terminal)
    #expect(done.output.hasPrefix("\(folder)/\(Self.shown): 0 items\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [Self.name])
    let store = ScriptedStore {
      $0.report.findings = [CheckReport.Finding(.fileDamaged, detail: Self.name)]
    }
    #expect(security("check", on: store).output.contains("file damaged: \(Self.shown)\n"))
  }

  @Test("a line of a session that is no command") func session() {
    let terminal = ScriptedTerminal()
    terminal.lines = ["\u{1B}[2J"]
    #expect(Self.isHarmless(security(["-i"], at: terminal).error))
  }

  @Test("a file whose name is no UTF-8 is refused for just that", arguments: ["backup", "restore"])
  func notText(_ verb: String) {
    let refused = security([Array(verb.utf8), [0x2F, 0xFF, 0x1B]])
    #expect(
      refused
        == Outcome(
          status: 1, output: "",
          error: "security: \(verb): the name of the file is not UTF-8\n"))
  }
}
