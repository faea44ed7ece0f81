// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of commands for the embedded store (Specification/security-cli.md, "Keychain
/// administration"), and of refusals by the store.
@Suite("list-keychains, default-keychain, show-keychain-info, check") struct StoreCommandsTests {
  private static let line = "    \"/store/store.db\"\n"
  private static let system = "    \"/Library/Keychains/System.keychain\"\n"

  @Test(
    "the store is the user's search list and default",
    arguments: ["list-keychains", "list -d user", "list -d u", "default-keychain", "d -d user"])
  func lists(_ words: String) throws {
    let folder = try KeychainFolder()
    let list = words == "list-keychains" ? Self.line + Self.system : Self.line
    #expect(security(words, on: folder.store) == Outcome(status: 0, output: list, error: ""))
  }

  @Test(
    "the other domains have the keychain of the machine, or nothing",
    arguments: ["system", "common", "dynamic", "c"])
  func otherDomains(_ domain: String) throws {
    let folder = try KeychainFolder()
    #expect(
      security("list -d \(domain)", on: folder.store)
        == Outcome(status: 0, output: domain == "dynamic" ? "" : Self.system, error: ""))
    let standard = security("default -d \(domain)", on: folder.store)
    #expect((standard.status, standard.output) == (1, ""))
    #expect(
      standard.error.hasPrefix(
        domain == "dynamic"
          ? "security: SecKeychainCopyDefault: This preferences domain is not valid.\n"
          : "security: SecKeychainCopyDefault: A default keychain could not be found.\n"))
  }

  @Test("bad domains and operands") func misuse() {
    let outcome = security("list -d home")
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("security: Invalid domain: home\nUsage: list-keychains "))
    #expect(security("list x.keychain").status == 2)
    #expect(security("default x.keychain").status == 2)
  }

  @Test("the search list and the default can be set, and the store stays in the list")
  func setting() throws {
    let folder = try KeychainFolder()
    func run(_ words: String) -> Outcome { security(words, on: folder.store) }
    #expect(run("list -s /store/store.db").status == 0)
    #expect(run("default -s /store").status == 0)
    #expect(run("default -s").status == 0)
    #expect(run("list -d user -s build.keychain /store/store.db").status == 0)
    let list = run("list").output
    #expect(list.hasPrefix("    \"\(folder.directory)/keychains/build.keychain"))
    #expect(list.hasSuffix("\"\n" + Self.line + Self.system))
    let standard = run("default -s build.keychain")
    #expect(standard.status == 1)
    #expect(standard.error.hasPrefix("Will not set default: "))
  }

  @Test("create-keychain and unlock-keychain say if no other process finds the keychain unlocked")
  func unlocking() throws {
    let line =
      "security: the kernel keeps no key here, so the keychain is unlocked for this process only: "
      + "install latchkey-prompt, which keeps keys, or give all commands to one security -i\n"
    for isShared in [false, true] {
      let folder = try KeychainFolder(isShared: isShared)
      func run(_ words: String) -> Outcome { security(words, on: folder.store) }
      #expect(
        run("create-keychain -p pw build.keychain")
          == Outcome(status: 0, output: "", error: isShared ? "" : line))
      // The new keychain is unlocked already, so nothing is said.
      for text in ["", isShared ? "" : line] {
        #expect(
          run("unlock-keychain -p pw build.keychain")
            == Outcome(status: 0, output: "", error: text))
        #expect(run("lock-keychain build.keychain").status == 0)
      }
      let wrong = run("unlock-keychain -p no build.keychain")
      #expect(wrong.status == 51 && !wrong.error.contains("this process only"))
      // The advice works.
      #expect(run("set-keychain-password -o pw -p new build.keychain").status == 0)
    }
  }

  private static let kernel: [(KeySharingObstacle.Kernel, String)] = [
    (.refuses, "the kernel keeps no key here"),
    (.isFull(nil), "the kernel has no room for more keys of this user"),
    (
      .isFull(.init(keys: 149, of: 200, bytes: 19_873, of: 20_000)),
      "the kernel has no room for more keys of this user (149 of 200 keys, 19873 of 20000 bytes)"
    ),
  ]
  // swift-format-ignore
  private static let agent: [(KeySharingObstacle.Agent, String, String)] = [
    (.notInstalled,   "",                                                               "install latchkey-prompt, which"),
    (.doesNotStart,   ", and latchkey-prompt cannot start the key agent",               "see that this ends with status 0: "),
    (.doesNotAnswer,  ", and the key agent does not answer",                            "end it, then unlock again: pkill "),
    (.isForeign,      ", and a process of another user has the name of the key agent",  "root finds that process: ss -xlp "),
    (.isFull,         ", and the key agent holds 1000 keys, its limit",                 "forget the keys of all keychains: "),
  ]

  @Test("the reason why a keychain is unlocked for one process names kernel and agent")
  func obstacles() throws {
    for (kernel, why) in Self.kernel {
      for (agent, more, step) in Self.agent {
        let folder = try KeychainFolder(obstacle: KeySharingObstacle(kernel, agent))
        let told = security("create-keychain -p pw build.keychain", on: folder.store)
        let line = "security: \(why)\(more), so the keychain is unlocked for this process only: "
        #expect(told.status == 0 && told.error.hasPrefix(line + step), "\(told.error)")
        #expect(told.error.contains("give all commands to one security -i\n"), "\(told.error)")
        let isKnown = why.contains("149")
        #expect(told.error.contains("maxkeys=2000 ") == isKnown, "\(told.error)")
        #expect(told.error.contains("maxbytes=200000\n") == isKnown, "\(told.error)")
      }
    }
    let folder = try KeychainFolder(obstacle: nil)
    let told = security("create-keychain -p pw build.keychain", on: folder.store).error
    #expect(told.contains("only: unlock again: other keys have made room meanwhile\n"))
  }

  @Test("unlock-keychain says if a keychain without time is locked again") func endless() throws {
    let folder = try KeychainFolder()
    func run(_ words: String) -> Outcome { security(words, on: folder.store) }
    #expect(run("create-keychain -p pw build.keychain").status == 0)
    #expect(run("set-keychain-settings -t 0 build.keychain").status == 0)
    #expect(run("lock-keychain build.keychain").status == 0)
    #expect(
      run("unlock-keychain -p pw build.keychain").error
        == """
        security: the time limit of the keychain is 0 seconds, so it is locked again
        security: security set-keychain-settings -t 300 --password-fd 3 build.keychain 3< FILE \
        sets another limit; FILE has the password

        """)
  }

  @Test("show-keychain-info answers on standard error") func show() {
    #expect(
      security("show-keychain-info")
        == Outcome(
          status: 0, output: "", error: "Keychain \"<NULL>\" no-timeout\n"))
    #expect(security("show /store").error == "Keychain \"/store\" no-timeout\n")
    #expect(security("show login.keychain").status == 53)
  }

  @Test("show-keychain-info: the time-out of an unlocked store, as macOS shows it")
  func timeout() {
    for (limit, text) in [(300, "timeout=300s"), (nil, "no-timeout")] as [(Int?, String)] {
      let store = ScriptedStore { state in
        state.lock.passcode = SecretBytes(copying: [0x31])
        state.lock.limit = UnlockLimit(seconds: limit)
      }
      #expect(
        security("show-keychain-info", on: store)
          == Outcome(status: 0, output: "", error: "Keychain \"<NULL>\" \(text)\n"))
    }
  }

  @Test(
    "show-keychain-info: a locked store is a refusal, and says how it is unlocked",
    arguments: [LockState.locked, .beforeFirstUnlock])
  func locked(_ lock: LockState) {
    let store = ScriptedStore { state in
      state.lock.passcode = SecretBytes(copying: [0x31])
      state.lock.state = lock
      state.lock.limit = .standard
    }
    for (words, name) in [("show-keychain-info", "<NULL>"), ("show /store", "/store")] {
      let outcome = security(words, on: store)
      #expect(outcome.status == 36 && outcome.output.isEmpty)
      #expect(
        outcome.error == """
          security: SecKeychainCopySettings \(name): User interaction is not allowed.
          security: the store is locked; security unlock-store unlocks it

          """)
    }
  }

  @Test("show-keychain-info of a store that is not made yet: none is made, nothing is locked")
  func unmade() {
    let store = ScriptedStore { state in
      state.isMade = false
      state.openingRefusal = KeychainError(.notAvailable, "opening would make it")
    }
    #expect(
      security("show-keychain-info", on: store).error
        == "Keychain \"<NULL>\" no-timeout\n")
  }

  @Test(
    "a file keychain: -25291, and why",
    arguments: [
      "find-gen -s x login.keychain", "add-gen -a me -s x /tmp/a.keychain-db",
      "delete-int -s x login.keychain", "dump-keychain login.keychain", "find-int /etc/passwd",
      "find-int store.db", "add-gen -a me -s x /Xq7w+9c=", "find-int ./geheim", "find-int ~/geheim",
    ])
  func fileKeychains(_ words: String) {
    let outcome = security(words)
    #expect(outcome.status == 53)
    #expect(outcome.output.isEmpty)
    // A word that is not the name of a file or keychain may be a password in the wrong place.
    let word = words.split(separator: " ").last ?? ""
    let isNamed = word.contains(".keychain") || word == "/etc/passwd"
    let name = isNamed ? word : "(operand 1)"
    #expect(
      outcome.error.hasPrefix(
        "security: SecKeychainOpen \(name): No keychain is available.\nsecurity: this command"))
  }

  @Test("the store's own path and directory are accepted") func ownPath() {
    #expect(security("find-gen -s x /store/store.db").status == 44)
    #expect(security("find-gen -s x /store").status == 44)
  }

  @Test("a refusal names path, reason and what to do") func refusal() {
    let store = ScriptedStore { state in
      state.openingRefusal = KeychainError(
        .notAvailable, "the device key is missing", context: .path("/store/device.key"),
        advice: "put it back from a backup")
    }
    let tail = """
      No keychain is available.
      security: /store/device.key: the device key is missing
      security: put it back from a backup

      """
    for (words, call) in [
      ("find-gen -s x", "SecKeychainSearchCopyNext"),
      ("delete-int -s x", "SecKeychainSearchCopyNext"),
      ("add-gen -a me -s x", "SecKeychainItemCreateFromContent (<default>)"),
      ("show", "SecKeychainCopySettings <NULL>"), ("check", "check"),
    ] {
      let outcome = security(words, on: store)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error == "security: \(call): \(tail)")
      #expect(outcome.status == 53, "\(words)")
    }
  }

  @Test("a store that cannot be opened is still the one in the lists") func listed() throws {
    let folder = try KeychainFolder { $0.openingRefusal = KeychainError(.notAvailable, "no") }
    #expect(security("list-keychains", on: folder.store).output == Self.line + Self.system)
    #expect(security("default-keychain", on: folder.store).output == Self.line)
  }

  @Test("check of a sound store") func sound() {
    let store = ScriptedStore { $0.report.rowsOpened = 1 }
    #expect(
      security("check", on: store)
        == Outcome(
          status: 0,
          output: """
            Store /store/store.db, format 1
            1 row opened, 0 deleted and kept for sync, 0 moved aside
            Nothing is damaged.

            """, error: ""))
  }

  @Test("check says of rows whose key is gone what became of them and what removes them, status 0")
  func lost() {
    let store = ScriptedStore { state in
      state.report.rowsOpened = 2
      state.report.rowsLost = 1
    }
    let outcome = security("check", on: store)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasSuffix(
        """
        2 rows opened, 0 deleted and kept for sync, 0 moved aside
        1 row of class akpu can never be read again: the key went with a passcode that was removed
            security rotate-keys   removes what remains of these rows
        Nothing is damaged.

        """))
  }

  @Test("check names what is damaged, status 1") func damaged() {
    let store = ScriptedStore { state in
      state.report.rowsOpened = 2
      state.report.rowsLocked = 3
      state.report.findings = [
        .init(.rowDoesNotOpen, itemClass: .genericPassword, identifier: .zero, detail: "metadata"),
        .init(.historyBroken),
      ]
    }
    let outcome = security("check", on: store)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasSuffix(
        """
        3 rows not judged while locked: security unlock-store unlocks the store
            row does not open, class genp, item 00000000-0000-0000-0000-000000000000: metadata
            history broken
        2 findings.
        2 rows can be kept. Bring the store back from a backup, or:
            security check --repair   builds a new store of them and moves the old files aside

        """))
    let repaired = security("check --repair", on: store)
    #expect(repaired.status == 1)
    #expect(
      repaired.output.hasSuffix(
        """
        A new store was built: 2 rows, 1 deleted and kept for sync, history: 3.
        The old files are in /store:
            aside-x.store.db
        Something is lost, as said above.

        """))
    #expect(security("check --reseal", on: store).status == 0)
    store.state.withLock { $0.resealing.notes = ["what came later"] }
    let noted = security("check --reseal", on: store)
    #expect(noted.status == 0 && noted.output.hasPrefix("    not known: what came later\n0 rows"))
    store.state.withLock { $0.resealing = $0.report }
    let refused = security("check --reseal", on: store)
    #expect(refused.status == 1 && refused.output.contains("Nothing was changed"))
    #expect(security("check --repair --reseal", on: store).status == 2)
  }

  @Test("check of a store that does not open says what its files tell") func closed() {
    let store = ScriptedStore { state in
      state.openingRefusal = KeychainError(
        .decode, "a part of the store is damaged", context: .part("page 7", of: "/store/store.db"))
      state.report.findings = [
        .init(.fileDamaged, detail: "store.db, page 7, of genp"),
        .init(.rowMissing, itemClass: .genericPassword, time: ScriptedStore.moment),
      ]
    }
    let outcome = security("check", on: store)
    #expect(outcome.status != 0)
    #expect(outcome.error.contains("/store/store.db, page 7: a part of the store is damaged"))
    #expect(outcome.output.contains("    file damaged: store.db, page 7, of genp\n"))
    #expect(outcome.output.contains("    row missing, class genp, changed 2016-04-08T18:51:06Z\n"))
    #expect(outcome.output.contains("security check --repair"))
    // `--reseal` is not offered here: it would be refused, or would lose the content of the log.
    #expect(!outcome.output.contains("--reseal"))
    store.state.withLock { $0.report.isOfPagesAlone = true }
    #expect(security("check", on: store).output.contains("security check --reseal"))
  }

  @Test("what looks after a store makes none: -25294 where none is")
  func missing() {
    let store = ScriptedStore { $0.isMade = false }
    let all = ["check", "check --copy /copy", "check --repair", "check --reseal", "rotate-keys"]
    for words in all {
      let outcome = security(words, on: store)
      #expect(outcome.status == 50, "\(words)")
      #expect(outcome.error.contains("/store: there is no store at this path"), "\(words)")
      #expect(outcome.output.isEmpty, "\(words)")
    }
  }

  @Test("what looks for items opens no store that is not there: nothing is found")
  func looking() {
    let store = ScriptedStore {
      $0.isMade = false
      $0.openingRefusal = KeychainError(.ioFailed, "a store was opened")
    }
    for (words, status) in [
      ("find-generic-password -s a", UInt8(44)), ("delete-internet-password -s a", 44),
      ("dump-keychain -d", 0), ("dump-items", 44), ("show-keychain-info", 0), ("find-key", nil),
      ("find-certificate -a", nil), ("find-identity", nil),
    ] as [(String, UInt8?)] {
      let outcome = security(words, on: store)
      if let status { #expect(outcome.status == status, "\(words)") }
      #expect(!outcome.error.contains("opened"), "\(words): \(outcome)")
    }
    #expect(security("add-generic-password -a a -s s -w x", on: store).error.contains("opened"))
  }

  @Test("a store that another repair came first to is not repaired again") func repairedMeanwhile()
  {
    let store = ScriptedStore { state in
      state.report.findings = [.init(.historyBroken)]
      state.isRepairedMeanwhile = true
    }
    let outcome = security("check --repair", on: store)
    #expect(outcome.status == 0)
    #expect(outcome.output == "Nothing of the store is damaged, and nothing was done.\n")
  }

  @Test("a sound store is not repaired") func nothingToRepair() {
    let store = ScriptedStore()
    for words in ["check --repair", "check --reseal"] {
      let outcome = security(words, on: store)
      #expect(outcome.status == 0)
      #expect(outcome.output == "Nothing of the store is damaged, and nothing was done.\n")
    }
  }
}
