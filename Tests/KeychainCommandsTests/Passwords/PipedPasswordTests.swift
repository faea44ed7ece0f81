// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of `-w` without a value if standard input is a pipe.
///
/// The pipe holds the answers to the two questions, as on macOS (Specification/security-cli.md,
/// "add-generic-password / add-internet-password").
@Suite("a password from standard input") struct PipedPasswordTests {
  private let store = ScriptedStore()
  private let terminal = ScriptedTerminal()

  private func add(_ piped: String, verb: String = "add-gen") -> Outcome {
    terminal.piped = Array(piped.utf8)
    return security("\(verb) -a me -s svc -w", on: store, at: terminal)
  }

  private var secret: String? {
    store.items.last?.secret?.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// The commands of the table that take `-w` without a value.
  static let commands = CommandTable.namesThere.filter {
    CommandTable.grammar(of: $0)?.optionalLast.contains("w") ?? false
  }

  @Test("the commands that take it") func table() {
    #expect(Self.commands == ["add-generic-password", "add-internet-password"])
  }

  @Test(
    "one line, or the same line twice",
    arguments: [
      ("pw\n", "pw"), ("pw", "pw"), ("pw\npw\n", "pw"), ("pw\npw", "pw"), ("pw\r\n", "pw"),
      ("pw\r\npw\r\n", "pw"), ("pw\r\npw\n", "pw"), ("pw\r", "pw\r"), (" a b \n", " a b "),
      ("gr\u{FC}n\n", "gr\u{FC}n"), ("a\rb\n", "a\rb"), ("a\u{0}b\n", "a\u{0}b"),
    ])
  func lines(_ piped: String, _ expected: String) {
    for verb in Self.commands {
      let store = ScriptedStore()
      let terminal = ScriptedTerminal()
      terminal.piped = Array(piped.utf8)
      let outcome = security("\(verb) -a me -s svc -w", on: store, at: terminal)
      #expect(outcome == Outcome(status: 0, output: "", error: ""), "\(verb)")
      let secret = store.items.last?.secret
      #expect(secret == SecretBytes(copying: Array(expected.utf8)), "\(verb)")
      #expect(terminal.questions.isEmpty)
    }
  }

  @Test(
    "two lines that differ: Apple's words and a sentence, and nothing is added",
    arguments: ["pw\nother\n", "pw\n\n", "\npw\n", "pw\npw \n", "pw\nPW"])
  func different(_ piped: String) {
    let outcome = add(piped)
    #expect(outcome.status == 1)
    #expect(
      outcome.error == """
        passwords don't match
        security: standard input has two different lines: give the password once, or the same \
        line twice
        security: --password-fd 0 reads a password of several lines

        """)
    #expect(store.items.isEmpty)
  }

  @Test("a file of several lines is not cut: the way to store it is said")
  func several() {
    for piped in ["pw\npw\npw\n", "a\nb\nc", "pw\npw\n\n"] {
      let outcome = add(piped)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("more lines") && outcome.error.contains("--password-fd 0"))
      #expect(store.items.isEmpty)
    }
  }

  @Test(
    "no line, and an empty one: status 36 at once, and how to do it",
    arguments: ["", "\n", "\r\n", "\n\n"])
  func empty(_ piped: String) {
    let outcome = add(piped)
    #expect(outcome.status == 36)
    #expect(
      outcome.error == """
        security: User interaction is not allowed.
        security: standard input ended without a line: pipe the password in, or use \
        --password-fd N

        """)
    #expect(store.items.isEmpty && terminal.questions.isEmpty)
  }

  @Test("a pipe that stays open, and one that holds too much")
  func failures() {
    let rows: [(QuestionFailure, UInt8)] = [(.inputOpen, 36), (.tooLarge, 42)]
    for (failure, status) in rows {
      terminal.pipeFailure = failure
      let outcome = add("pw\n")
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.error.split(separator: "\n").count >= 2)
    }
    #expect(store.items.isEmpty)
  }

  @Test("a line that is longer than a secret may be") func long() {
    terminal.piped = [UInt8](repeating: 0x78, count: (64 << 20) + 1)
    let outcome = security("add-gen -a me -s svc -w", on: store, at: terminal)
    #expect(outcome.error.contains("the secret is larger than the limit, 64 MiB"))
    #expect(outcome.status == 42 && store.items.isEmpty)
  }

  @Test("with -U the secret of the item that is there changes") func update() {
    #expect(add("old\n").status == 0)
    terminal.piped = Array("new\nnew\n".utf8)
    #expect(security("add-gen -U -a me -s svc -w", on: store, at: terminal).status == 0)
    #expect(secret == "new")
  }

  @Test("in a session that reads its commands there, somebody is asked") func session() {
    terminal.piped = Array("pw\n".utf8)
    terminal.lines = ["add-gen -a me -s svc -w"]
    let outcome = security("-i", on: store, at: terminal)
    #expect(outcome.status == 36)
    #expect(outcome.error.contains("there is no terminal for the question"))
    #expect(store.items.isEmpty)
  }

  @Test("a value, or a flag of that name, leaves standard input alone") func values() {
    terminal.pipeFailure = .inputOpen
    terminal.piped = []
    #expect(security("add-gen -a me -s svc -w pw", on: store, at: terminal).status == 0)
    #expect(secret == "pw")
    #expect(security("find-gen -s svc -w", on: store, at: terminal).output == "pw\n")
  }
}
