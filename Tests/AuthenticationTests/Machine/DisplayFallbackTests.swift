// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import SecureMemory
import TestPatience
import Testing

/// Tests of a display that is named but out of reach: the question goes to the terminal, once
/// (Specification/access-control.md, "Whom to ask; headless").
@Suite("A display that cannot be asked at", .serialized)
struct DisplayFallbackTests {
  private static let refusal = "echo 'ERR 83886166 no pinentry'"

  private func surroundings(
    _ graphical: PlayedPinentry, _ terminal: PseudoTerminal, more: [PinentryProgram]
  ) -> PromptSurroundings {
    var made = PromptSurroundings()
    made.variables = ["DISPLAY": ":97", "HOME": graphical.home.path, "LANG": "C.UTF-8"]
    made.terminal = .init(path: terminal.path, kind: "xterm")
    made.pinentries =
      [PinentryProgram(path: PlayedPinentry.path, needsTerminal: false)] + more
    return made
  }

  /// Reads the item in a process with a terminal of its own and with this pinentry for the display.
  private func read(
    _ store: EvidenceStore, _ pinentry: PlayedPinentry, _ terminal: PseudoTerminal,
    seconds: Int = 300
  ) throws -> PromptWorker {
    try store.start(
      ["read"], terminal: terminal, environment: store.at(pinentry, seconds: seconds))
  }

  @Test(
    "a program that has shown nothing: the terminal itself asks, and it is not started again",
    arguments: [
      "exit 1", "kill -9 $$", "GREETING() { echo 'ERR 5 no'; }",
      "GREETING() { echo 'cannot open display: :99'; exit 1; }",
      "SETTIMEOUT() { exit 1; }", "GETPIN() { \(refusal); }",
      "GETPIN() { echo 'ERR 83918950 no terminal'; }",
    ])
  func shownNothing(_ play: String) throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry("echo start >> \"$HOME/starts\"\n" + play)
    let terminal = try PseudoTerminal()
    let reader = try read(store, pinentry, terminal)
    try terminal.waitFor("Passcode:")
    #expect(!terminal.echoes)
    terminal.type("wrong\n")
    try terminal.waitFor("Wrong passcode.")
    try terminal.waitFor("Passcode:")
    terminal.type("\(EvidenceStore.passcode)\n")
    try terminal.waitFor("status 0 secret")
    #expect(reader.end() == 0)
    #expect(pinentry.home.text("starts") == "start\n")
    #expect(!pinentry.isRunning)
  }

  @Test(
    "one that may have shown the question: no second one",
    arguments: [
      ("GETPIN() { exit 1; }", -25293), ("GETPIN() { kill -9 $$; }", -25293),
      ("GETPIN() { echo 'ERR 83886179 cancelled'; }", -128),
      ("GETPIN() { echo 'ERR 83886142 time'; }", -25293),
      ("GETPIN() { echo 'ERR 83886081 general'; }", -25308),
      ("GETPIN() { echo 'Segmentation fault'; }", -25308),
    ])
  func shown(_ play: String, _ status: Int) throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(play)
    let terminal = try PseudoTerminal()
    let reader = try read(store, pinentry, terminal)
    try terminal.waitFor("status \(status)")
    #expect(reader.end() == 0)
    #expect(!terminal.screen.contains("asscode"))
  }

  @Test("one that never greets leaves the terminal half of the time, and both end at the deadline")
  func hangs() throws {
    let store = try EvidenceStore("presence")
    // On a busy machine an attempt may end late. If each of the two took 6 s, every attempt would.
    let isInTime = try Patience.wait { try (5_500..<9_000).contains(timeOfHanging(store)) }
    #expect(isInTime)
  }

  /// Returns the milliseconds that a call takes with a deadline of 6 s.
  ///
  /// Its pinentry hangs, and its terminal is not answered.
  private func timeOfHanging(_ store: EvidenceStore) throws -> Int {
    let pinentry = try PlayedPinentry("GREETING() { exec sleep 600; }")
    let terminal = try PseudoTerminal()
    let reader = try read(store, pinentry, terminal, seconds: 6)
    try terminal.waitFor("Passcode:")
    #expect(!pinentry.isRunning)
    try terminal.waitFor("status -25293")
    try terminal.waitFor("descriptors")
    #expect(reader.end() == 0)
    let lines = terminal.screen.split(whereSeparator: \.isNewline).joined(separator: "\n")
    return EvidenceStore.answer(lines).milliseconds
  }

  @Test(
    "a program for terminals is next; where it does not start, the terminal itself; then nobody",
    arguments: [true, false])
  func program(_ isThere: Bool) throws {
    let real = try #require(RealPinentryTests.program("pinentry-tty"), "apt: pinentry-tty")
    let none = PinentryProgram(path: AbsentPath.file("pinentry-tty"), needsTerminal: true)
    let program = isThere ? real : none
    let graphical = try PlayedPinentry("exit 1")
    let terminal = try PseudoTerminal()
    let surroundings = surroundings(graphical, terminal, more: [program])
    let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
    let answer = Lock<PasscodeAnswer?>(nil)
    Threads.after(milliseconds: 0) {
      let given = prompter.askPasscode(
        .plain, until: .distant, cancellation: Cancellation())
      answer.withLock { $0 = given }
    }
    try terminal.waitFor("Passcode:")
    terminal.type("typed\n")
    #expect(Patience.wait { answer.withLock { $0 != nil } })
    let typed = PasscodeAnswer.passphrase(SecretBytes(copying: Array("typed".utf8)))
    #expect(answer.withLock { $0 } == typed)
    // Without a terminal too, the call is answered at once.
    var lost = surroundings
    lost.terminal = .init(path: "/dev/pts/none", kind: "xterm")
    let last = try #require(PromptChoice(lost).prompter(in: lost))
    let end = last.askPasscode(
      .plain, until: .distant, cancellation: Cancellation())
    #expect(end == .unavailable(.noTerminal))
  }

  @Test("a question that was refused for an unknown reason is not put again, nor by a third")
  func refused() throws {
    let graphical = try PlayedPinentry("GETPIN() { echo 'ERR 83886081 general'; }")
    let terminal = try PseudoTerminal()
    let surroundings = surroundings(graphical, terminal, more: [])
    let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
    let answer = prompter.askPasscode(
      .plain, until: .distant, cancellation: Cancellation())
    #expect(answer == .unavailable(.broken))
  }

  @Test("half of the time is for the greeting where somebody else is there, else all of it")
  func greeting() throws {
    let graphical = try PlayedPinentry("GREETING() { exec sleep 600; }")
    let terminal = try PseudoTerminal()
    var surroundings = surroundings(graphical, terminal, more: [])
    surroundings.terminal = .init(path: "/dev/pts/none", kind: "xterm")
    for isAlone in [false, true] {
      if isAlone { surroundings.terminal = nil }
      let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
      // Clock and timer round in different directions.
      let least = Duration.milliseconds(isAlone ? 2_990 : 1_490)
      // On a busy machine an attempt may end late. A wrong share of the time would be late in every
      // attempt.
      let isInTime = Patience.wait {
        let time = Stopwatch.duration {
          let answer = prompter.askPasscode(
            .plain, until: Deadline(milliseconds: 3_000), cancellation: Cancellation())
          #expect(answer == (isAlone ? .timedOut : .unavailable(.noTerminal)))
        }
        #expect(time >= least, "\(time)")
        return time < (isAlone ? .seconds(6) : .seconds(3))
      }
      #expect(isInTime)
    }
  }

  @Test("a click goes the same way")
  func confirmation() throws {
    let program = try #require(RealPinentryTests.program("pinentry-tty"), "apt: pinentry-tty")
    let graphical = try PlayedPinentry("CONFIRM() { \(Self.refusal); }")
    let terminal = try PseudoTerminal()
    let surroundings = surroundings(graphical, terminal, more: [program])
    let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
    let answer = Lock<ConfirmationAnswer?>(nil)
    Threads.after(milliseconds: 0) {
      let question = ConfirmationQuestion(
        title: "Store", description: "May it?", accept: "Allow", refuse: "Deny")
      let given = prompter.confirm(
        question, until: .distant, cancellation: Cancellation())
      answer.withLock { $0 = given }
    }
    try terminal.waitFor("May it?")
    try terminal.waitFor("eny")
    terminal.press(["a"])
    #expect(Patience.wait { answer.withLock { $0 != nil } })
    #expect(answer.withLock { $0 } == .accepted)
  }

  @Test("a cancellation while the display is tried is the answer")
  func cancelled() throws {
    let graphical = try PlayedPinentry("GREETING() { exec sleep 600; }")
    let terminal = try PseudoTerminal()
    let surroundings = surroundings(graphical, terminal, more: [])
    let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
    let cancellation = Cancellation()
    Threads.after(milliseconds: 200) { cancellation.cancel() }
    let answer = prompter.askPasscode(
      .plain, until: .distant, cancellation: cancellation)
    #expect(answer == .cancelled)
    #expect(!graphical.isRunning)
  }
}
