// SPDX-License-Identifier: Apache-2.0
import Authentication
import SecureMemory
import Testing

@Suite("Pinentry: what is said")
struct PinentryTalkTests {
  private static let secret = PasscodeAnswer.passphrase(SecretBytes(copying: Array("gehe im".utf8)))

  @Test("all commands of a question, in order, escaped")
  func commands() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'D gehe im'; echo OK; }")
    var question = PasscodeQuestion(
      title: "100 % safe", description: "one\ntwo\u{202E}\u{7}", prompt: "Passcode:")
    question.lastError = "Wrong passcode"
    question.fallback = "Use _another"
    question.accept = "Unlock"
    question.cancel = "Not now"
    let prompter = pinentry.prompter { surroundings in
      surroundings.variables["DISPLAY"] = ":7"
      surroundings.variables["LANG"] = "C.UTF-8"
      surroundings.terminal = .init(path: "/dev/pts/none", kind: "xterm")
    }
    let answer = prompter.askPasscode(
      question, until: Deadline(milliseconds: 60_500), cancellation: Cancellation())
    #expect(answer == Self.secret)
    #expect(
      pinentry.log == [
        "OPTION display=:7", "OPTION ttyname=/dev/pts/none", "OPTION ttytype=xterm",
        "OPTION lc-ctype=C.UTF-8", "OPTION lc-messages=C.UTF-8", "SETTIMEOUT 60",
        "SETTITLE 100 %25 safe", "SETDESC one%0Atwo\u{FFFD}\u{FFFD}", "SETPROMPT Passcode:",
        "SETOK Unlock", "SETNOTOK Use __another", "SETCANCEL Not now",
        "SETERROR Wrong passcode", "GETPIN", "BYE",
      ])
  }

  @Test("a text that is too long for a line is cut between characters")
  func longText() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'D gehe im'; echo OK; }")
    let text = String(repeating: "ä%", count: 600)
    let question = PasscodeQuestion(title: "Store", description: text, prompt: "Passcode:")
    #expect(pinentry.ask(question) == Self.secret)
    let line = try #require(pinentry.log.first { $0.hasPrefix("SETDESC") })
    #expect((990...1000).contains(line.utf8.count))
    #expect(line.hasSuffix("%25\u{2026}") || line.hasSuffix("ä\u{2026}"))
  }

  @Test("wrong, then right: the second time with the error of the first")
  func secondTry() throws {
    let pinentry = try PlayedPinentry(
      """
      GETPIN() { if grep -q SETERROR "$HOME/log"; then echo 'D right'; else echo 'D wrong'; fi; echo OK; }
      """)
    var question = PasscodeQuestion.plain
    #expect(pinentry.ask(question) == .passphrase(SecretBytes(copying: Array("wrong".utf8))))
    question.lastError = "Wrong passcode"
    #expect(pinentry.ask(question) == .passphrase(SecretBytes(copying: Array("right".utf8))))
    #expect(pinentry.log.filter { $0 == "SETERROR Wrong passcode" }.count == 1)
  }

  @Test(
    "what stands in data lines is the passphrase, byte for byte",
    arguments: [
      (play: "echo 'D 50%25%0A%0d%00%ff'; echo OK", bytes: Array("50%\n\r\0".utf8) + [0xFF]),
      (
        play: "echo 'D eins'; echo '# why'; echo 'S BUTTON_INFO x'; echo 'D  zwei'; echo 'OK done'",
        bytes: Array("eins zwei".utf8)
      ),
      (
        play:
          "printf 'D ge'; sleep 0.05; printf 'he'; sleep 0.05; printf 'im\\nO'; sleep 0.05; echo K",
        bytes: Array("geheim".utf8)
      ),
      (play: "printf 'D crlf\\r\\nOK\\r\\n'", bytes: Array("crlf".utf8)),
      (play: "echo OK", bytes: []),
      (play: "echo INQUIRE QUALITY x; read a; echo 'D ok'; echo OK", bytes: Array("ok".utf8)),
      (
        play: "head -c 998 /dev/zero | tr '\\0' x | sed 's/^/D /'; echo; echo OK",
        bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 998)
      ),
    ])
  func data(_ play: String, _ bytes: [UInt8]) throws {
    let pinentry = try PlayedPinentry("GETPIN() { \(play); }")
    #expect(pinentry.ask() == .passphrase(SecretBytes(copying: bytes)))
    #expect(!pinentry.isThere)
  }

  @Test("refused settings do not matter")
  func refusals() throws {
    let pinentry = try PlayedPinentry(
      "OTHER() { echo 'ERR 536871188 Unknown option'; }; GETPIN() { echo 'D gehe im'; echo OK; }")
    #expect(pinentry.ask() == Self.secret)
  }

  @Test("a new passcode: the program asks twice, or is asked twice until both are the same")
  func repetition() throws {
    var question = PasscodeQuestion.plain
    question.repetition = .init(prompt: "Again:", mismatch: "They differ")
    let able = try PlayedPinentry(
      "GETPIN() { echo 'S PIN_REPEATED'; echo 'D gehe im'; echo OK; }")
    #expect(able.ask(question) == Self.secret)
    #expect(able.log.contains("SETREPEAT Again:"))
    #expect(able.log.contains("SETREPEATERROR They differ"))
    #expect(able.log.filter { $0 == "GETPIN" }.count == 1)

    let unable = try PlayedPinentry(
      """
      SETREPEAT() { echo 'ERR 536871187 Unknown command'; }
      count=0
      GETPIN() {
        count=$((count+1))
        if [ $count = 2 ]; then echo 'D typo'; else echo 'D gehe im'; fi
        echo OK
      }
      """)
    #expect(unable.ask(question) == Self.secret)
    #expect(unable.log.filter { $0 == "GETPIN" }.count == 4)
    #expect(unable.log.filter { $0 == "SETERROR They differ" }.count == 1)
  }

  @Test("buttons: allow, deny, cancel")
  func confirmation() throws {
    let rows: [(play: String, answer: ConfirmationAnswer)] = [
      ("echo OK", .accepted), ("echo 'ERR 83886194 not confirmed'", .refused),
      ("echo 'ERR 83886179 cancelled'", .cancelled), ("echo 'ERR 83886142'", .timedOut),
      ("exit 3", .endedWithoutAnswer), ("echo 'ERR 83918950'", .unavailable(.noTerminal)),
    ]
    for row in rows {
      let pinentry = try PlayedPinentry("CONFIRM() { \(row.play); }")
      var question = ConfirmationQuestion(
        title: "Store", description: "May it?", accept: "Allow", refuse: "Deny")
      question.cancel = "Later"
      let answer = pinentry.prompter.confirm(
        question, until: .distant,
        cancellation: Cancellation())
      #expect(answer == row.answer, "\(row.play)")
      #expect(
        pinentry.log.suffix(from: 1).prefix(5) == [
          "SETTITLE Store", "SETDESC May it?", "SETOK Allow", "SETNOTOK Deny", "SETCANCEL Later",
        ])
    }
  }

  @Test("each button has a key of its own, because pinentry-tty takes the first letter")
  func keys() throws {
    let rows: [(labels: [String], sent: [String])] = [
      (["Allow", "Always Allow", "Deny"], ["Allow", "A_lways Allow", "Deny"]),
      (["Allow", "Deny", "Later"], ["Allow", "Deny", "Later"]),
      (["A_a", "Aa", "A_b"], ["A__a", "Aa", "A___b"]),
    ]
    for row in rows {
      let pinentry = try PlayedPinentry("CONFIRM() { echo OK; }")
      var question = ConfirmationQuestion(
        title: "Store", description: "May it?", accept: row.labels[0], refuse: row.labels[1])
      question.cancel = row.labels[2]
      #expect(
        pinentry.prompter.confirm(question, until: .distant, cancellation: Cancellation())
          == .accepted)
      #expect(
        pinentry.log.filter { $0.contains("OK ") || $0.contains("CANCEL") }
          == zip(["SETOK", "SETNOTOK", "SETCANCEL"], row.sent).map { "\($0) \($1)" })
    }
  }
}
