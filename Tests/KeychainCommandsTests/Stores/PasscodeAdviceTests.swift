// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import SecureMemory
import Testing

/// Tests of advice about a new passcode, which never refuses it (Specification/access-control.md,
/// "Derivation").
@Suite("Advice about weak passcodes") struct PasscodeAdviceTests {
  private func set(_ passcode: String, _ words: String, over former: String?) -> Outcome {
    let store = ScriptedStore {
      $0.lock.passcode = former.map { SecretBytes(copying: Array($0.utf8)) }
    }
    let terminal = ScriptedTerminal()
    terminal.descriptors = [3: Array((former ?? passcode).utf8), 4: Array(passcode.utf8)]
    return security(words, on: store, at: terminal)
  }

  @Test(
    "below 2^30 guesses a line, from there on none; taken in any case",
    arguments: [
      ("1", true), ("1234", true), ("password", false), ("secret", true), ("horses", true),
      // Digits have 3.32 bits each: 9 of them have 29.9.
      ("386194725", true), ("3861947250", false), ("123456789012345", true),
      ("1111111111111111111111", true),
      // Small letters have 4.7 bits each.
      ("kfxrbm", true), ("kfxrbmq", false), ("abcdefghijklmnop", true), ("aaaaaaaaaaaa", true),
      // All kinds of keys have 6.57 bits each.
      ("K3-x", true), ("K3-xP", false),
      // A character of several bytes counts as one.
      ("\u{E4}\u{F6}\u{FC}\u{DF}", true), ("\u{E4}\u{F6}\u{20AC}\u{DF}\u{F1}", false),
      ("\u{E4}\u{E4}\u{E4}\u{E4}\u{E4}\u{E4}\u{E4}\u{E4}", true),
      ("correct horse", false),
    ])
  func advice(_ passcode: String, _ isWeak: Bool) {
    for (words, former) in [
      ("set-passcode --passcode-fd 3", nil),
      ("change-passcode --passcode-fd 3 --new-passcode-fd 4", "of before"),
    ] as [(String, String?)] {
      let outcome = set(passcode, words, over: former)
      #expect(outcome.status == 0)
      #expect(outcome.error.contains("This passcode is weak") == isWeak, "\(passcode) \(words)")
      #expect(!outcome.error.contains(passcode) || passcode.count == 1)
    }
  }
}
