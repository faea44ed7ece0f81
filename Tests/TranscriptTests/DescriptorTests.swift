// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of passcodes that a program gives to the built `security` through a descriptor.
@Suite("passcodes from descriptors") struct DescriptorTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  /// - Parameter words: the arguments. `FILE` stands for a path without a file.
  private func run(_ words: String, _ descriptors: [Int32: String] = [:]) throws -> Program.Result {
    try program.run(
      words.split(separator: " ").map { $0 == "FILE" ? home.path + "/nofile" : String($0) },
      descriptors: descriptors.mapValues { Array($0.utf8) })
  }

  /// Removes the keys of the store from the user's keyring.
  private func dropKeys() { _ = try? run("lock-store --all") }

  @Test("wrong tries of a program delay the program and never the owner") func twoDoors() throws {
    defer { dropKeys() }
    #expect(try run("set-passcode --passcode-fd 3", [3: "1234"]).status == 0)
    #expect(try run("lock-store").status == 0)
    let tries = [
      "unlock-store --passcode-fd 3", "unlock-store --passcode-fd 3",
      "change-passcode --passcode-fd 3 --new-passcode-fd 4",
      "change-passcode --passcode-fd 3 --new-passcode-fd 4", "remove-passcode --passcode-fd 3",
    ]
    for (number, words) in tries.enumerated() {
      let wrong = try run(words, [3: "wrong \(number)", 4: "5678"])
      #expect(wrong.error.contains("the passcode is wrong"), "\(words): \(wrong)")
    }
    for words in Set(tries) {
      let delayed = try run(words, [3: "1234", 4: "5678"])
      #expect(delayed.status == 51, "\(words)")
      #expect(delayed.error.contains(" s)\n"), "\(words): \(delayed)")
    }
    let told = "wrong tries:  0\nhanded in:    5 by security from a descriptor, the next try in "
    #expect(try run("lock-status").output.contains(told))
    #expect(try typed("4321", wrongFirst: true) == 0)
    #expect(try run("unlock-store --passcode-fd 3", [3: "1234"]).status == 51)
  }

  /// Types the right passcode at a terminal, after a wrong one if asked for.
  private func typed(_ wrong: String, wrongFirst: Bool) throws -> Int32 {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(program, ["unlock-store"])
    for passcode in wrongFirst ? [wrong, "1234"] : ["1234"] {
      try terminal.waitFor("passcode of the store: ")
      try terminal.type(passcode + "\n")
    }
    return try Program.wait(for: process)
  }

  @Test("a program that knows the passcode does not erase what was counted at the prompt")
  func promptKeepsItsCount() throws {
    defer { dropKeys() }
    #expect(try run("set-passcode --passcode-fd 3", [3: "1234"]).status == 0)
    let terminal = try PseudoTerminal()
    let process = try terminal.start(program, ["unlock-store"])
    for passcode in ["a", "b", "c"] {
      try terminal.waitFor("passcode of the store: ")
      try terminal.type(passcode + "\n")
    }
    #expect(try Program.wait(for: process) == 51)
    #expect(try run("unlock-store --passcode-fd 3", [3: "1234"]).status == 0)
    #expect(try run("lock-status").output.contains("wrong tries:  3\n"))
  }

  @Test("a descriptor that was not open at the start is none, whatever the program has opened")
  func notInherited() throws {
    defer { dropKeys() }
    #expect(try run("set-passcode --passcode-fd 3", [3: "1234"]).status == 0)
    var shell = program
    shell.executable = "/bin/sh"
    let closing = (3...9).map { "\($0)<&-" }.joined(separator: " ")
    let start = ["-c", "exec \"$0\" \"$@\" \(closing)", Program.path]
    for number in 3...9 {
      let one = try shell.run(start + ["unlock-store", "--passcode-fd", "\(number)"])
      #expect(one.status == 206)
      #expect(one.error.contains("Bad file descriptor"), "\(number): \(one)")
      // `lock-status` opens the store, so the descriptor could be one of the store's by now.
      let add = "add-generic-password -a me -s x --password-fd \(number)"
      let session = try shell.run(start + ["-i"], input: Array("lock-status\n\(add)\n".utf8))
      #expect(session.error.contains("Bad file descriptor"), "\(number): \(session)")
    }
    #expect(try run("find-generic-password -s x").status == 44)
  }

  @Test("what is refused for its passcode or file makes no store") func nothingMade() throws {
    for words in [
      "set-passcode --passcode-fd 99", "set-passcode --passcode-fd 4",
      "restore --passphrase-fd 3 FILE", "restore --passphrase-fd 99 FILE",
    ] {
      #expect(try run(words, [3: "words", 4: "two\nlines"]).status == 206, "\(words)")
      #expect(Files.all(below: home.path).isEmpty, "\(words)")
    }
  }

  @Test("one line end is dropped, with or without a carriage return") func lineEnds() throws {
    defer { dropKeys() }
    #expect(try run("set-passcode --passcode-fd 3", [3: "1234\r\n"]).status == 0)
    for end in ["", "\n", "\r\n"] {
      #expect(try run("unlock-store --passcode-fd 3", [3: "1234" + end]).status == 0, "\(end)")
    }
    #expect(try run("unlock-store --passcode-fd 3", [3: "1234\n\n"]).status == 51)
    #expect(try typed("", wrongFirst: false) == 0)
  }

  @Test("--password-fd drops the line ends that a bare -w drops") func passwordEnds() throws {
    for (given, kept) in [
      ("pw", "pw"), ("pw\n", "pw"), ("pw\r\n", "pw"), ("pw\n\n", "pw\n"), ("pw\r", "pw\r"),
      ("pw\r\n\r\n", "pw\r\n"), ("\r\n", ""), ("\n", ""),
    ] {
      #expect(
        try run("add-generic-password -U -a a -s s --password-fd 3", [3: given]).status == 0)
      let found = try run("find-generic-password -s s -w").output
      let hex = kept.utf8.map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let isPlain = kept.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      #expect(found == (isPlain ? kept : hex) + "\n", "\(given.debugDescription)")
    }
    #expect(try run("create-keychain -p pw k.keychain").status == 0)
    for end in ["", "\n", "\r\n"] {
      let words = "set-keychain-settings -t 60 --password-fd 3 k.keychain"
      #expect(try run(words, [3: "pw" + end]).status == 0, "\(end.debugDescription)")
    }
    #expect(
      try run("set-keychain-settings --password-fd 3 k.keychain", [3: "pw\n\n"]).status == 51)
    #expect(try run("delete-keychain k.keychain").status == 0)
  }
}
