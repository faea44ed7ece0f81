// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the commands about passcode and lock: their questions, output and statuses
/// (Specification/security-cli.md, "Commands of our own").
@Suite("Passcode commands") struct PasscodeCommandTests {
  private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

  private func store(_ passcode: String? = "1234", _ state: LockState = .unlocked)
    -> ScriptedStore
  {
    ScriptedStore {
      $0.lock.passcode = passcode.map(secret)
      $0.lock.state = state
    }
  }

  private func security(
    _ words: String, on store: ScriptedStore, answers: [String] = []
  ) -> Outcome {
    let terminal = ScriptedTerminal()
    terminal.answers = answers
    return KeychainCommandsTests.security(words, on: store, at: terminal)
  }

  private func passcode(of store: ScriptedStore) -> SecretBytes? {
    store.state.withLock { $0.lock.passcode }
  }

  @Test("set-passcode asks twice; three pairs that differ end it") func set() {
    let store = store(nil)
    let done = security("set-passcode", on: store, answers: ["a", "b", "1234", "1234"])
    #expect(done.status == 0)
    #expect(done.output == "")
    #expect(done.error.contains("passcodes don't match\n"))
    #expect(passcode(of: store) == secret("1234"))
    #expect(store.state.withLock { $0.lock.limit } == .standard)
    let other = self.store(nil)
    let never = security(
      "set-passcode", on: other, answers: ["a", "b", "c", "d", "e", "f", "g", "g"])
    #expect(never.status == 1)
    #expect(passcode(of: other) == nil)
  }

  @Test("set-passcode where there is one asks nothing") func twice() {
    let refused = security("set-passcode", on: store(), answers: [])
    #expect(refused.status == 206)
    #expect(refused.error.contains("security: the store has a passcode already\n"))
  }

  @Test("--timeout is a number of seconds, 0 for never") func timeout() {
    for (text, limit) in [("60", 60), ("0", nil)] as [(String, Int?)] {
      let store = store("1234", .locked)
      let done = security("unlock-store --timeout \(text)", on: store, answers: ["1234"])
      #expect(done.status == 0)
      #expect(store.state.withLock { $0.lock.limit } == UnlockLimit(seconds: limit))
    }
    for text in ["-1", "x", "99999999999"] {
      #expect(security("unlock-store --timeout \(text)", on: store(), answers: []).status == 2)
    }
  }

  @Test("unlock-store asks three times at most") func unlock() {
    let store = store("1234", .locked)
    let done = security("unlock-store", on: store, answers: ["x", "1234"])
    #expect(done == Outcome(status: 0, output: "", error: "the passcode is wrong\n"))
    #expect(store.state.withLock { $0.lock.state } == .unlocked)
    let never = security(
      "unlock-store", on: self.store("1234", .locked), answers: ["x", "y", "z", "1234"])
    #expect(never.status == 51)
    #expect(never.error.hasSuffix("security: the passcode is wrong\n"))
  }

  @Test("where the kernel holds no keys, nothing is said to be unlocked for other programs")
  func alone() {
    let store = store("1234", .locked)
    store.state.withLock { $0.lock.isShared = false }
    let refused = security("unlock-store", on: store, answers: ["1234"])
    #expect(refused.status == 53)
    #expect(refused.error.contains("only this process had the keys"))
    #expect(refused.error.contains("locked for other programs"))
    let changed = security("change-passcode", on: store, answers: ["1234", "n", "n"])
    #expect(changed.status == 0)
    #expect(changed.error.contains("locked for other programs"))
    let new = self.store(nil)
    new.state.withLock { $0.lock.isShared = false }
    let set = security("set-passcode", on: new, answers: ["a", "a"])
    #expect(set.status == 0)
    #expect(set.error.contains("The store has a passcode now."))
    #expect(set.error.contains("locked for other programs"))
    #expect(security("lock-status", on: new).output.contains("for each program alone"))
  }

  @Test("wrong ones that programs handed in are shown where there are any, one line for each")
  func programTries() {
    let store = store("1234", .locked)
    #expect(!security("lock-status", on: store).output.contains("handed in"))
    store.state.withLock {
      $0.lock.programTries = [
        .init(isOwn: true, wrongTries: 5, secondsToWait: 58),
        .init(isOwn: false, wrongTries: 2, secondsToWait: 0),
      ]
    }
    let lines = security("lock-status", on: store).output.split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.hasPrefix("wrong tries:") } ?? 0
    #expect(
      lines[first...].prefix(3) == [
        "wrong tries:  0",
        "handed in:    5 by security from a descriptor, the next try in 58 s",
        "              2 by another program",
      ])
  }

  @Test("lost counts of wrong ones are told")
  func lostCounts() {
    let store = store("1234", .locked)
    store.state.withLock {
      $0.lock.wait = 3600
      $0.lock.countsAreLost = true
    }
    let told = "the counts of wrong passcodes were lost"
    let status = security("lock-status", on: store)
    #expect(status.output.contains(told))
    #expect(status.output.contains(", the next try begins a wait of 3600 s\n"))
    #expect(!status.output.contains("the next try in"))
    let refused = security("unlock-store", on: store, answers: ["1234"])
    #expect(refused.status == 51)
    #expect(refused.error.contains(told))
    // The store has checked a passcode, so the hour has begun.
    #expect(refused.error.contains("no passcode is accepted for some time (3600 s)"))
  }

  @Test("during a delay nothing is asked") func delay() {
    let store = store("1234", .locked)
    store.state.withLock { $0.lock.wait = 60 }
    let refused = security("unlock-store", on: store, answers: [])
    #expect(refused.status == 51)
    #expect(refused.error.contains("no passcode is accepted for some time (60 s)"))
  }

  @Test("change-passcode asks for the old one and twice for the new one; remove-passcode for one")
  func change() {
    let store = store()
    #expect(
      security("change-passcode", on: store, answers: ["1234", "new", "new"]).status == 0)
    #expect(passcode(of: store) == secret("new"))
    #expect(security("change-passcode", on: store, answers: ["1234", "n", "n"]).status == 51)
    #expect(security("remove-passcode", on: store, answers: ["1234"]).status == 51)
    #expect(security("remove-passcode", on: store, answers: ["new"]).status == 0)
    #expect(passcode(of: store) == nil)
    for command in ["change-passcode", "remove-passcode", "unlock-store"] {
      let refused = security(command, on: store, answers: [])
      #expect(refused.status == 206, "\(command)")
      #expect(refused.error.contains("the store has no passcode"), "\(command)")
    }
  }

  @Test(
    "remove-passcode counts what is gone with it, without what was lost before",
    arguments: [
      (0, ""), (1, "1 item that needed a passcode is gone.\n"),
      (2, "2 items that needed a passcode are gone.\n"),
    ])
  func gone(_ count: Int, _ told: String) {
    func items(_ states: [ItemSummary.State]) -> [ItemSummary] {
      states.map {
        ItemSummary(
          itemClass: .genericPassword, identifier: .zero,
          protection: .whenPasscodeSetThisDeviceOnly, isSynchronizable: false,
          isConstrained: false, state: $0, attributes: AttributeSet())
      }
    }
    let store = store()
    let needing = [ItemSummary.State](repeating: .readable, count: count)
    store.state.withLock { state in
      state.summaries = items([.lost, .damaged] + needing)
      state.summariesWithoutPasscode = items([.lost, .damaged] + needing.map { _ in .lost })
    }
    let removed = security("remove-passcode", on: store, answers: ["1234"])
    #expect(removed == Outcome(status: 0, output: "", error: told))
  }

  @Test("a store that does not list its items loses its passcode too") func uncounted() {
    let store = store()
    store.state.withLock { $0.listRefusal = KeychainError(.decode, "a page is damaged") }
    let removed = security("remove-passcode", on: store, answers: ["1234"])
    #expect(removed.status == 0 && passcode(of: store) == nil)
    #expect(removed.error == "Items that needed a passcode are gone, if there were any.\n")
  }

  @Test("nobody is asked for a new passcode before the old one was right") func oldFirst() {
    let terminal = ScriptedTerminal()
    terminal.answers = ["wrong", "new", "new"]
    let store = store()
    let refused = KeychainCommandsTests.security("change-passcode", on: store, at: terminal)
    #expect(refused.status == 51)
    #expect(terminal.questions == ["passcode of the store: "])
    #expect(passcode(of: store) == secret("1234"))
  }

  @Test("lock-store, with --all as at a restart") func lock() {
    let store = store()
    #expect(security("lock-store", on: store).status == 0)
    #expect(store.state.withLock { $0.lock.state } == .locked)
    #expect(security("lock-store --all", on: store).status == 0)
    #expect(store.state.withLock { $0.lock.state } == .beforeFirstUnlock)
    #expect(security("lock-store", on: self.store(nil)).status == 206)
    #expect(security("lock-store now", on: store).status == 2)
    // Without a program that listens to the session, the command does not wait in vain.
    #expect(security("lock-store --follow-session", on: store).status == 1)
    let unfollowed = security("lock-store --follow-session", on: store).error
    #expect(unfollowed.contains("looked for at /usr/local/libexec/latchkey-prompt, /usr/libexec/"))
    #expect(unfollowed.contains("LATCHKEY_PROMPT_HELPER"))
    #expect(security("lock-store --follow-session now", on: store).status == 2)
  }

  @Test("an empty or too long passcode is none") func limits() {
    for bad in ["", String(repeating: "x", count: 1025)] {
      let refused = security("set-passcode", on: store(nil), answers: [bad, bad])
      #expect(refused.status == 206, "\(bad.count)")
    }
  }

  @Test("nobody to ask: at once, with the way out") func nobody() {
    let refused = security("unlock-store", on: store("1234", .locked))
    #expect(refused.status == 36)
    #expect(refused.error.contains("--passcode-fd N"))
  }
}
