// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that the commands of K609, pasted into a shell, take the named item and no other one, and
/// keep its other parts.
@Suite("commands that open an item to a program") struct AccessAdviceTests {
  private let shell: AdviceBench
  private var bench: KeyBench { shell.bench }

  init() throws { shell = try AdviceBench() }

  /// A closed item beside others, and the call whose report has the commands.
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    var kind = "internet"
    /// The options of items that the program can read, each with the secret `other`.
    var others: [[String]] = []
    /// The options of the item that is closed to the program, with the secret `geheim`.
    let item: [String]
    var trusted = ["-T", ""]
    /// The options of the explained call.
    let call: [String]
    /// The words that take the places of placeholders.
    var words: [String: String] = [:]
    /// A part of the report if it prints no commands; nil if it prints commands.
    var refusal: String?
  }

  private static func web(_ more: String...) -> [String] { ["-s", "srv", "-a", "acc"] + more }

  private static let rows: [Row] = [
    Row(
      description: "another port", others: [web("-P", "443")], item: web("-P", "80"),
      call: web("-P", "80")),
    Row(
      description: "every attribute that selects an item",
      others: [web("-P", "443"), web("-r", "http"), web("-d", "dom")],
      item: web("-d", "dom", "-r", "htps", "-t", "form", "-P", "8443", "-p", "/x y"),
      call: ["-p", "/x y"]),
    Row(
      description: "label, kind, comment, creator and type",
      item: web("-l", "LBL", "-D", "a kind", "-j", "a note", "-c", "aapl", "-C", "x y "),
      call: web(), words: ["COMMENT": "'a note'"]),
    Row(
      description: "an empty path beside another path", others: [web("-p", "/x")],
      item: web("-p", ""), call: web()),
    Row(
      description: "no port beside a port: no option says so", others: [web("-P", "443")],
      item: web(), call: web(), refusal: "no options name this item alone"),
    Row(
      description: "a generic password with other programs", kind: "generic",
      others: [["-s", "g", "-a", "b"]],
      item: ["-s", "g", "-a", "a", "-l", "LBL", "-j", "note", "-D", "kind", "-G", "gen"],
      trusted: ["-T", "/usr/bin/codesign", "-T", "/bin/cat"], call: ["-a", "a"],
      words: ["COMMENT": "note", "GENERIC": "gen"]),
    Row(
      description: "an empty account", kind: "generic", others: [["-s", "g", "-a", "b"]],
      item: ["-s", "g", "-a", ""], call: ["-s", "g", "-a", ""]),
    Row(
      description: "characters that act on a terminal or a shell", kind: "generic",
      others: [["-s", "n\\012l", "-a", "b"]],
      item: ["-s", "n\nl\t'\\012\\\u{1b}[2J\u{202e}ü $(id)", "-a", "-dash", "-l", "a\rb"],
      call: ["-a", "-dash"]),
    Row(
      description: "a trusted program that is gone", kind: "generic",
      item: ["-s", "g", "-a", "a"], trusted: ["-T", "TOOL"], call: ["-s", "g"],
      refusal: "tool, which the list trusts, is missing"),
  ]

  /// Returns the attributes and the trusted programs that a keychain has for the matching item.
  private func shown(_ row: Row, _ words: [String]) throws -> String {
    let found = try bench.run(["find-\(row.kind)-password"] + words)
    return found.output.split(separator: "\n").filter { !$0.contains("dat\"<timedate>") }
      .joined(separator: "\n")
  }

  private func secret(_ row: Row, _ words: [String]) throws -> String {
    try bench.run(["find-\(row.kind)-password"] + words + ["-w"]).output
  }

  @Test("the commands take the closed item alone, and keep its parts", arguments: rows)
  func again(_ row: Row) throws {
    let tool = bench.path("tool")
    try Files.write(Array("#!/bin/sh\n".utf8), to: tool)
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    let add = ["add-\(row.kind)-password"]
    let trusted = row.trusted.map { $0 == "TOOL" ? tool : $0 }
    let isFirst = row.refusal?.contains("alone") == true || row.description.contains("empty path")
    func addItem() throws {
      let words = add + row.item + ["-w", "geheim"] + trusted + ["build.keychain"]
      #expect(try bench.run(words).status == 0)
    }
    if isFirst { try addItem() }
    for other in row.others {
      #expect(try bench.run(add + other + ["-w", "other", "build.keychain"]).status == 0)
    }
    if !isFirst { try addItem() }
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain")
    try FileManager.default.removeItem(atPath: tool)
    let before = try shown(row, row.call)
    let report = try bench.run(
      ["explain", "--values", "find-\(row.kind)-password"] + row.call + ["-w"]
    ).output
    #expect(report.contains("K609"), "\(report)")
    let flat = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let refusal = row.refusal {
      #expect(shell.commands(report).isEmpty && flat.contains(refusal), "\(report)")
      return
    }
    #expect(report.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }, "\(report)")
    try shell.follow(
      report, row.words.merging(["FILE": try shell.file(with: "geheim")]) { $1 })
    #expect(try shown(row, row.item) == before, "\(report)")
    #expect(try secret(row, row.item) == "geheim\n", "\(report)")
    for other in row.others { #expect(try secret(row, other) == "other\n", "\(report)") }
    let access = try bench.security("dump-keychain", "-a", "build.keychain").output
    for path in trusted where path.hasPrefix("/") { #expect(access.contains(path), "\(access)") }
  }

  @Test("hidden values are placeholders, in the order of the options") func hidden() throws {
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    let item = ["-s", "host.example", "-a", "mira", "-P", "80", "-l", "LBL"]
    _ = try bench.run(
      ["add-internet-password"] + item + ["-w", "geheim", "-T", "", "build.keychain"])
    let report = try bench.run(
      ["explain", "--names", "find-internet-password", "-P", "80", "-w", "build.keychain"]
    ).output
    for value in ["host.example", "mira", "LBL", " 80"] {
      #expect(!report.contains(value), "\(report)")
    }
    try shell.follow(
      report,
      [
        "SERVER": "host.example", "ACCOUNT": "mira", "PORT": "80", "AUTHENTICATIONTYPE": "dflt",
        "LABEL": "LBL", "FILE": try shell.file(with: "geheim"),
      ])
    let found = try bench.run(
      ["find-internet-password"] + item + ["-w", "build.keychain"])
    #expect(found.output == "geheim\n", "\(report)")
  }

  @Test("a partition is added to the list of one item, and other lists stay") func partition()
    throws
  {
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    for account in ["a", "b"] {
      try bench.security(
        "add-generic-password", "-s", "s", "-a", account, "-w", account, "build.keychain")
    }
    try bench.security(
      "set-generic-password-partition-list", "-S", "teamid:ABC", "-k", "pw", "build.keychain")
    let find = ["find-generic-password", "-s", "s"]
    let report = try bench.run(
      ["explain", "--values"] + find + ["-w", "build.keychain"]
    ).output
    try shell.follow(report)
    #expect(try bench.run(find + ["-a", "a", "-w", "build.keychain"]).output == "a\n")
    #expect(try bench.run(find + ["-a", "b", "-w", "build.keychain"]).status == 36)
  }

  @Test("a partition is added to the list of one key, named by its label and its kind")
  func key() throws {
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try bench.makeCertificate("Own", "/CN=Own")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{Own.pem}", "-inkey", "{Own.key}", "-out", "{Own.p12}",
      "-name", "Own", "-passout", "pass:x")
    for words in [
      ["import", "{Own.p12}", "-P", "x", "-k", "build.keychain"],
      ["create-keypair", "-a", "ec", "-A", "-k", "build.keychain", "other"],
      ["set-key-partition-list", "-S", "teamid:ABC", "-k", "pw", "build.keychain"],
    ] { #expect(try bench.run(words).status == 0, "\(words)") }
    let call = ["explain", "query", "class=idnt", "--return", "ref", "build.keychain"]
    let report = try bench.run(call).output
    #expect(report.contains("K609"), "\(report)")
    try shell.follow(report)
    #expect(try bench.run(call).output.contains("K001"), "\(report)")
    let keys = try bench.security("dump-items", "keys", "build.keychain").output
    #expect(keys.split(separator: "\n").count { $0.hasSuffix("prompt") } == 1, "\(keys)")
  }

  @Test("the item is added for another program, with its partition too") func otherProgram() throws
  {
    let tool = bench.path("tool")
    try Files.write(Array("#!/bin/sh\n".utf8), to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try bench.security(
      "add-generic-password", "-s", "s", "-a", "a", "-w", "geheim", "build.keychain")
    let call = ["find-generic-password", "-s", "s", "-w", "build.keychain"]
    let words = ["explain", "--values", "--as", tool] + call
    let report = try bench.run(words).output
    #expect(report.contains("K609"), "\(report)")
    try shell.follow(report, ["FILE": try shell.file(with: "geheim")])
    let after = try bench.run(words).output
    #expect(after.contains("K001") && !after.contains("K609"), "\(after)\n\(report)")
    #expect(try bench.run(call).output == "geheim\n")
  }

  @Test("the command that updates an item of the store takes this item, or is not printed")
  func update() throws {
    let add = ["add-internet-password"] + Self.web()
    for port in ["443", "80"] {
      _ = try bench.run(add + ["-P", port, "-w", port, "login.keychain"])
    }
    _ = try bench.run(add + ["-w", "none", "login.keychain"])
    let told = { (words: [String]) in
      try bench.run(["explain", "--values", "--no-data"] + words + ["-l", "new"]).output
    }
    let known = try told(add + ["-P", "80"])
    #expect(known.contains("K101"), "\(known)")
    try shell.follow(known)
    let find = ["find-internet-password"] + Self.web()
    for (port, label) in [("80", "new"), ("443", "srv")] {
      let found = try bench.run(find + ["-P", port]).output
      #expect(found.contains("<blob>=\"\(label)\""), "\(found)")
    }
    let unknown = try told(add)
    #expect(unknown.contains("K101") && shell.commands(unknown).isEmpty, "\(unknown)")
  }
}
