// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import Testing

/// Tests of global options, usage, help and the interactive mode (Specification/security-cli.md,
/// "Global behaviour of security").
@Suite("from arguments to a status") struct DispatchTests {
  @Test("without a command: usage and list on standard output, status 2") func nothing() {
    let outcome = security("")
    #expect(outcome.status == 2)
    #expect(outcome.error.isEmpty)
    #expect(outcome.output.hasPrefix("Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v]"))
    #expect(outcome.output.contains("\n    find-generic-password                Find a"))
  }

  @Test("-h and help list the commands, status 0") func help() {
    let list = security("help")
    #expect(list.status == 0)
    #expect(security("-h") == list)
    #expect(list.output.contains("\n    add-generic-password                 Add a"))
  }

  @Test("help of a command on standard output, also abbreviated and by -h") func helpOfCommand() {
    let outcome = security("help find-gen")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Usage: find-generic-password "))
    #expect(outcome.output.hasSuffix("\n        Find a generic password.\n"))
    #expect(security("-h find-gen") == outcome)
    let unknown = security("help bogus")
    #expect(
      unknown
        == Outcome(
          status: 1, output: "", error: "security: help: no such command: bogus\n"))
  }

  @Test("a bad global option: usage on standard output, status 2") func badOption() {
    let outcome = security("-Z")
    #expect(outcome.status == 2)
    #expect(outcome.error == "security: illegal option -- Z\n")
    #expect(outcome.output.hasPrefix("Usage: security"))
  }

  @Test("unknown commands, and those that only macOS can have") func unavailable() {
    #expect(
      security("bogus")
        == Outcome(
          status: 1, output: "", error: "security: unknown command \"bogus\"\n"))
    for name in [
      "install-mds", "authorize", "authorizationdb", "execute-with-privileges", "leaks",
      "translocate-policy-check", "translocate-status-check", "translocate-original-path",
      "filevault", "platformsso",
    ] {
      #expect(
        security(name)
          == Outcome(
            status: 1, output: "",
            error: "security: \(name) is not available: it is about a part of macOS\n"))
    }
    for name in ["codesign", "trust-team", "list-bindings", "rebind", "forget-binding", "purge"] {
      #expect(security(name).error.hasPrefix("security: unknown command \"\(name)\""))
    }
  }

  @Test("misuse of a command: usage on standard error, status 2") func misuse() {
    let outcome = security("lock-status nonsense")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error.hasPrefix(
        """
        security: argument 1 is too many: lock-status takes no operands
        Usage: lock-status
        """))
    #expect(outcome.error.hasSuffix("\n        Show whether the store is locked.\n"))
    #expect(security("find-generic-password -h").status == 2)
  }

  @Test("-l and -R change nothing") func accepted() {
    #expect(security("-lR version") == security("version"))
  }

  @Test("-v repeats the command, but no secret") func verbose() {
    let outcome = security(
      ["-v", "add-gen", "-a", "me", "-s", "x y", "-wgeheim", "-Uw", "geheim"])
    #expect(
      outcome.error.hasPrefix(
        "add-generic-password \"-a\" \"me\" \"-s\" \"x y\" \"-w***\" \"-Uw\" \"***\"\n"))
    #expect(!outcome.error.contains("geheim"))
    let internet = security("-v add-internet-password -a me -s x -p path -X 6162")
    #expect(internet.error.contains("\"-p\" \"path\" \"-X\" \"***\""))
    let unlocking = security("-v unlock-keychain -p geheim login.keychain")
    #expect(unlocking.error.hasPrefix("unlock-keychain \"-p\" \"***\" \"login.keychain\"\n"))
    let names = security("-v list-keychains -d user -s a.keychain b.keychain-db /tmp/c /etc x")
    #expect(
      names.error.hasPrefix(
        "list-keychains \"-d\" \"user\" \"-s\" \"a.keychain\" \"b.keychain-db\" \"/tmp/c\" "
          + "\"/etc\" \"***\"\n"), "\(names.error)")
    let late = security("-v unlock-keychain x.keychain -p geheim")
    #expect(late.error.hasPrefix("unlock-keychain \"x.keychain\" \"***\" \"***\"\n"))
    let elsewhere = security("-v filevault -p geheim x.keychain")
    #expect(elsewhere.error.hasPrefix("filevault \"***\" \"***\" \"***\"\n"))
    let item = security("-v item -u v_Data=geheim -d geheim class=genp")
    #expect(item.error.hasPrefix("item \"-u\" \"***\" \"-d\" \"***\" \"***\"\n"))
  }

  @Test("error always ends with 1, and reads numbers of every base") func error() {
    let outcome = security("error -25300 0x64 010 100002 77")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.
        Error: 0x00000064 100 unknown error 100=64
        Error: 0x00000008 8 unknown error 8=8
        Error: 0x000186A2 100002 UNIX[No such file or directory]
        Error: 0x0000004D 77 unknown error 77=4d

        """)
    #expect(security("error").status == 2)
  }

  @Test("lines of the interactive mode run one by one, the last status counts") func interactive() {
    let terminal = ScriptedTerminal()
    terminal.lines = [
      "", "add-generic-password -a me -s 'two words' -w secret", "bogus", "find-gen -s nothing",
      "find-gen -s 'two words' -w",
    ]
    let outcome = security("-i", at: terminal)
    #expect(outcome.status == 0)
    #expect(outcome.output == "secret\n")
    #expect(
      outcome.error == """
        security: unknown command in line 3
        line 3: returned 1
        security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.
        find-gen: returned -25300

        """)
  }

  @Test(
    "a word that no option declares is never repeated: not by -v, not in what is said of a mistake",
    arguments: [
      ["-v", "unlock-store", "hunter2"], ["-v", "find-generic-password", "--password=hunter2"],
      ["-v", "find-generic-password", "-s", "x", "hunter2"], ["-v", "lock-store", "--hunter2"],
      ["-v", "add-generic-password", "-whunter2", "-s", "x"], ["-v", "set-passcode", "-Xhunter2"],
      ["-v", "add-generic-password", "-s", "x", "-a", "y", "-w", "hunter2"],
      ["find-generic-password", "--password=hunter2"], ["set-passcode", "hunter2"],
      ["lock-store", "--password-fd", "hunter2"],
    ])
  func misplaced(words: [String]) {
    let outcome = security(words)
    #expect(!outcome.error.contains("hunter2") && !outcome.output.contains("hunter2"))
    let terminal = ScriptedTerminal()
    terminal.lines = ["hunter2", "version hunter2", "-v hunter2", "unlock-store hunter2"]
    #expect(!security("-i -v", at: terminal).error.contains("hunter2"))
  }

  @Test("quit and exit end it with the last status, as the end of input does; with more words not")
  func endings() {
    func run(_ lines: String...) -> Outcome {
      let terminal = ScriptedTerminal()
      terminal.lines = lines
      return security("-i", at: terminal)
    }
    #expect(run() == Outcome(status: 0, output: "", error: ""))
    for word in ["quit", "exit", "  quit  ", "'exit'"] {
      let version = run("version").output
      #expect(run("version", word, "bogus") == Outcome(status: 0, output: version, error: ""))
      #expect(run("bogus", word, "version").status == 1)
      #expect(run(word).status == 0)
    }
    #expect(run("quit now", "version").output == run("version").output)
    #expect(run("quit now").error.contains("unknown command in line 1"))
    #expect(security("quit").status == 1, "no command of the command line")
  }

  @Test(
    "-q changes nothing else (the man page): not what a command prints, nor its refusals",
    arguments: [
      "", "help", "help import", "version", "bogus", "find-key -Y", "list-keychains",
      "default-keychain", "show-keychain-info", "lock-status", "check", "rotate-keys",
      "dump-keychain -a", "dump-items", "find-gen -s svc", "find-gen -s svc -g", "find-int -s svc",
      "delete-gen -s svc", "add-gen -a me -s svc -w x", "add-gen -a you -s svc -w x -A",
      "find-key", "find-certificate", "find-identity", "delete-certificate -c x", "export -t certs",
      "error -25300", "lock-store", "create-keychain x", "set-passcode", "backup",
    ])
  func quietness(_ words: String) {
    func run(_ words: String) -> Outcome {
      let store = ScriptedStore()
      _ = security("add-gen -a me -s svc -w secret", on: store)
      return security(words, on: store)
    }
    #expect(run("-q \(words)") == run(words))
  }

  @Test("-q spares the returned line, and an unmatched quote runs nothing") func quiet() {
    let terminal = ScriptedTerminal()
    terminal.lines = ["bogus", "version 'x"]
    let outcome = security("-q -i", at: terminal)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.error.contains("returned"))
    #expect(outcome.error.contains("quote"))
  }

  @Test("the prompt is shown to a person only, and -p turns the mode on") func prompt() {
    let terminal = ScriptedTerminal()
    terminal.inputIsTerminal = true
    terminal.lines = ["version"]
    #expect(security(["-p", "? "], at: terminal).error == "? ? ")
    let piped = ScriptedTerminal()
    piped.lines = ["version"]
    #expect(security("-i", at: piped).error.isEmpty)
  }

  @Test("what could not be written is no success") func fullDisk() {
    let terminal = ScriptedTerminal()
    terminal.hasArrived = false
    let outcome = security("version", at: terminal)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("standard output"))
  }
}
