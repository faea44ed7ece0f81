// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import TestPatience
import Testing

/// Tests of `PromptSurroundings.current()` in processes with and without a terminal.
@Suite("PromptSurroundings")
struct SurroundingsTests {
  private func told(
    _ environment: [String: String], terminal: PseudoTerminal? = nil, _ more: String...
  ) throws -> PromptWorker {
    try PromptWorker(["whom"] + more, terminal: terminal, environment: environment)
  }

  @Test("without a terminal: a display, or nobody")
  func headless() throws {
    let graphical = PlayedPinentry.path
    let rows: [(environment: [String: String], whom: String)] = [
      ([:], "nobody nobodyThere"),
      (["LATCHKEY_PINENTRY": graphical], "nobody nobodyThere"),
      (["LATCHKEY_PINENTRY": graphical, "DISPLAY": ""], "nobody nobodyThere"),
      (["LATCHKEY_PINENTRY": graphical, "DISPLAY": ":0"], "display \(graphical)"),
      (["LATCHKEY_PINENTRY": graphical, "WAYLAND_DISPLAY": "w"], "display \(graphical)"),
      (["LATCHKEY_PINENTRY": AbsentPath.file("pinentry"), "DISPLAY": ":0"], "nobody noProgram"),
      (["LATCHKEY_PINENTRY": "pinentry-tty", "DISPLAY": ":0"], "nobody noProgram"),
      (
        ["LATCHKEY_PINENTRY": graphical, "DISPLAY": ":0", "LATCHKEY_INTERACTION": "never"],
        "nobody forbidden"
      ),
    ]
    for row in rows {
      let worker = try told(row.environment)
      #expect(worker.end() == 0)
      #expect(worker.output == row.whom + "\n", "\(row.environment)")
    }
  }

  @Test("at a terminal: a program there, else the terminal itself")
  func terminal() throws {
    let rows: [(environment: [String: String], whom: String)] = [
      (["LATCHKEY_PINENTRY": "pinentry-tty"], "program /usr/bin/pinentry-tty"),
      (["LATCHKEY_PINENTRY": AbsentPath.file("pinentry"), "TERM": "vt100"], "terminal TTY vt100"),
      (["LATCHKEY_INTERACTION": "never"], "nobody forbidden"),
    ]
    for row in rows {
      let terminal = try PseudoTerminal()
      let worker = try told(row.environment, terminal: terminal)
      try terminal.waitFor(row.whom.replacing("TTY", with: terminal.path))
      #expect(worker.end() == 0)
    }
  }

  @Test("in the background of its terminal there is nobody, and no standstill")
  func background() throws {
    let terminal = try PseudoTerminal()
    let worker = try told(
      ["LATCHKEY_PINENTRY": "pinentry-tty"], terminal: terminal, "background")
    try terminal.waitFor("nobody nobodyThere")
    try terminal.waitFor("noTerminal")
    #expect(worker.end() == 0)
  }
}
