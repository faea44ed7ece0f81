// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Tests of questions at a terminal: no echo, no hanging, and the echo restored in every case.
@Suite("prompts at a terminal") struct PromptTests {
  private static let question = "password data for new item: "
  private static let again = "retype password for new item: "
  private let home: TemporaryFolder
  private let terminal: PseudoTerminal
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    terminal = try PseudoTerminal()
    program = Program(home: home.path)
  }

  private func ask() throws -> pid_t {
    let process = try terminal.start(
      program, ["add-generic-password", "-a", "me", "-s", "x", "-w"])
    try terminal.waitFor(Self.question)
    return process
  }

  @Test("what is typed is not shown, and three mismatches end it") func mismatch() throws {
    let process = try ask()
    for round in 0..<3 {
      if round > 0 { try terminal.waitFor(Self.question) }
      #expect(!terminal.echoes)
      try terminal.type("geheim\(round)\n")
      try terminal.waitFor(Self.again)
      try terminal.type("anders\n")
      try terminal.waitFor("passwords don't match")
    }
    #expect(try terminal.readToEnd(of: process) == 1)
    #expect(!terminal.screen.contains("geheim"))
    #expect(terminal.echoes)
  }

  @Test(
    "signals end the program only after the echo is back",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(_ signal: Int32) throws {
    let process = try ask()
    #expect(!terminal.echoes)
    kill(process, signal)
    #expect(try Program.wait(for: process) == 128 + signal)
    #expect(terminal.echoes)
  }

  @Test("a crash ends the program at once, without a report of its memory") func crash() throws {
    let process = try ask()
    kill(process, SIGSEGV)
    #expect(try terminal.readToEnd(of: process) == 128 + SIGSEGV)
    #expect(terminal.screen == Self.question)
  }

  @Test("Ctrl-C too") func interrupt() throws {
    let process = try ask()
    try terminal.type("gehe\u{3}")
    #expect(try Program.wait(for: process) == 128 + SIGINT)
    #expect(terminal.echoes)
  }

  @Test("end of file cancels: status 128") func endOfFile() throws {
    let process = try ask()
    try terminal.type("\u{4}")
    #expect(try terminal.readToEnd(of: process) == 128)
    #expect(terminal.screen.contains("The user") || terminal.screen.contains("cancel"))
    #expect(terminal.echoes)
  }

  @Test("a line as long as the terminal's own limit is refused, not cut") func long() throws {
    let process = try ask()
    try terminal.type(String(repeating: "x", count: 4_000))
    try terminal.type(String(repeating: "x", count: 1_000) + "\n")
    #expect(try terminal.readToEnd(of: process) == 206)
    #expect(terminal.screen.contains("--password-fd"))
  }

  @Test("LATCHKEY_INTERACTION=never: nobody is asked, status 36") func never() throws {
    var program = program
    program.environment["LATCHKEY_INTERACTION"] = "never"
    let process = try terminal.start(
      program, ["add-generic-password", "-a", "me", "-s", "x", "-w"])
    #expect(try Program.wait(for: process) == 36)
  }

  @Test("a descriptor that is a terminal would echo: refused") func echoing() throws {
    let process = try terminal.start(
      program, ["add-generic-password", "-a", "me", "-s", "x", "--password-fd", "0"])
    #expect(try Program.wait(for: process) == 206)
  }

  @Test("the interactive mode shows its prompt to a person") func interactive() throws {
    let process = try terminal.start(program, ["-i"])
    try terminal.waitFor("security> ")
    try terminal.type("version\n")
    try terminal.waitFor("Latchkey")
    try terminal.type("\u{4}")
    #expect(try Program.wait(for: process) == 0)
  }
}
