// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience
import Testing

/// Questions about keychain files, which real pinentries ask a program's user
/// (Specification/file-keychain.md, "Prompt rules").
///
/// The item belongs to `security`. The program that reads it is another one: neither the entries of
/// the access list nor the partition list name it.
@Suite("questions about keychain files", .serialized)
final class KeychainPromptTests {
  private static let name = "work.keychain"
  private static let tty = "pinentry-tty"
  private static let curses = "pinentry-curses"

  private let store = EvidenceStore()

  init() throws {
    try security(["create-keychain", "-p", "right", Self.name])
    try security(
      ["add-generic-password", "-s", "mail", "-a", "me", "-w", "secret", "-T", "", Self.name])
  }

  deinit {
    // The key of the keychain would stay in the kernel's keyring.
    _ = try? security(["lock-keychain", Self.name])
  }

  @discardableResult
  private func security(_ arguments: [String]) throws -> String {
    let worker = try store.start(arguments, program: "security")
    guard worker.end() == 0 else {
      throw EvidenceStore.Failure(text: "\(arguments): \(worker.output)")
    }
    return worker.output
  }

  /// Runs the program at a terminal, and waits until the terminal shows how its call ended.
  private func run(
    _ pinentry: String, call: String = "read", ends: String,
    typing: (PseudoTerminal) throws -> Void
  ) throws {
    let terminal = try PseudoTerminal()
    let worker = try store.start(
      ["keychain", call, Self.name, "mail"], terminal: terminal,
      environment: ["LATCHKEY_PINENTRY": pinentry, "TERM": "xterm"])
    try typing(terminal)
    try terminal.waitFor(ends)
    #expect(worker.end() == 0)
  }

  /// Runs the program without a terminal, and returns its output.
  private func runAlone(
    _ words: [String] = ["read", name, "mail"], _ environment: [String: String] = [:]
  ) throws -> String {
    let worker = try store.start(["keychain"] + words, environment: environment)
    #expect(worker.end() == 0)
    return worker.output
  }

  /// Answers one question for a permission at pinentry-tty: the key of the button, then passwords.
  private func answer(
    _ terminal: PseudoTerminal, _ button: String, _ passwords: String...
  ) throws {
    try terminal.waitFor("wants to use your confidential information stored in")
    try terminal.waitFor("mail")
    try terminal.waitFor("]? ")
    terminal.type(button)
    for (place, password) in passwords.enumerated() {
      if place > 0 { try terminal.waitFor("The password is wrong.") }
      try terminal.waitFor("enter the")
      try terminal.waitFor("Password:")
      #expect(!terminal.echoes)
      terminal.type(password + "\n")
    }
  }

  /// The access list of the item, as `security` prints it.
  private func accessList() throws -> String {
    try security(["dump-keychain", "-a", Self.name])
  }

  @Test("pinentry-tty: Deny is -128; Allow gives the secret once, at each of the two gates")
  func once() throws {
    try run(Self.tty, ends: "read -128") { try answer($0, "d") }
    let before = try accessList()
    try run(Self.tty, ends: "read 0 secret") { terminal in
      try answer(terminal, "a", "right")
      try answer(terminal, "a", "wrong", "right")
    }
    // Nothing was stored, so the next call asks again.
    #expect(try accessList() == before)
    try run(Self.tty, ends: "read -128") { terminal in
      try answer(terminal, "a", "right")
      try answer(terminal, "d")
    }
    try run(Self.tty, ends: "read -128") { terminal in
      try answer(terminal, "a", "wrong")
      try terminal.waitFor("The password is wrong.")
      try terminal.waitFor("Password:")
      terminal.type("\u{4}")
    }
  }

  @Test("pinentry-tty: Always Allow after a wrong password is stored, and nobody is asked again")
  func always() throws {
    #expect(try runAlone() == "read -25308 \n")
    try run(Self.tty, ends: "read 0 secret") { try answer($0, "l", "wrong", "right") }
    try expectStored()
  }

  @Test("pinentry-curses: the third button, then the password")
  func curses() throws {
    try run(Self.curses, ends: "read 0 secret") { terminal in
      try terminal.waitFor("Always Allow")
      try terminal.waitFor("Deny")
      terminal.press(["\t", "\r"])
      try terminal.waitFor("Password:")
      terminal.press(["right", "\r"])
    }
    try expectStored()
  }

  @Test("a terminal without pinentry: numbers for the buttons")
  func terminal() throws {
    try run(AbsentPath.path, ends: "read -128") { terminal in
      try terminal.waitFor("Allow [1], Always Allow [2], Deny [3]: ")
      terminal.type("3\n")
    }
    try run(AbsentPath.path, ends: "read 0 secret") { terminal in
      try terminal.waitFor("Allow [1], Always Allow [2], Deny [3]: ")
      terminal.type("2\n")
      try terminal.waitFor("Password:")
      terminal.type("right\n")
    }
    try expectStored()
  }

  /// Expects that the program is trusted first, that its partition is added at the end, and that
  /// the next program needs no user.
  private func expectStored() throws {
    let list = try accessList()
    let worker = PromptWorker.folder.appendingPathComponent("StoreWorker").path
    #expect(list.contains(worker))
    #expect(list.contains("apple-tool:, unsigned:"), "\(list)")
    #expect(try runAlone() == "read 0 secret\n")
  }

  @Test("a locked keychain: a wrong password asks again, the right one unlocks it for all")
  func unlocking() throws {
    try security(["lock-keychain", Self.name])
    try run(Self.tty, call: "settings", ends: "settings -128") { terminal in
      try terminal.waitFor("wants to use the")
      try terminal.waitFor("Password:")
      terminal.type("\u{4}")
    }
    #expect(try runAlone(["settings", Self.name, "-"]) == "settings -25308\n")
    try run(Self.tty, call: "settings", ends: "settings 0") { terminal in
      try terminal.waitFor("wants to use the")
      try terminal.waitFor("Password:")
      terminal.type("wrong\n")
      try terminal.waitFor("The password is wrong.")
      try terminal.waitFor("Password:")
      terminal.type("right\n")
    }
    #expect(try runAlone(["settings", Self.name, "-"]) == "settings 0\n")
  }

  @Test("nobody to ask is -25308 at once; a program that forbids questions is told -25293")
  func nobody() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo 'D right'; echo OK; }")
    #expect(try runAlone() == "read -25308 \n")
    var environment = store.at(pinentry)
    #expect(try runAlone(["read", Self.name, "mail", "silent"], environment) == "read -25293 \n")
    environment["LATCHKEY_INTERACTION"] = "never"
    #expect(try runAlone(["read", Self.name, "mail"], environment) == "read -25308 \n")
    #expect(pinentry.log.isEmpty)
    try security(["lock-keychain", Self.name])
    #expect(
      try runAlone(["settings", Self.name, "-", "silent"], store.at(pinentry))
        == "settings -25293\n")
  }

  @Test("a fork does not wait for the user, and the child can use the keychain")
  func forked() throws {
    let pinentry = try PlayedPinentry(
      """
      CONFIRM() { : > "$HOME/here"; while [ ! -e "$HOME/go" ]; do sleep 0.1; done; echo OK; }
      GETPIN() { echo 'D right'; echo OK; }
      """)
    let output = try runAlone(["forked", Self.name, "mail"], store.at(pinentry))
    #expect(output == "child 0, at once\nread 0 secret\n")
  }

  @Test("a question that nobody answers ends at the limit of a prompt")
  func silence() throws {
    let pinentry = try PlayedPinentry("CONFIRM() { sleep 600; }")
    let watch = Stopwatch()
    #expect(
      try runAlone(["read", Self.name, "mail"], store.at(pinentry, seconds: 5))
        == "read -25308 \n")
    #expect(watch.elapsed >= .seconds(5))
    #expect(watch.elapsed < Patience.limit)
  }
}
