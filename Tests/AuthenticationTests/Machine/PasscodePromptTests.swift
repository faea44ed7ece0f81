// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of reading an item that needs user presence, with a real program, store and pinentry.
///
/// The suite has the bodies of Specification/access-control.md, "Conformance cases", cases 74 and
/// 75, which `MachineCase` runs.
@Suite("Presence on a real machine", .serialized)
struct PasscodePromptTests {
  private static let right = "GETPIN() { echo 'D \(EvidenceStore.passcode)'; echo OK; }"

  /// Case 74: after a wrong passcode the prompt comes again with the reason, and the right one
  /// reads the item.
  func wrongThenRight() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(
      """
      GETPIN() {
        if [ -e "$HOME/asked" ]; then echo 'D \(EvidenceStore.passcode)'
        else : > "$HOME/asked"; echo 'D 9999'; fi
        echo OK
      }
      """)
    // Each question has a process of its own. The log has the commands of both.
    let answer = try store.read(pinentry)
    #expect(answer.status == 0 && answer.secret == "secret")
    let log = pinentry.log
    #expect(log.filter { $0 == "GETPIN" }.count == 2)
    let errors = log.filter { $0.hasPrefix("SETERROR") }
    #expect(errors == ["SETERROR Wrong passcode."])
    let first = try #require(log.firstIndex(of: "GETPIN"))
    #expect(try #require(log.firstIndex { $0.hasPrefix("SETERROR") }) > first)
    // The application's text is in quotes that it cannot close.
    #expect(log.contains { $0.hasPrefix("SETDESC") && $0.contains("\u{201C}to 'test' it\u{201D}") })
    #expect(!pinentry.isRunning)
  }

  /// Case 74: a pinentry that hangs is ended at the deadline, with its process.
  func hangs() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry("GETPIN() { exec sleep 600; }")
    let answer = try store.read(pinentry, seconds: 5)
    #expect(answer.status == -25293)
    #expect((5_000..<50_000).contains(answer.milliseconds))
    #expect(pinentry.log.contains("GETPIN") && !pinentry.isRunning)
  }

  /// Case 74: a pinentry ends before the question or during it, or is cancelled.
  func endings() throws {
    let plays = [
      ("exit 1", -25308), ("GETPIN() { echo 'ERR 83886166 no pinentry'; }", -25308),
      ("GETPIN() { exit 1; }", -25293), ("GETPIN() { echo 'ERR 83886179 cancelled'; }", -128),
    ]
    for (play, status) in plays {
      let store = try EvidenceStore("presence")
      let pinentry = try PlayedPinentry(play)
      #expect(try store.read(pinentry).status == status, "\(play)")
      #expect(!pinentry.isRunning, "\(play)")
    }
  }

  /// Case 75: a call that cannot prompt is answered at once and starts no process.
  func nobody() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(Self.right)
    var alone = store.at(pinentry)
    alone["DISPLAY"] = ""
    var forbidden = store.at(pinentry)
    forbidden["LATCHKEY_INTERACTION"] = "never"
    for environment in [alone, forbidden] {
      let answer = EvidenceStore.answer(try store.finish(["read"], environment: environment))
      #expect(answer.status == -25308 && answer.milliseconds < 20_000)
      #expect(pinentry.log.isEmpty)
      #expect(pinentry.home.text("process").isEmpty)
    }
  }

  @Test("an item behind a locked store is refused before anybody is asked")
  func locked() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(Self.right)
    try store.finish(["lock"])
    #expect(try store.read(pinentry).status == -25308)
    #expect(pinentry.log.isEmpty)
  }

  @Test("during a delay the prompt says how long it is, and takes nothing")
  func throttled() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(
      """
      GETPIN() {
        n=$(cat "$HOME/n" 2>/dev/null || echo 0); n=$((n + 1)); echo $n > "$HOME/n"
        case $n in
          [1-5]) echo "D wrong$n"; echo OK ;;
          6) echo 'D \(EvidenceStore.passcode)'; echo OK ;;
          *) echo 'ERR 83886179 cancelled' ;;
        esac
      }
      """)
    #expect(try store.read(pinentry).status == -128)
    let errors = pinentry.log.filter { $0.hasPrefix("SETERROR") }
    #expect(errors.count == 6)
    #expect(errors.prefix(4).allSatisfy { $0 == "SETERROR Wrong passcode." })
    #expect(errors.suffix(2).allSatisfy { $0.contains("Too many wrong passcodes") })
  }

  @Test("a store that is locked while the prompt is up ends it")
  func lockedMeanwhile() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry("GETPIN() { exec sleep 600; }")
    let reader = try store.start(["read"], environment: store.at(pinentry))
    #expect(Patience.wait { pinentry.log.contains("GETPIN") })
    try store.finish(["lock"])
    #expect(reader.end(within: Patience.soon) == 0)
    #expect(EvidenceStore.answer(reader.output).status == -25293)
    #expect(!pinentry.isRunning)
  }

  @Test("the password of an item is asked for where nobody has brought it")
  func applicationPassword() throws {
    let pinentry = try PlayedPinentry(
      """
      SETPROMPT() { printf '%s\\n' "$line" > "$HOME/prompt"; echo OK; }
      GETPIN() { echo "D mine"; echo OK; }
      """)
    let variables = [
      "DISPLAY": ":99", "LATCHKEY_PINENTRY": PlayedPinentry.path, "HOME": pinentry.home.path,
    ]
    let store = try EvidenceStore("password", environment: variables)
    #expect(pinentry.home.text("prompt") == "SETPROMPT Password:\n")
    #expect(try store.read(pinentry).secret == "secret")
    // A wrong password fails the call: it prompts once, and the next call prompts again.
    let wrong = try PlayedPinentry("GETPIN() { echo 'D yours'; echo OK; }")
    for asked in 1...2 {
      #expect(try store.read(wrong).status == -25293)
      #expect(wrong.log.filter { $0 == "GETPIN" }.count == asked)
    }
  }

  @Test("the real pinentry-tty at the program's own terminal")
  func terminal() throws {
    let store = try EvidenceStore("presence")
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let reader = try store.start(
      ["read"], terminal: terminal,
      environment: ["LATCHKEY_PINENTRY": "pinentry-tty", "TERM": "xterm"])
    try terminal.waitFor("asks for the passcode")
    try terminal.waitFor("Passcode:")
    #expect(!terminal.echoes)
    terminal.type("wrong\n")
    try terminal.waitFor("Wrong passcode.")
    try terminal.waitFor("Passcode:")
    terminal.type("\(EvidenceStore.passcode)\n")
    try terminal.waitFor("status 0 secret")
    #expect(reader.end() == 0)
    #expect(terminal.settings == settings)
    #expect(!terminal.screen.contains(EvidenceStore.passcode))
  }

  @Test("without a pinentry the program's terminal itself asks")
  func plainTerminal() throws {
    let store = try EvidenceStore("presence")
    let terminal = try PseudoTerminal()
    let reader = try store.start(
      ["read"], terminal: terminal, environment: ["LATCHKEY_PINENTRY": AbsentPath.path])
    try terminal.waitFor("Passcode:")
    terminal.type("\(EvidenceStore.passcode)\n")
    try terminal.waitFor("status 0 secret")
    #expect(reader.end() == 0)
  }
}
