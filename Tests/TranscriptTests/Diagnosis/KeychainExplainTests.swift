// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `explain`, traces and `dump-items` speak of keychain files
/// (Specification/diagnostics.md, "Tree 6: Mac-specific").
@Suite("explanations of calls on keychain files") struct KeychainExplainTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    for name in ["build.keychain", "other.keychain"] {
      try bench.security("create-keychain", "-p", "pw", name)
    }
    try bench.security(
      "add-generic-password", "-a", "a", "-s", "s", "-w", "geheim", "build.keychain")
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain", "login.keychain")
  }

  private static let find = ["find-generic-password", "-s", "s", "-a", "a", "-w"]

  /// Returns the codes of the findings and the status that `explain` foretells.
  private func codes(_ words: [String]) throws -> (codes: [String], status: Int, exit: Int32) {
    let result = try bench.run(["explain", "--json"] + words)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]] ?? []
    return (
      findings.compactMap { $0["code"] as? String }, object?["status"] as? Int ?? 1,
      Int32(result.status)
    )
  }

  /// A state of the keychains, a call, and the codes of its report.
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    /// Commands that make the state.
    var state: [[String]] = []
    var call = KeychainExplainTests.find
    let status: Int
    let codes: [String]
  }

  private static let rows: [Row] = [
    Row(description: "found", status: 0, codes: ["K001"]),
    Row(
      description: "locked, nobody to ask", state: [["lock-keychain", "build.keychain"]],
      status: -25308, codes: ["K604"]),
    Row(
      description: "locked, attributes alone", state: [["lock-keychain", "build.keychain"]],
      call: ["find-generic-password", "-s", "s"], status: 0, codes: ["K001"]),
    Row(
      description: "locked, assumed unlocked", state: [["lock-keychain", "build.keychain"]],
      call: KeychainExplainTests.find + ["--if", "unlocked"], status: 0, codes: ["K001"]),
    Row(
      description: "not in the list",
      state: [
        ["add-generic-password", "-a", "b", "-s", "far", "-w", "x", "other.keychain"]
      ], call: ["find-generic-password", "-s", "far", "-w"], status: -25300, codes: ["K608"]),
    Row(
      description: "nowhere, named", call: ["find-generic-password", "-s", "x", "build.keychain"],
      status: -25300, codes: ["K218"]),
    Row(
      description: "no such file, which counts as a missing item",
      call: KeychainExplainTests.find + ["gone.keychain"], status: -25300, codes: ["K610"]),
    Row(
      description: "no such file, for a deletion",
      call: ["delete-generic-password", "-s", "s", "gone.keychain"], status: -25300,
      codes: ["K610"]),
    Row(
      description: "no such file, for an addition",
      call: ["add-generic-password", "-s", "s", "-a", "a", "gone.keychain"], status: -25294,
      codes: ["K610"]),
    Row(
      description: "no program is trusted",
      state: [
        [
          "add-generic-password", "-a", "b", "-s", "shut", "-w", "x", "-T", "", "build.keychain",
        ]
      ], call: ["find-generic-password", "-s", "shut", "-w"], status: -25308, codes: ["K609"]),
    Row(
      description: "the partition is missing",
      state: [
        [
          "set-generic-password-partition-list", "-S", "teamid:ABC", "-s", "s", "-k", "pw",
          "build.keychain",
        ]
      ], status: -25308, codes: ["K609"]),
    Row(
      description: "delete needs no key", state: [["lock-keychain", "build.keychain"]],
      call: ["delete-generic-password", "-s", "s"], status: 0, codes: ["K001"]),
    Row(
      description: "duplicate",
      call: ["add-generic-password", "-s", "s", "-a", "a", "build.keychain"],
      status: -25299, codes: ["K102"]),
    Row(
      description: "addition to a locked keychain", state: [["lock-keychain", "build.keychain"]],
      call: ["add-generic-password", "-s", "t", "-a", "a", "build.keychain"], status: -25308,
      codes: ["K604"]),
  ]

  @Test(
    "what decides a call on keychain files, and the status foretold is the real one",
    arguments: rows)
  func decided(_ row: Row) throws {
    for words in row.state { try #expect(bench.run(words).status == 0, "\(words)") }
    let told = try codes(row.call)
    #expect(told.codes.prefix(row.codes.count) == row.codes[...], "\(told)")
    #expect(told.status == row.status)
    let low = Int32(UInt8(truncatingIfNeeded: row.status))
    #expect(told.exit == (row.status == 0 ? told.exit : low))
    guard !row.call.contains("--if") else { return }
    let isAddition = row.call[0].hasPrefix("add")
    let made = try bench.run(
      [row.call[0]] + (isAddition ? ["-w", "x"] : []) + row.call.dropFirst())
    let ended = UInt8(truncatingIfNeeded: row.status)
    #expect(Int32(made.status) == Int32(ended), "\(made.error)")
  }

  @Test("the report names each keychain, asked or not, and ends in the store's own reasons")
  func report() throws {
    try bench.security("list-keychains", "-s", "gone.keychain", "build.keychain", "login.keychain")
    try bench.security("lock-keychain", "build.keychain")
    let report = try bench.run(["explain"] + Self.find).output
    #expect(
      report.hasPrefix(
        "SecKeychainFindGenericPassword would answer -25308 errSecInteractionNotAllowed\n"),
      "\(report)")
    let lines = report.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("  gone.keychain") && $0.contains("-25294") })
    #expect(lines.contains { $0.hasPrefix("  build.keychain") && $0.hasSuffix("1 match, locked") })
    #expect(
      lines.contains { $0.hasPrefix("  login.keychain") && $0.contains("not asked") }, "\(report)")
    #expect(report.contains("\nK604 error  build.keychain is locked; 1 item there matches.\n"))
    #expect(report.contains("\nK610 warn   gone.keychain is in the search list"))
    #expect(!report.contains("geheim"))
    try bench.security(
      "add-generic-password", "-a", "z", "-s", "store", "-w", "x", "login.keychain")
    let absent = try bench.run(["explain", "find-generic-password", "-s", "Store"]).output
    #expect(absent.contains("K205"), "\(absent)")
  }

  /// Returns the commands that a report advises: the lines that begin with `security`, joined.
  private func commands(_ report: String) -> [[String]] {
    report.replacing("\\\n", with: " ").replacing("'", with: "").split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == "security" }.map { Array($0.dropFirst()) }
  }

  @Test(
    "the advice of each finding works",
    arguments: ["K604", "K608", "K609 partition", "K610"])
  func advice(_ name: String) throws {
    var call = Self.find
    switch name {
    case "K604": try bench.security("lock-keychain", "build.keychain")
    case "K608":
      try bench.security("list-keychains", "-s", "login.keychain")
    case "K609 partition":
      try bench.security(
        "set-generic-password-partition-list", "-S", "teamid:ABC", "-s", "s", "-k", "pw",
        "build.keychain")
    default:
      try bench.security(
        "list-keychains", "-s", "gone.keychain", "build.keychain", "login.keychain")
      call = ["find-generic-password", "-s", "s"]
    }
    let report = try bench.run(["explain", "--values"] + call).output
    #expect(report.contains(name.prefix(4)), "\(report)")
    let advised = commands(report)
    #expect(!advised.isEmpty, "\(report)")
    // The user gives passwords and secrets on the terminal.
    let given = [
      "unlock-keychain": ["-p", "pw"], "set-generic-password-partition-list": ["-k", "pw"],
    ]
    for words in advised {
      let result = try bench.run([words[0]] + (given[words[0]] ?? []) + words.dropFirst())
      #expect(result.status == 0, "\(words): \(result.error)")
    }
    let found = try bench.run(Self.find)
    #expect(found.output == "geheim\n", "\(found.error)")
    #expect(try codes(call).codes == ["K001"])
  }

  @Test("without a store, and of another program") func alone() throws {
    #expect(Files.names(in: bench.path("store"))?.contains("store.db") == false)
    #expect(try codes(Self.find).codes == ["K001"])
    let tool = bench.path("tool")
    try Files.write(Array("#!/bin/sh\n".utf8), to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let other = try codes(Self.find + ["--as", tool])
    #expect(other.status == -25308 && other.codes.first == "K609")
    #expect(Files.names(in: bench.path("store"))?.contains("store.db") == false)
  }

  @Test("a damaged file: of the list it is passed over, named it counts as a missing item")
  func damaged() throws {
    try bench.security("lock-keychain", "build.keychain")
    try Files.write([1, 2, 3], to: bench.path("store/keychains/build.keychain-db"))
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "login.keychain")
    let listed = try codes(Self.find)
    #expect(listed.status == 0 && listed.codes.contains("K908") && listed.exit == 1)
    #expect(try bench.run(Self.find).output == "x\n")
    let named = try codes(Self.find + ["build.keychain"])
    #expect(named.status == -25300 && named.codes == ["K908"] && named.exit == 44)
    let told = try bench.run(Self.find + ["build.keychain"])
    #expect(told.status == 44)
    #expect(told.error.contains("build.keychain-db, head: the file does not begin"))
  }

  @Test("statuses of keychain files have their names in the heading") func names() throws {
    try bench.security("lock-keychain", "build.keychain")
    try Files.write([1, 2, 3], to: bench.path("store/keychains/build.keychain-db"))
    let words = ["explain", "add-generic-password", "-s", "s", "-a", "b", "build.keychain"]
    let heading = "SecKeychainAddGenericPassword would answer -25295 errSecInvalidKeychain\n"
    #expect(try bench.run(words).output.hasPrefix(heading))
  }

  @Test("LATCHKEY_EXPLAIN tells of calls on a keychain as a whole, before their message")
  func administration() throws {
    let rows: [(words: [String], function: String, code: String, status: Int32)] = [
      (["show-keychain-info", "build.keychain"], "CopySettings", "K604", 36),
      (["set-keychain-settings", "-t", "9", "build.keychain"], "SetSettings", "K604", 36),
      (["show-keychain-info", "gone.keychain"], "CopySettings", "K610", 50),
      (["lock-keychain", "gone.keychain"], "Lock", "K610", 50),
      (["unlock-keychain", "-p", "x", "gone.keychain"], "Unlock", "K610", 50),
      (["delete-keychain", "gone.keychain"], "Delete", "K610", 50),
      (["lock-keychain", "{bad.keychain}"], "Lock", "K908", 49),
      (["unlock-keychain", "-p", "x", "build.keychain"], "Unlock", "K904", 51),
      (
        ["set-keychain-password", "-o", "x", "-p", "y", "gone.keychain"], "ChangePassword", "K610",
        50
      ),
    ]
    try Files.write([1, 2, 3], to: bench.path("bad.keychain"))
    try bench.security("lock-keychain", "build.keychain")
    for row in rows {
      let told = try bench.run(row.words, ["LATCHKEY_EXPLAIN": "1"])
      #expect(told.status == row.status, "\(row.words)")
      #expect(told.error.contains("]: SecKeychain\(row.function) answered -"), "\(told.error)")
      #expect(told.error.contains("\n\(row.code) error"), "\(told.error)")
      #expect(try !bench.run(row.words).error.contains("answered"))
    }
  }

  @Test("calls of SecItem: with named keychains, and in the profile macos; no store is made")
  func secItem() throws {
    let tool = bench.path("tool")
    try Files.write(Array("#!/bin/sh\n".utf8), to: tool)
    let rows: [(words: [String], status: Int, codes: [String])] = [
      (["query", "svce=s", "build.keychain", "--return", "data"], 0, ["K001"]),
      (["SecItemCopyMatching", "svce=s", "build.keychain", "--if", "locked"], 0, ["K001"]),
      (
        ["query", "svce=s", "build.keychain", "--return", "data", "--if", "locked"], -25308,
        ["K604"]
      ),
      (["query", "svce=s", "build.keychain", "--return", "data", "--as", tool], -25308, ["K609"]),
      (["SecItemUpdate", "svce=s", "--set", "acct=b", "build.keychain"], 0, ["K001"]),
      (["add", "svce=s,acct=a", "build.keychain"], -25299, ["K102"]),
      (["add", "svce=t,acct=a", "build.keychain"], 0, ["K001"]),
      (["delete", "svce=s", "build.keychain"], 0, ["K001"]),
      (["query", "class=keys,bsiz=256", "build.keychain"], -25300, ["K218"]),
      (["query", "svce=s", "gone.keychain"], -25294, ["K610"]),
      (["query", "--profile", "macos", "svce=s,agrp=x"], 0, ["K602", "K605"]),
      (["query", "--profile", "macos", "svce=far"], -25300, ["K608"]),
    ]
    try bench.security("add-generic-password", "-s", "far", "-a", "a", "-w", "x", "other.keychain")
    let file = bench.path("store/keychains/build.keychain-db")
    let before = try Files.read(file)
    for row in rows {
      let told = try codes(row.words)
      let isThere = row.codes.allSatisfy(told.codes.contains)
      #expect(told.status == row.status && isThere, "\(row.words): \(told)")
    }
    #expect(try Files.read(file) == before)
    #expect(Files.names(in: bench.path("store"))?.contains("store.db") == false)
    let report = try bench.run(["explain", "query", "--profile", "macos", "svce=s,agrp=x"]).output
    #expect(report.hasPrefix("SecItemCopyMatching would answer 0"), "\(report)")
    #expect(report.contains("profile macos") && report.contains("agrp had no effect in build"))
    #expect(try bench.run(["explain", "--profile", "mac", "svce=s"]).status == 2)
    try bench.security("default-keychain", "-s", "build.keychain")
    // No key of the lost file stays in the keyring.
    try bench.security("lock-keychain", "build.keychain")
    unsafe unlink(file)
    let lost = try codes(["add", "--profile", "macos", "svce=q,acct=q"])
    #expect(lost.status == -25308 && lost.codes.contains("K610"), "\(lost)")
    #expect(!lost.codes.contains("K304"), "nothing is locked")
  }

  @Test("LATCHKEY_EXPLAIN, the trace and explain --last tell of the command's own calls")
  func recorded() throws {
    let trace = bench.path("trace.jsonl")
    try bench.security("lock-keychain", "build.keychain")
    let told = try bench.run(
      Self.find, ["LATCHKEY_EXPLAIN": "1", "LATCHKEY_TRACE": trace])
    #expect(told.status == 36)
    #expect(
      told.error.contains(
        "]: SecKeychainFindGenericPassword answered -25308\n                    errSecInteraction"),
      "\(told.error)")
    #expect(told.error.contains("\nK604 error  build.keychain is locked; 1 item there matches.\n"))
    _ = try bench.run(
      ["add-generic-password", "-a", "z", "-s", "t", "-w", "Kanarie", "build.keychain"],
      ["LATCHKEY_TRACE": trace])
    let text = String(decoding: try Files.read(trace), as: UTF8.self)
    #expect(text.contains(#""keychains":[{"#) && text.contains(#""locked":true"#))
    for secret in ["geheim", "Kanarie"] { #expect(!text.contains(secret)) }
    let list = try bench.security("trace", trace).output
    #expect(list.contains("SecKeychainFindGenericPassword -25308  K604"), "\(list)")
    #expect(list.contains("SecKeychainAddGenericPassword  -25308  K604"), "\(list)")
    let last = try bench.run(["explain", "--last"], ["LATCHKEY_TRACE": trace])
    #expect(last.output.contains("SecKeychainAddGenericPassword answered -25308"))
    #expect(last.output.contains("K604 error  build.keychain is locked."))
    #expect(last.output.contains("keychains build.keychain (-25308, locked)"), "\(last.output)")
    #expect(last.status == 36)
  }

  @Test("dump-items: files of the search list, a named file, states and conditions")
  func items() throws {
    try bench.security(
      "add-generic-password", "-a", "b", "-s", "shut", "-w", "x", "-T", "", "build.keychain")
    try bench.security(
      "add-internet-password", "-a", "c", "-s", "host", "-w", "x", "other.keychain")
    let listed = try bench.security("dump-items", "--values")
    #expect(listed.status == 0, "\(listed.error)")
    let lines = listed.output.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(lines.contains("Items of class genp in build.keychain, 2 found"))
    #expect(lines.contains("# svce acct changed state"))
    #expect(lines.contains { $0.hasPrefix("0 s a ") && $0.hasSuffix(" readable") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("1 shut b ") && $0.hasSuffix(" prompt") })
    #expect(!listed.output.contains("host"))
    let named = try bench.security("dump-items", "other.keychain", "--values")
    #expect(named.output.contains("Items of class inet in other.keychain, 1 found"))
    #expect(!named.output.contains("build.keychain"))
    #expect(try bench.security("dump-items", "other.keychain", "svce=s").status == 44)
    let one = try bench.security("dump-items", "build.keychain", "svce=s", "--json", "--names")
    #expect(one.output.contains(#""keychain":"build.keychain""#))
    #expect(one.output.contains(#""svce":"set""#))
    try bench.security("lock-keychain", "build.keychain")
    #expect(try bench.security("dump-items", "build.keychain").status == 36)
    #expect(try bench.security("dump-items", "gone.keychain").status == 50)
    #expect(try bench.security("dump-items", "build.keychain", "--compare", "svce=s").status == 2)
    try bench.security("add-generic-password", "-a", "z", "-s", "in", "-w", "x", "login.keychain")
    let store = try bench.security("dump-items", "login.keychain", "--values").output
    #expect(store.contains("Items of class genp, 1 found") && !store.contains("build.keychain"))
    let both = try bench.security("dump-items", "--values").output
    #expect(both.contains("Items of class genp, 1 found"))
    #expect(both.contains("\n\nItems of class genp in build.keychain, 2 found\n"), "\(both)")
  }
}
