// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import Testing

/// Tests of signals while a terminal is silent, in a process with two threads.
///
/// The terminal is the process's controlling terminal.
@Suite("TerminalPrompt: signals")
struct TerminalSignalTests {
  private func started(_ arguments: String...) throws -> (PromptWorker, PseudoTerminal) {
    let terminal = try PseudoTerminal()
    #expect(terminal.echoes)
    let worker = try PromptWorker(["terminal"] + arguments, terminal: terminal)
    try terminal.waitFor("passcode: ")
    #expect(!terminal.echoes)
    return (worker, terminal)
  }

  @Test("Ctrl-C is an answer, and the process lives on")
  func interrupt() throws {
    let (worker, terminal) = try started()
    terminal.type("geh\u{3}")
    try terminal.waitFor("cancelled")
    #expect(worker.end() == 0)
    #expect(terminal.echoes)
  }

  @Test("where it is to be delivered, Ctrl-C ends the process with the echo back")
  func deliveredInterrupt() throws {
    let (worker, terminal) = try started("deliver")
    terminal.type("geh\u{3}")
    #expect(worker.end() == 128 + SIGINT)
    #expect(terminal.echoes)
  }

  @Test(
    "signals from elsewhere end the process, with the echo back",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func ended(_ signal: Int32) throws {
    let (worker, terminal) = try started()
    kill(worker.process, signal)
    #expect(worker.end() == 128 + signal)
    #expect(terminal.echoes)
  }

  @Test("who lost the foreground and reads is stopped, as any job, and asks again with it")
  func background() throws {
    let terminal = try PseudoTerminal()
    let worker = try PromptWorker(["jobs"], terminal: terminal)
    try terminal.waitFor("the shell has the terminal")
    terminal.type("for the shell\n")
    try terminal.waitFor("stopped by \(SIGTTIN)")
    try terminal.waitFor("passcode: ")
    #expect(!terminal.echoes)
    terminal.type("gehe\n")
    try terminal.waitFor("passphrase of 4")
    try terminal.waitFor("ended with 0")
    #expect(worker.end() == 0)
    #expect(terminal.echoes)
  }

  @Test("who lost the foreground ends at the deadline, and leaves the terminal to who has it")
  func backgroundDeadline() throws {
    let terminal = try PseudoTerminal()
    let worker = try PromptWorker(
      ["jobs"], terminal: terminal, environment: ["PROMPT_MILLISECONDS": "700"])
    try terminal.waitFor("the shell has the terminal")
    try terminal.waitFor("timedOut")
    try terminal.waitFor("ended in the background with 0")
    #expect(worker.end() == 0)
    // The terminal's echo is on, although this shell has not restored it.
    #expect(terminal.echoes)
  }

  @Test("a stop gives the echo back, and after it the question is put again")
  func stopped() throws {
    let (worker, terminal) = try started()
    terminal.type("\u{1A}")
    // The leader of a session without a shell cannot be stopped, so it goes on at once.
    try terminal.waitFor("passcode: ")
    terminal.type("gehe\n")
    try terminal.waitFor("passphrase of 4")
    #expect(worker.end() == 0)
    #expect(terminal.echoes)
  }
}
