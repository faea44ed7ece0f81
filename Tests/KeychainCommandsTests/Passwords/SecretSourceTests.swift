// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the sources of a new secret (Specification/security-cli.md, "add-generic-password /
/// add-internet-password"), and of `--password-fd`, which is ours.
@Suite("where a new secret comes from") struct SecretSourceTests {
  private let store = ScriptedStore()
  private let terminal = ScriptedTerminal()

  private func add(_ options: String, verb: String = "add-gen") -> Outcome {
    security("\(verb) -a me -s svc \(options)", on: store, at: terminal)
  }

  private var secret: [UInt8]? {
    store.items.last?.secret?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test("-X takes hex digits") func hex() {
    #expect(add("-X abc").status == 0)
    #expect(secret == [0x0A, 0xBC])
  }

  @Test("-X with other characters") func badHex() {
    let outcome = add("-X 0xyz")
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix(
        "Unable to convert password data (-X must specify valid hex digits)\nUsage: "))
    #expect(store.items.isEmpty)
  }

  @Test("-p is an old name of -w, for generic passwords only") func legacy() {
    #expect(add("-p old").status == 0)
    #expect(secret == Array("old".utf8))
    #expect(add("-p /path", verb: "add-int").status == 0)
    #expect(secret == [])
  }

  @Test("the last one given counts") func last() {
    #expect(add("-w first -X 32").status == 0)
    #expect(secret == [0x32])
  }

  @Test("bare -w asks twice, in Apple's words") func asks() {
    terminal.answers = ["geheim", "geheim"]
    let outcome = add("-w")
    #expect(outcome == Outcome(status: 0, output: "", error: ""))
    #expect(
      terminal.questions == [
        "password data for new item: ", "retype password for new item: ",
      ])
    #expect(secret == Array("geheim".utf8))
  }

  @Test("different answers: three tries, then nothing is added") func mismatch() {
    terminal.answers = ["a", "b", "c", "d", "e", "f"]
    let outcome = add("-w")
    #expect(outcome.status == 1)
    #expect(outcome.error == String(repeating: "passwords don't match\n", count: 3))
    #expect(store.items.isEmpty)
  }

  @Test("a second try can succeed") func secondTry() {
    terminal.answers = ["a", "b", "c", "c"]
    #expect(add("-w").status == 0)
    #expect(secret == Array("c".utf8))
  }

  @Test("with nobody to ask: status 36 at once, and how to do it") func nobody() {
    let outcome = add("-w")
    #expect(outcome.status == 36)
    #expect(outcome.error.hasPrefix("security: User interaction is not allowed.\n"))
    #expect(outcome.error.contains("--password-fd"))
    #expect(store.items.isEmpty)
  }

  @Test("--password-fd reads a descriptor") func descriptor() {
    terminal.descriptors = [3: [0x70, 0x00, 0xFF]]
    #expect(add("--password-fd 3").status == 0)
    #expect(secret == [0x70, 0x00, 0xFF])
  }

  @Test("--password-fd with what is none") func badDescriptor() {
    #expect(add("--password-fd 9").status == 206)
    #expect(add("--password-fd x").status == 2)
    #expect(store.items.isEmpty)
  }

  @Test("--password-fd 0 must not swallow the commands of -i") func inputIsTaken() {
    terminal.descriptors = [0: []]
    terminal.lines = ["add-gen -a me -s svc --password-fd 0"]
    let outcome = security("-i", on: store, at: terminal)
    #expect(outcome.status == 206)
    #expect(outcome.error.contains("standard input already carries the commands"))
    #expect(store.items.isEmpty)
  }

  @Test("the keychain is looked at before anybody is asked") func order() {
    terminal.answers = ["a", "a"]
    _ = security("add-gen -a me -s svc -w", on: store, at: terminal)
    let late = ScriptedTerminal()
    late.answers = ["a", "a"]
    #expect(security("add-gen -a me -s svc -w x login.keychain", on: store, at: late).status == 53)
    #expect(late.questions.isEmpty)
  }
}
