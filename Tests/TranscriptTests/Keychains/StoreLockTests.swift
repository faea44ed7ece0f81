// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of the lock of the store under its name login.keychain, beside keychain files.
@Suite("the lock of login.keychain") struct StoreLockTests {
  private let bench: KeyBench
  private let silent = Program.Result(status: 0, output: "", error: "")

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    #expect(
      try bench.security(
        "set-passcode", "--passcode-fd", "3", descriptors: [3: Array("84 1 6 73".utf8)]
      ).status == 0)
    try bench.security("add-generic-password", "-a", "a", "-s", "stored", "-w", "word")
  }

  @Test("-p gives no passcode: the advice names a descriptor, and following it works")
  func passcode() throws {
    let words = ["unlock-keychain", "-p", "84 1 6 73", "login.keychain"]
    #expect(try bench.run(words) == silent, "an unlocked store looks at no password")
    #expect(try bench.security("lock-keychain", "login.keychain") == silent)
    let refused = try bench.run(words)
    #expect(refused.status == 36 && refused.output.isEmpty)
    #expect(
      refused.error == """
        security: -p is not looked at: the passcode of the store comes from the terminal, or by \
        security unlock-store --passcode-fd N
        security: SecKeychainUnlock login.keychain: User interaction is not allowed.
        security: there is no terminal for the question; security unlock-store --passcode-fd N \
        reads the secret from a descriptor

        """)
    #expect(!refused.error.contains("84 1"))
    #expect(try bench.security("find-generic-password", "-s", "stored", "-w").status == 36)
    let unlocked = try bench.security(
      "unlock-store", "--passcode-fd", "4", descriptors: [4: Array("84 1 6 73".utf8)])
    #expect(unlocked.status == 0, "\(unlocked)")
    #expect(try bench.security("find-generic-password", "-s", "stored", "-w").output == "word\n")
  }

  @Test("at a terminal the user is asked, whatever -p says") func question() throws {
    #expect(try bench.security("lock-keychain", "login.keychain") == silent)
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    for (typed, status) in [("other", 51), ("84 1 6 73", 0)] as [(String, Int32)] {
      let terminal = try PseudoTerminal()
      let process = try terminal.start(program, ["unlock-keychain", "-p", "no", "login.keychain"])
      try terminal.waitFor("password to unlock login.keychain: ")
      try terminal.type(typed + "\n")
      #expect(try terminal.readToEnd(of: process) == status)
      #expect(terminal.screen.contains("-p is not looked at") && !terminal.screen.contains(typed))
    }
    #expect(try bench.security("find-generic-password", "-s", "stored", "-w").output == "word\n")
  }

  @Test("a locked file says nothing of the store, and the store nothing of files")
  func notes() throws {
    try bench.security("create-keychain", "-p", "pw", "other.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "w", "other.keychain")
    for keychain in ["other.keychain", "login.keychain"] {
      #expect(try bench.security("lock-keychain", keychain) == silent)
    }
    let file = try bench.security("show-keychain-info", "other.keychain")
    #expect(file.status == 36)
    #expect(file.error.contains("security unlock-keychain unlocks a keychain"))
    #expect(!file.error.contains("the store is locked"))
    // Of a locked item, only the status tells.
    let silent = Program.Result(status: 36, output: "", error: "")
    #expect(
      try bench.security("find-generic-password", "-s", "s", "-w", "other.keychain") == silent)
    let store = try bench.security("show-keychain-info", "login.keychain")
    #expect(store.status == 36)
    #expect(store.error.contains("the store is locked; security unlock-store unlocks it"))
    #expect(!store.error.contains("unlock-keychain"))
  }
}
