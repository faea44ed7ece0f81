// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory
import TestPatience
import Testing

/// Tests of the table in Specification/access-control.md, "Presence by passphrase: pinentry".
///
/// The suite has the body of conformance case 76, which `MachineCase` runs.
@Suite("Pinentry: how it ends")
struct PinentryEndingTests {
  @Test(
    "refusals by their code",
    arguments: [
      (83_886_179, PasscodeAnswer.cancelled), (83_886_278, .cancelled),
      (83_886_142, .timedOut), (83_886_166, .unavailable(.noProgram)),
      (83_918_950, .unavailable(.noTerminal)), (83_918_929, .unavailable(.noTerminal)),
      (83_886_194, .cancelled), (83_886_081, .unavailable(.broken)), (99, .cancelled),
    ])
  func refusals(_ code: Int, _ answer: PasscodeAnswer) throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'ERR \(code) some text <Pinentry>'; }")
    #expect(pinentry.ask() == answer)
    #expect(!pinentry.isThere)
  }

  @Test("the third button counts where there is one")
  func fallback() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'ERR 83886194 Not confirmed'; }")
    var question = PasscodeQuestion.plain
    question.fallback = "Enter password"
    #expect(pinentry.ask(question) == .notConfirmed)
  }

  @Test(
    "a program that has lost its way",
    arguments: [
      ("GETPIN() { echo 'Segmentation fault'; }", PasscodeAnswer.unavailable(.broken)),
      ("GETPIN() { echo 'ERR'; }", .unavailable(.broken)),
      ("GETPIN() { echo 'ERR many'; }", .unavailable(.broken)),
      ("GETPIN() { echo INQUIREX; read a; echo 'D ok'; echo OK; }", .unavailable(.broken)),
      ("GETPIN() { echo 'D half%2'; echo OK; }", .unavailable(.broken)),
      (
        "GETPIN() { head -c 1001 /dev/zero | tr '\\0' x | sed 's/^/D /'; echo; echo OK; }",
        .unavailable(.broken)
      ),
      ("GETPIN() { yes 'D many times the same'; }", .unavailable(.broken)),
      ("GETPIN() { yes '# why'; }", .unavailable(.broken)),
      ("GREETING() { echo 'ERR 5 no'; }", .unavailable(.notStarted)),
      ("GREETING() { head -c 100000 /dev/urandom; }", .unavailable(.notStarted)),
      ("GETPIN() { exit 0; }", .endedWithoutAnswer),
      ("GETPIN() { printf 'D hal'; exit 0; }", .endedWithoutAnswer),
      ("GETPIN() { kill -9 $$; }", .endedWithoutAnswer),
      ("exit 1", .unavailable(.notStarted)),
      ("SETPROMPT() { echo OK; exec <&-; exit 0; }", .endedWithoutAnswer),
    ])
  func garbage(_ play: String, _ answer: PasscodeAnswer) throws {
    let pinentry = try PlayedPinentry(play)
    #expect(pinentry.ask() == answer)
    #expect(!pinentry.isThere)
  }

  @Test(
    "one that hangs is gone soon after the deadline, whatever it ignores",
    arguments: [
      "GETPIN() { exec sleep 600; }", "GREETING() { exec sleep 600; }",
      "trap '' TERM; GETPIN() { exec sleep 600; }", "GETPIN() { kill -STOP $$; }",
      "GETPIN() { while :; do echo '# still here'; sleep 0.1; done; }",
    ])
  func hangs(_ play: String) throws {
    let pinentry = try PlayedPinentry(play)
    var answer: PasscodeAnswer?
    let time = Stopwatch.duration { answer = pinentry.ask(milliseconds: 400) }
    #expect(answer == .timedOut)
    #expect((.milliseconds(400)..<Patience.soon).contains(time), "\(time)")
    #expect(!pinentry.isThere)
  }

  @Test("one that does not go after good-bye is made to")
  func lingers() throws {
    let pinentry = try PlayedPinentry(
      "trap '' TERM; GETPIN() { echo 'D x'; echo OK; exec sleep 600; }")
    var answer: PasscodeAnswer?
    let time = Stopwatch.duration { answer = pinentry.ask() }
    #expect(answer == .passphrase(SecretBytes(copying: [UInt8(ascii: "x")])))
    #expect((.milliseconds(1_900)..<Patience.soon).contains(time), "\(time)")
    #expect(!pinentry.isThere)
  }

  @Test("a cancellation ends it at any moment, and again", arguments: [0, 5, 20, 100, 300])
  func cancelled(_ milliseconds: Int) throws {
    let pinentry = try PlayedPinentry("GETPIN() { exec sleep 600; }")
    let cancellation = Cancellation()
    if milliseconds == 0 { cancellation.cancel() }
    Threads.after(milliseconds: milliseconds) {
      cancellation.cancel()
      cancellation.cancel()
    }
    var answer: PasscodeAnswer?
    let time = Stopwatch.duration { answer = pinentry.ask(cancellation: cancellation) }
    #expect(answer == .cancelled)
    #expect(time < Patience.soon, "\(time)")
    #expect(!pinentry.isThere)
    #expect(cancellation.isCancelled)
    // The cancellation lasts: the next question is not asked.
    #expect(pinentry.ask(cancellation: cancellation) == .cancelled)
  }

  @Test("nothing is started after the deadline, nor where there is no program")
  func notStarted() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo OK; }")
    #expect(pinentry.ask(milliseconds: 0) == .timedOut)
    #expect(pinentry.home.text("process").isEmpty)
    let prompter = Pinentry(
      program: PinentryProgram(path: AbsentPath.file("pinentry"), needsTerminal: false),
      surroundings: PromptSurroundings())
    let answer = prompter.askPasscode(
      .plain, until: Deadline(milliseconds: 1_000), cancellation: Cancellation())
    #expect(answer == .unavailable(.notStarted))
  }

  @Test(
    "after many prompts, however they ended, neither a descriptor nor a child is left",
    arguments: [[], ["ignoring"]])
  func leaks(_ more: [String]) throws {
    let pinentry = try PlayedPinentry("GETPIN() { sleep 0.2; echo 'D x'; echo OK; }")
    let worker = try PromptWorker(["leaks", PlayedPinentry.path, pinentry.home.path] + more)
    #expect(worker.end() == 0)
    #expect(worker.output == "no descriptor left\nno child left\n")
  }

  @Test("too few descriptors: no prompt, no standstill, nothing left")
  func starved() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'D x'; echo OK; }")
    let worker = try PromptWorker(["starve", PlayedPinentry.path, pinentry.home.path])
    #expect(worker.end() == 0)
    let lines = worker.output.split(separator: "\n")
    #expect(lines.first == "0: unavailable(Authentication.Unavailability.notStarted)")
    let end = ["9: passphrase of 1", "no descriptor left", "no child left"]
    #expect(lines.suffix(3).map(String.init) == end, "\(worker.output)")
  }

  @Test(
    "a passphrase that was answered and let go is nowhere in memory",
    .disabled(
      if: unsafe getenv("LATCHKEY_SANITIZER") != nil, "the sanitizers' own memory is without end"),
    arguments: [
      "echo 'D kein-Rest-davon-4711'",
      "echo 'D kein-Rest'; sleep 0.05; printf 'D -davon-'; sleep 0.05; echo '%347%311'",
    ])
  func residue(_ play: String) throws {
    let passphrase = "kein-Rest-davon-4711"
    let shifted = String(decoding: passphrase.utf8.map { $0 + 1 }, as: UTF8.self)
    let pinentry = try PlayedPinentry("GETPIN() { \(play); echo OK; }")
    let worker = try PromptWorker(["residue", PlayedPinentry.path, pinentry.home.path, shifted])
    #expect(worker.end() == 0)
    #expect(worker.output == "held\ngone\n")
  }

  /// Case 76: when the asking process is killed, its pinentry ends too.
  func killed() throws {
    let pinentry = try PlayedPinentry("GETPIN() { exec sleep 600; }")
    let worker = try PromptWorker(["pinentry", PlayedPinentry.path, pinentry.home.path])
    #expect(Patience.wait { pinentry.log.contains("GETPIN") })
    #expect(pinentry.isRunning)
    kill(worker.process, SIGKILL)
    #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
  }
}
