// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `explain` answers as the command does that it explains, and that its advice has the
/// words of the caller's function.
@Suite("explain answers as the command does") struct KeychainForecastTests {
  private let shell: AdviceBench
  private var bench: KeyBench { shell.bench }

  init() throws {
    shell = try AdviceBench()
    try shell.bench.security("create-keychain", "-p", "pw", "build.keychain")
    try shell.bench.security(
      "add-generic-password", "-a", "a", "-s", "s", "-w", "geheim", "build.keychain")
  }

  private static let refused: [(words: [String], status: Int32, text: String)] = [
    (["delete-generic-password"], 2, "an option that names the password is missing"),
    (["delete-generic-password", "build.keychain"], 2, "-a account or -s service"),
    (["delete-internet-password", "build.keychain"], 2, "-a account or -s server"),
    (["add-generic-password", "-s", "x", "build.keychain"], 2, "-a account is missing"),
    (["add-internet-password", "-a", "x", "build.keychain"], 2, "-s server is missing"),
    (
      ["add-generic-password", "-s", "x", "-a", "y", "-T", "/nonexistent", "build.keychain"], 1,
      "/nonexistent: there is no such program"
    ),
  ]

  @Test("a call that the command refuses is refused with the command's status and message")
  func refusals() throws {
    for (words, status, text) in Self.refused {
      for words in [words, ["explain"] + words] {
        let result = try bench.run(words)
        #expect(result.status == status && result.error.contains(text), "\(words): \(result)")
      }
    }
  }

  @Test("a secret among the words is refused, whatever else the words name")
  func secrets() throws {
    for operands in [[], ["build.keychain"], ["a.keychain", "b.keychain"]] {
      let words = ["explain", "add-generic-password", "-s", "s", "-a", "a", "-w", "PW"]
      let result = try bench.run(words + operands)
      #expect(result.status == 2 && result.error.contains("a secret is never given"), "\(result)")
    }
  }

  private static let told: [(words: [String], code: String, text: String)] = [
    (["add", "svce=s,acct=a", "build.keychain"], "K102", "SecItemUpdate does that"),
    (
      ["add-generic-password", "-s", "s", "-a", "a", "build.keychain"], "K102",
      "the option -U of the command does that"
    ),
    (["query", "class=inet,port=x", "build.keychain"], "K703", "value of this type"),
    (["query", "svce=s", "--limit", "0", "build.keychain"], "K216", "kSecMatchLimit is 0."),
  ]

  @Test("the finding fits the call, in the words of its function") func findings() throws {
    for (words, code, text) in Self.told {
      let result = try bench.run(["explain"] + words)
      let flat = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(flat.contains("\(code) error"), "\(words): \(result)")
      #expect(flat.contains(text) && !flat.contains("K904"), "\(words): \(result)")
    }
  }

  @Test("a missing default keychain is called the default, and the advice works")
  func missingDefault() throws {
    try bench.security("default-keychain", "-s", "build.keychain")
    try bench.security("lock-keychain", "build.keychain")
    try FileManager.default.removeItem(atPath: bench.path("store/keychains/build.keychain-db"))
    let words = ["add-generic-password", "-s", "q", "-a", "q"]
    let told = try bench.run(["explain"] + words).output
    let made = try bench.run(words + ["-w", "x"], ["LATCHKEY_EXPLAIN": "1"])
    for report in [told, made.error] {
      #expect(report.contains("build.keychain is the default keychain"), "\(report)")
      #expect(!report.contains("The call names"), "\(report)")
    }
    try shell.follow(told)
    #expect(try bench.run(words + ["-w", "x"]).status == 0)
    let named = try bench.run(["explain"] + words + ["gone.keychain"]).output
    #expect(named.contains("The call names gone.keychain"), "\(named)")
  }

  private static let names = ["-dash.keychain", "new\nline.keychain", "t\u{1b}[2J'\\.keychain"]

  @Test("commands name keychains whose names a shell or an option reader would change")
  func names() throws {
    for name in Self.names {
      _ = try bench.run(["create-keychain", "-p", "pw", "--", name])
      _ = try bench.run(
        ["add-generic-password", "-s", "far", "-a", "a", "-w", "geheim", "--", name])
      try bench.security("list-keychains", "-d", "user", "-s", "login.keychain")
      let find = ["find-generic-password", "-s", "far", "-w"]
      let unlisted = try bench.run(["explain"] + find).output
      #expect(unlisted.contains("K608"), "\(unlisted)")
      try shell.follow(unlisted)
      #expect(try bench.run(find).output == "geheim\n", "\(unlisted)")
      _ = try bench.run(["lock-keychain", "--", name])
      for report in [["explain"] + find, ["doctor"], ["check"]] {
        _ = try bench.run(["lock-keychain", "--", name])
        let text = try bench.run(report).output
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }, "\(text)")
        try shell.follow(text, but: "security dump-items")
        #expect(try bench.run(find).output == "geheim\n", "\(text)")
      }
      _ = try bench.run(["delete-keychain", "--", name])
    }
  }

  private static let reported: [(words: [String], text: String, status: Int32)] = [
    (["default-keychain", "-s", "missing.keychain"], "SecKeychainSetDefault answered -61", 1),
    (["create-keychain", "-p", "x", "build.keychain"], "SecKeychainCreate answered -25296", 48),
    (
      ["create-filevaultmaster-keychain", "-p", "x", "build.keychain"],
      "SecKeychainCreate answered -25296", 48
    ),
    (
      ["set-generic-password-partition-list", "-S", "apple:", "-k", "WRONG", "build.keychain"],
      "answered -25293", 1
    ),
    (["set-key-partition-list", "-S", "apple:", "-k", "pw", "build.keychain"], "-25300", 1),
  ]

  @Test("LATCHKEY_EXPLAIN reports each command that fails on a keychain file, with advice")
  func reports() throws {
    for (words, text, status) in Self.reported {
      let told = try bench.run(words, ["LATCHKEY_EXPLAIN": "1"])
      #expect(told.status == status && told.error.contains(text), "\(told)")
      #expect(told.error.contains("\n  do "), "\(told.error)")
      #expect(!told.error.contains("could not be used in this moment"), "\(told.error)")
      #expect(try !bench.run(words).error.contains("answered"))
    }
  }

  @Test("commands that only look leave the lock of a replaced file as it is") func lookers() throws
  {
    let file = bench.path("store/keychains/build.keychain-db")
    let whole = try Files.read(file)
    let found = ["find-generic-password", "-s", "s", "-w", "build.keychain"]
    for words in [
      ["explain"] + found, ["check", "build.keychain"], ["dump-items", "build.keychain"],
      ["show-keychain-info", "build.keychain"], ["doctor"],
    ] {
      var changed = whole
      // A blob has the offset of its encrypted block at its ninth byte. The offset of the database
      // blob is the smallest.
      let places = whole.indices.filter { whole[$0...].starts(with: [0xFA, 0xDE, 0x07, 0x11]) }
      let starts = places.map { whole[($0 + 8)..<($0 + 12)].reduce(0) { $0 << 8 | Int($1) } }
      let start = try #require(starts.min())
      let blob = places[try #require(starts.firstIndex(of: start))]
      changed[blob + start + 4] ^= 1
      try Files.write(changed, to: file)
      _ = try bench.run(words)
      try Files.write(whole, to: file)
      #expect(try bench.run(found).output == "geheim\n", "\(words)")
    }
  }

  @Test("dump-items tells keys with one number apart") func keys() throws {
    let made = try bench.security("create-keypair", "-a", "ec", "-k", "build.keychain", "pair")
    #expect(made.status == 0, "\(made)")
    let text = try bench.security("dump-items", "keys", "build.keychain").output
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    for kind in ["private", "public"] {
      #expect(lines.count { $0.prefix(2) == ["0", kind] } == 1, "\(text)")
    }
    let json = try bench.security("dump-items", "--json", "keys", "build.keychain").output
    #expect(json.contains(#""kind":"private""#) && json.contains(#""kind":"public""#), "\(json)")
  }
}
