// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests of passcodes and passphrases from a descriptor (Specification/security-cli.md, "Commands
/// of our own", Specification/access-control.md, "Throttling").
@Suite("Passcodes from descriptors") struct PasscodeSourceTests {
  private static let program = PasscodeDoor.data("com.apple.security")

  private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

  private func store(_ passcode: String? = "1234") -> ScriptedStore {
    ScriptedStore { $0.lock.passcode = passcode.map(secret) }
  }

  /// Runs `security` with the given descriptors and answers.
  ///
  /// - Parameter words: The command line, in which `ABSENT` becomes a path without a file.
  private func security(
    _ words: String, on store: ScriptedStore, _ descriptors: [Int32: String] = [:],
    answers: [String] = []
  ) -> Outcome {
    let terminal = ScriptedTerminal()
    terminal.descriptors = descriptors.mapValues { Array($0.utf8) }
    terminal.answers = answers
    let words = words.split(separator: " ").map { $0 == "ABSENT" ? AbsentPath.path : String($0) }
    return KeychainCommandsTests.security(words, on: store, at: terminal)
  }

  @Test("a program's tries count at its own door, typed ones at the prompt") func doors() {
    let store = store()
    for words in [
      "unlock-store --passcode-fd 3", "change-passcode --passcode-fd 3 --new-passcode-fd 4",
      "remove-passcode --passcode-fd 3",
    ] {
      #expect(security(words, on: store, [3: "1234", 4: "1234"]).status == 0, "\(words)")
    }
    #expect(store.state.withLock { $0.lock.doors } == [Self.program, Self.program, Self.program])
    let typed = self.store()
    for (words, answers) in [
      ("unlock-store", ["1234"]), ("change-passcode --new-passcode-fd 4", ["1234"]),
      ("remove-passcode", ["1234"]),
    ] {
      #expect(security(words, on: typed, [4: "1234"], answers: answers).status == 0, "\(words)")
    }
    #expect(typed.state.withLock { $0.lock.doors } == [.prompt, .prompt, .prompt])
  }

  @Test("a delay at the prompt holds up no program") func delay() {
    let store = store()
    store.state.withLock { $0.lock.wait = 60 }
    #expect(security("unlock-store --passcode-fd 3", on: store, [3: "1234"]).status == 0)
    let change = "change-passcode --passcode-fd 3 --new-passcode-fd 4"
    #expect(security(change, on: store, [3: "1234", 4: "new"]).status == 0)
    #expect(security("remove-passcode --passcode-fd 3", on: store, [3: "new"]).status == 0)
  }

  @Test(
    "what nobody can type is no new passcode",
    arguments: ["a\nb", "a\n\n", "a\rb", "\0", "a\tb", "a\u{1B}", "a\u{7F}b", "a\u{85}b"])
  func controls(_ text: String) {
    let sentence = "has a control character, which cannot be typed\n"
    let fresh = store(nil)
    let set = security("set-passcode --passcode-fd 3", on: fresh, [3: text])
    #expect(set.status == 206)
    #expect(set.error.contains("security: --passcode-fd: the passcode \(sentence)"))
    #expect(fresh.state.withLock { $0.lock.passcode } == nil)
    let typed = security("set-passcode", on: fresh, answers: [text, text])
    #expect(typed.error.hasSuffix("security: the passcode \(sentence)"))
    let change = security(
      "change-passcode --passcode-fd 3 --new-passcode-fd 4", on: store(), [3: "1234", 4: text])
    #expect(change.error.contains("security: --new-passcode-fd: the passcode \(sentence)"))
    let backup = security(
      "backup --passphrase-fd 3 ABSENT", on: store(), [3: text])
    #expect(backup.status == 206)
    #expect(backup.error.contains("security: --passphrase-fd: the passphrase \(sentence)"))
  }

  @Test("one that is there already may have anything") func formerControls() {
    #expect(security("unlock-store --passcode-fd 3", on: store("a\nb"), [3: "a\nb"]).status == 0)
    for text in ["ä\u{A0}é", "a b", "日本"] {
      #expect(security("set-passcode --passcode-fd 3", on: store(nil), [3: text]).status == 0)
    }
  }

  @Test("each refusal names the command and the descriptor's option") func names() {
    let change = "change-passcode --passcode-fd 3 --new-passcode-fd 4"
    let status = "A parameter that was passed is not valid."
    #expect(
      security(change, on: store(), [3: "1234", 4: ""]).error == """
        security: change-passcode: \(status)
        security: --new-passcode-fd: the passcode is empty

        """)
    #expect(
      security(change, on: store(), [3: "1234"]).error == """
        security: change-passcode: \(status)
        security: --new-passcode-fd: Bad file descriptor

        """)
    #expect(
      security("set-passcode", on: store(nil), answers: ["", ""]).error == """
        security: set-passcode: \(status)
        security: the passcode is empty

        """)
    #expect(
      security("unlock-store", on: store()).error.hasPrefix("security: unlock-store: User inter"))
  }

  @Test("a secret is read before the store, and nothing refused makes one") func first() throws {
    let store = ScriptedStore { state in
      state.isMade = false
      state.openingRefusal = KeychainError(.diskFull, "opened")
    }
    #expect(security("set-passcode --passcode-fd 9", on: store).status == 206)
    #expect(security("set-passcode --passcode-fd 3", on: store, [3: ""]).status == 206)
    #expect(security("set-passcode", on: store).status == 36)
    #expect(security("restore --passphrase-fd 3 ABSENT", on: store, [3: "a"]).status == 206)
    let made = ScriptedStore { $0.openingRefusal = KeychainError(.diskFull, "opened") }
    for words in [
      "unlock-store --passcode-fd 9", "change-passcode --passcode-fd 3 --new-passcode-fd 9",
      "remove-passcode --passcode-fd 9", "backup --passphrase-fd 9 ABSENT",
    ] {
      #expect(security(words, on: made, [3: "1234"]).status == 206, "\(words)")
    }
  }
}
