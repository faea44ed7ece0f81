// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory
import TestPatience
import Testing

@Suite("TerminalPrompt")
struct TerminalPromptTests {
  /// Asks on a thread of its own, types the keys, and returns the answer.
  private func answer(
    _ question: PasscodeQuestion = .plain, milliseconds: Int = 300_000,
    cancellation: Cancellation = Cancellation(), typing: (PseudoTerminal) throws -> Void
  ) throws -> PasscodeAnswer? {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let prompt = TerminalPrompt(terminal: .init(path: terminal.path, kind: nil))
    let answer = Lock<PasscodeAnswer?>(nil)
    Threads.after(milliseconds: 0) {
      let given = prompt.askPasscode(
        question, until: Deadline(milliseconds: milliseconds), cancellation: cancellation)
      answer.withLock { $0 = given }
    }
    try typing(terminal)
    #expect(Patience.wait { answer.withLock { $0 != nil } })
    #expect(terminal.settings == settings, "the terminal is as before")
    return answer.withLock { $0 }
  }

  private static func passphrase(_ text: String) -> PasscodeAnswer {
    .passphrase(SecretBytes(copying: Array(text.utf8)))
  }

  // A terminal is asked at by one thread at a time, so these checks are one test.
  @Test("what is typed, and the other ways to answer")
  func answers() throws {
    var question = PasscodeQuestion.plain
    question.lastError = "Wrong passcode\u{1B}[2J"
    try expect(Self.passphrase("geheime"), question) { terminal in
      try terminal.waitFor("Store\r\nWhy\r\nWrong passcode\u{FFFD}[2J\r\nPasscode: ")
      #expect(!terminal.echoes)
      terminal.type("geheim \u{7F}e\n")
    }
    try expect(.cancelled) { terminal in
      try terminal.waitFor("Passcode: ")
      terminal.type("\u{4}")
    }
    try expect(Self.passphrase(String(repeating: "x", count: 1024))) { terminal in
      try terminal.waitFor("Passcode: ")
      terminal.type("\n")
      try terminal.waitFor("at least one character")
      try terminal.waitFor("Passcode: ")
      terminal.type(String(repeating: "x", count: 1025) + "\n")
      try terminal.waitFor("at most 1024 bytes")
      try terminal.waitFor("Passcode: ")
      terminal.type(String(repeating: "x", count: 1024) + "\n")
    }
    try expect(.timedOut, milliseconds: 300) { terminal in
      try terminal.waitFor("Passcode: ")
      terminal.type("half")
    }
    let cancellation = Cancellation()
    try expect(.cancelled, cancellation: cancellation) { terminal in
      try terminal.waitFor("Passcode: ")
      cancellation.cancel()
    }
    // Ctrl-S holds the output up, and the prompt does not wait for it.
    try expect(.timedOut, milliseconds: 300) { terminal in terminal.type("\u{13}") }
    try repetition()
    try confirmation()
  }

  private func expect(
    _ expected: PasscodeAnswer, _ question: PasscodeQuestion = .plain, milliseconds: Int = 300_000,
    cancellation: Cancellation = Cancellation(), typing: (PseudoTerminal) throws -> Void
  ) throws {
    let given = try answer(
      question, milliseconds: milliseconds, cancellation: cancellation, typing: typing)
    #expect(given == expected)
  }

  private func repetition() throws {
    var question = PasscodeQuestion.plain
    question.repetition = .init(prompt: "Again:", mismatch: "They differ.")
    let answer = try answer(question) { terminal in
      try terminal.waitFor("Passcode: ")
      terminal.type("one\n")
      try terminal.waitFor("Again: ")
      terminal.type("two\n")
      try terminal.waitFor("They differ.")
      try terminal.waitFor("Passcode: ")
      terminal.type("three\n")
      try terminal.waitFor("Again: ")
      terminal.type("three\n")
    }
    #expect(answer == Self.passphrase("three"))
  }

  private func confirmation() throws {
    let rows: [(keys: String, answer: ConfirmationAnswer)] = [
      ("y\n", .accepted), ("Y\n", .accepted), ("n\n", .refused), ("\n", .refused),
      ("\u{4}", .cancelled), ("yes\ny\n", .timedOut),
    ]
    for row in rows {
      let terminal = try PseudoTerminal()
      let prompt = TerminalPrompt(terminal: .init(path: terminal.path, kind: nil))
      let question = ConfirmationQuestion(
        title: "Store", description: "May it?", accept: "Allow", refuse: "Deny")
      let answer = Lock<ConfirmationAnswer?>(nil)
      Threads.after(milliseconds: 0) {
        let given = prompt.confirm(
          question, until: Deadline(milliseconds: 1_000), cancellation: Cancellation())
        answer.withLock { $0 = given }
      }
      try terminal.waitFor("Allow [y], Deny [n]: ")
      terminal.type(row.keys)
      #expect(Patience.wait { answer.withLock { $0 != nil } })
      #expect(answer.withLock { $0 } == row.answer, "\(row.keys)")
    }
  }

  @Test("three buttons have numbers; an empty line and the end of input cancel")
  func choices() throws {
    let rows: [(lines: [String], answer: ConfirmationAnswer)] = [
      (["1\n"], .accepted), (["2\n"], .refused), (["3\n"], .cancelled), (["\n"], .cancelled),
      (["4\n", "y\n", "22\n", "2\n"], .refused), (["\u{4}"], .cancelled),
    ]
    for row in rows {
      let terminal = try PseudoTerminal()
      let prompt = TerminalPrompt(terminal: .init(path: terminal.path, kind: nil))
      var question = ConfirmationQuestion(
        title: "Store", description: "May it?", accept: "Allow", refuse: "Always Allow")
      question.cancel = "Deny"
      let asked = question
      let answer = Lock<ConfirmationAnswer?>(nil)
      Threads.after(milliseconds: 0) {
        let given = prompt.confirm(
          asked, until: Deadline(milliseconds: 300_000), cancellation: Cancellation())
        answer.withLock { $0 = given }
      }
      for line in row.lines {
        try terminal.waitFor("Allow [1], Always Allow [2], Deny [3]: ")
        terminal.type(line)
      }
      #expect(Patience.wait { answer.withLock { $0 != nil } })
      #expect(answer.withLock { $0 } == row.answer, "\(row.lines)")
    }
  }

  @Test("no terminal: nobody to ask")
  func noTerminal() {
    for path in ["/dev/pts/none", "/dev/null"] {
      let answer = TerminalPrompt(terminal: .init(path: path, kind: nil)).askPasscode(
        .plain, until: Deadline(milliseconds: 1_000), cancellation: Cancellation())
      #expect(answer == .unavailable(.noTerminal))
    }
  }
}
