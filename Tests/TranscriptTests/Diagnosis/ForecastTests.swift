// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `explain` foretells the status of a command for every kind of operand that can name a
/// keychain (Specification/diagnostics.md, "Code shape and order of work").
@Suite("forecasts for every operand that names a keychain") struct ForecastTests {
  private let bench: KeyBench

  init() throws { bench = try KeyBench() }

  /// The operands, by the kind of keychain that they name.
  private static let operands: [(name: String, operands: [String])] = [
    ("no operand", []),
    ("the store by its name", ["login.keychain"]),
    ("the store by its long name", ["login.keychain-db"]),
    ("the store by the path that lists print", ["{store/store.db}"]),
    ("the store by its directory", ["{store}"]),
    ("the system keychain", ["/Library/Keychains/System.keychain"]),
    ("the roots", ["/System/Library/Keychains/SystemRootCertificates.keychain"]),
    ("a file by its name", ["build.keychain"]),
    ("a file by its long name", ["build.keychain-db"]),
    ("a file by its path", ["{store/keychains/build.keychain-db}"]),
    ("a file elsewhere", ["{far.keychain}"]),
    ("a file whose name lacks the ending", ["{odd}"]),
    ("a file whose name looks like a pair", ["{a=b.keychain}"]),
    ("a missing file", ["gone.keychain"]),
    ("a missing path", ["{gone/x.keychain}"]),
    ("a bare word", ["gone"]),
    ("the empty name", [""]),
    ("a directory", ["dir.keychain"]),
    ("a pipe", ["pipe.keychain"]),
    ("a text file", ["text.keychain"]),
    ("two keychains", ["build.keychain", "login.keychain"]),
    (
      "the system keychain and the store", ["/Library/Keychains/System.keychain", "login.keychain"]
    ),
  ]

  /// The calls, with the arguments of the command that `explain` does not take.
  private static let calls: [(words: [String], more: [String])] = [
    (["find-generic-password", "-s", "in-store"], []),
    (["find-generic-password", "-s", "in-store", "-w"], []),
    (["find-generic-password", "-s", "in-file", "-w"], []),
    (["find-internet-password", "-s", "host", "-w"], []),
    (["add-generic-password", "-s", "in-store", "-a", "a"], ["-w", "x"]),
    (["add-generic-password", "-s", "in-file", "-a", "a"], ["-w", "x"]),
    (["delete-generic-password", "-s", "nowhere"], []),
    // These change the keychains, so they come last.
    (["add-generic-password", "-s", "new", "-a", "a"], ["-w", "x"]),
    (["delete-generic-password", "-s", "in-store"], []),
    (["delete-generic-password", "-s", "in-file"], []),
  ]

  /// The calls that do not make a store.
  private static let storelessCalls = calls.filter { call in
    ["in-store", "in-file", "nowhere"].contains(call.words[2])
      && !call.words[0].hasPrefix("add") && (call.words.count == 4 || call.words[2] == "nowhere")
  }

  private func putKeychains() throws {
    for name in ["build.keychain", "{far.keychain}", "{odd}", "{a=b.keychain}"] {
      try bench.security("create-keychain", "-p", "pw", name)
      try bench.security("add-generic-password", "-s", "in-file", "-a", "a", "-w", "x", name)
    }
    // A locked keychain is among them, too. Its name lacks the ending by which tests find files.
    try bench.security("lock-keychain", "{odd}")
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain", "login.keychain")
    let folder = bench.path("store/keychains")
    try FileManager.default.createDirectory(
      atPath: folder + "/dir.keychain-db", withIntermediateDirectories: true)
    #expect(unsafe mkfifo(folder + "/pipe.keychain-db", 0o600) == 0)
    try Files.write(Array("no keychain".utf8), to: folder + "/text.keychain-db")
  }

  private func compare(_ operands: [String], _ name: String, noStore: Bool) throws {
    for call in noStore ? Self.storelessCalls : Self.calls {
      let told = try bench.run(["explain"] + call.words + operands)
      let made = try bench.run([call.words[0]] + call.more + call.words.dropFirst() + operands)
      // The status 1 says that the call succeeds, with a warning.
      let foretold = told.status == 1 ? 0 : told.status
      #expect(
        foretold == made.status,
        "\(name): \(call.words): \(told.output)\(told.error)\n\(made.error)")
      #expect(!told.output.contains("LATCHKEY_HOME"), "\(name): \(told.output)")
    }
  }

  @Test("the command gets the status that was foretold", arguments: 0..<22)
  func stored(_ place: Int) throws {
    try putKeychains()
    try bench.security(
      "add-generic-password", "-s", "in-store", "-a", "a", "-w", "x", "login.keychain")
    let (name, operands) = Self.operands[place]
    try compare(operands, name, noStore: false)
  }

  @Test("an absent store counts as an empty one, and no store is made", arguments: 0..<22)
  func storeless(_ place: Int) throws {
    try putKeychains()
    let (name, operands) = Self.operands[place]
    try compare(operands, name, noStore: true)
    #expect(Files.names(in: bench.path("store"))?.contains("store.db") == false)
  }

  @Test("dump-items lists the keychain that an operand names, and no other one")
  func listed() throws {
    try putKeychains()
    try bench.makeAuthority()
    try bench.security(
      "add-generic-password", "-s", "in-store", "-a", "a", "-w", "x", "login.keychain")
    let system = "/Library/Keychains/System.keychain"
    let rows: [(operands: [String], status: Int32, text: String)] = [
      ([system], 0, "Items of class cert in \(system), 1 found"), ([system, "genp"], 44, ""),
      (["login.keychain"], 0, "in-store"), (["{store/store.db}"], 0, "in-store"),
      (["build.keychain"], 0, "in-file"), (["{odd}"], 36, "in-file"),
      (["{a=b.keychain}"], 0, "in-file"), (["gone.keychain"], 50, ""),
      ([""], 206, ""), (["dir.keychain"], 49, ""), (["genp"], 0, "in-file"),
    ]
    for row in rows {
      let made = try bench.run(["dump-items", "--values"] + row.operands)
      #expect(made.status == row.status, "\(row.operands): \(made)")
      #expect(made.output.contains(row.text) || row.text.isEmpty, "\(row.operands): \(made)")
      if row.text != "in-store", row.operands != ["genp"] {
        #expect(!made.output.contains("in-store"), "\(row.operands): \(made)")
      }
    }
    #expect(try bench.run(["dump-items", system, "--values"]).output.contains("Authority"))
  }

  @Test(
    "the advice for a keychain without the item can be followed",
    arguments: [
      "build.keychain", "/Library/Keychains/System.keychain", "login.keychain",
    ])
  func advice(_ keychain: String) throws {
    try putKeychains()
    for words in [["find-generic-password", "-s", "none"], ["query", "svce=none"]] {
      let report = try bench.run(["explain"] + words + [keychain]).output
      for line in report.split(separator: "\n").map({ $0.drop { $0 == " " } })
      where line.hasPrefix("security ") {
        var program = Program(home: bench.path(""))
        program.environment["LATCHKEY_HOME"] = bench.path("store")
        let result = try program.run(line.split(separator: " ").dropFirst().map(String.init))
        #expect(result.status == 0, "\(line): \(result)")
      }
      #expect(!report.contains("K706") && !report.contains("K704"), "\(report)")
    }
  }
}
