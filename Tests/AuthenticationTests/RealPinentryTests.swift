// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory
import TestPatience
import Testing

/// Tests of Debian's pinentries on a pseudo terminal (Specification/access-control.md, "Packages
/// and tests without hardware").
@Suite("Pinentry: the real ones")
struct RealPinentryTests {
  static func program(_ name: String) -> PinentryProgram? {
    PinentryProgram.installed(named: name).first
  }

  private static func question() -> PasscodeQuestion {
    var question = PasscodeQuestion(
      title: "Store", description: "unlock the store", prompt: "Code:")
    question.lastError = "That was wrong"
    question.fallback = "Another way"
    return question
  }

  /// Asks on a thread of its own, types the keys, and returns the answer.
  private func answer(
    _ name: String, kind: String = "xterm", milliseconds: Int = 300_000,
    cancellation: Cancellation = Cancellation(), typing: (PseudoTerminal) throws -> Void
  ) throws -> PasscodeAnswer? {
    let program = try #require(Self.program(name), "apt: \(name)")
    #expect(program.needsTerminal)
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    var surroundings = PromptSurroundings()
    surroundings.terminal = .init(path: terminal.path, kind: kind)
    surroundings.variables["LANG"] = "C.UTF-8"
    let prompter = Pinentry(program: program, surroundings: surroundings)
    let answer = Lock<PasscodeAnswer?>(nil)
    Threads.after(milliseconds: 0) {
      let given = prompter.askPasscode(
        Self.question(), until: Deadline(milliseconds: milliseconds), cancellation: cancellation)
      answer.withLock { $0 = given }
    }
    try typing(terminal)
    #expect(Patience.wait { answer.withLock { $0 != nil } })
    #expect(terminal.settings == settings, "the terminal is as before")
    return answer.withLock { $0 }
  }

  @Test("pinentry-tty: a passcode, shown the error, not shown what is typed")
  func tty() throws {
    let answer = try answer("pinentry-tty") { terminal in
      try terminal.waitFor("That was wrong")
      try terminal.waitFor("unlock the store")
      try terminal.waitFor("Code:")
      #expect(!terminal.echoes)
      terminal.type("grün 50%\n")
      #expect(!terminal.screen.contains("50"))
    }
    #expect(answer == .passphrase(SecretBytes(copying: Array("grün 50%".utf8))))
  }

  @Test("pinentry-tty: Ctrl-D is a no")
  func ttyCancelled() throws {
    let answer = try answer("pinentry-tty") { terminal in
      try terminal.waitFor("Code:")
      terminal.type("\u{4}")
    }
    #expect(answer == .cancelled)
  }

  @Test(
    "pinentry-curses: a passcode, and its other button",
    arguments: [
      (["grün 50%", "\r"], .passphrase(SecretBytes(copying: Array("grün 50%".utf8)))),
      (["\t", "\t", "\r"], .cancelled),
    ] as [([String], PasscodeAnswer)])
  func curses(_ keys: [String], _ expected: PasscodeAnswer) throws {
    let answer = try answer("pinentry-curses") { terminal in
      try terminal.waitFor("That was wrong")
      try terminal.waitFor("<Cancel>")
      terminal.press(keys)
    }
    #expect(answer == expected)
  }

  @Test(
    "three buttons",
    arguments: [
      ("pinentry-curses", ["\r"], .accepted), ("pinentry-curses", ["\t", "\r"], .refused),
      ("pinentry-curses", ["\t", "\t", "\r"], .cancelled), ("pinentry-tty", ["a"], .accepted),
      ("pinentry-tty", ["d"], .refused), ("pinentry-tty", ["c"], .cancelled),
    ] as [(String, [String], ConfirmationAnswer)])
  func buttons(_ name: String, _ keys: [String], _ expected: ConfirmationAnswer) throws {
    let program = try #require(Self.program(name), "apt: \(name)")
    let terminal = try PseudoTerminal()
    var surroundings = PromptSurroundings()
    surroundings.terminal = .init(path: terminal.path, kind: "xterm")
    let prompter = Pinentry(program: program, surroundings: surroundings)
    var question = ConfirmationQuestion(
      title: "Store", description: "May it?", accept: "Allow", refuse: "Deny")
    question.cancel = "Cancel"
    let asked = question
    let answer = Lock<ConfirmationAnswer?>(nil)
    Threads.after(milliseconds: 0) {
      let given = prompter.confirm(
        asked, until: .distant, cancellation: Cancellation())
      answer.withLock { $0 = given }
    }
    try terminal.waitFor("May it?")
    try terminal.waitFor("ancel")
    terminal.press(keys)
    #expect(Patience.wait { answer.withLock { $0 != nil } })
    #expect(answer.withLock { $0 } == expected)
  }

  @Test(
    "nobody types: over at the deadline, and the terminal as before", arguments: ["tty", "curses"])
  func silence(_ kind: String) throws {
    let answer = try answer("pinentry-\(kind)", milliseconds: 1_500) { terminal in
      try terminal.waitFor("Code:")
    }
    #expect(answer == .timedOut)
  }

  @Test("cancelled from elsewhere: the terminal as before", arguments: ["tty", "curses"])
  func cancelled(_ kind: String) throws {
    let cancellation = Cancellation()
    let answer = try answer("pinentry-\(kind)", cancellation: cancellation) { terminal in
      try terminal.waitFor("Code:")
      #expect(!terminal.echoes)
      cancellation.cancel()
    }
    #expect(answer == .cancelled)
  }

  @Test("pinentry-curses where there is no such terminal: nobody to ask")
  func noTerminal() throws {
    let program = try #require(Self.program("pinentry-curses"), "apt: pinentry-curses")
    var surroundings = PromptSurroundings()
    for path in ["/dev/pts/none", "/etc/hostname"] {
      surroundings.terminal = .init(path: path, kind: "xterm")
      let answer = Pinentry(program: program, surroundings: surroundings).askPasscode(
        .plain, until: .distant, cancellation: Cancellation())
      #expect(answer == .unavailable(.noTerminal), "\(path)")
    }
    surroundings.terminal = nil
    let answer = Pinentry(program: program, surroundings: surroundings).askPasscode(
      .plain, until: .distant, cancellation: Cancellation())
    #expect(answer == .unavailable(.noTerminal))
  }
}
