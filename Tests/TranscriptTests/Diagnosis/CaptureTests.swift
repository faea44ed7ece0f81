// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of `security explain` about recorded calls, and about two programs
/// (Specification/diagnostics.md, "security explain", conformance cases 51 and 95).
@Suite("security explain: captures, items, partners") struct CaptureTests {
  /// Returns a record of LATCHKEY_TRACE that has only the codes of its findings.
  private static func record(_ number: Int, _ status: Int, _ codes: String, change: Int) -> String {
    #"{"schema":1,"seq":\#(number),"time":"2024-03-04T13:02:11.482Z","pid":7,"caller":"T.a","#
      + #""verb":"copyMatching","change":\#(change),"lock":"unlocked","status":\#(status),"#
      + #""pairs":[{"key":"svce","kind":"text","length":1,"digest":"00000001","effect":"filter"}],"#
      + #""findings":[\#(codes)],"new field":{"x":[1]}}"#
  }

  private func capture(in home: TemporaryFolder, store: String) -> [UInt8] {
    let lines = [
      #"{"schema":1,"begin":"2024-03-04T13:02:11.000Z","store":"\#(store)","values":"names"}"#,
      Self.record(1, -25300, #""K204""#, change: 0), Self.record(2, 0, #""K001""#, change: 0),
      Self.record(3, -25299, #""K101","K999""#, change: 0), #"{"schema":1,"se"#,
    ]
    return Array((lines.joined(separator: "\n")).utf8)
  }

  @Test("the last that failed, one of standard input, and what has changed since")
  func captured() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    let path = home.path + "/trace"
    try Files.write(capture(in: home, store: home.path), to: path)
    let input = try program.run(["explain", "--call", "-"], input: Files.read(path))
    #expect(input.status == 45 && input.output.contains("K101 error"))
    program.environment["LATCHKEY_TRACE"] = path
    let last = try program.run(["explain", "--last", "2"])
    #expect(last.status == 45)
    #expect(last.output.contains("K204 error") && last.output.contains("K101 error"))
    #expect(!last.output.contains("K002"))
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    #expect(try program.run(["explain", "--last"]).output.contains("K002 info"))
    let other = home.path + "/other"
    try Files.write(capture(in: home, store: "/elsewhere"), to: other)
    let elsewhere = try program.run(["explain", "--call", other]).output
    #expect(elsewhere.contains("K005 warn") && !elsewhere.contains("K002"))
  }

  @Test("nothing recorded, nothing there, nothing in it")
  func empty() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for words in [["--last"], ["--call", AbsentPath.path], ["--call", "/dev/null"]] {
      let result = try program.run(["explain"] + words)
      #expect(result.status == 3 && result.output.isEmpty && !result.error.isEmpty, "\(words)")
    }
    #expect(try program.run(["explain", "--last", "x"]).status == 2)
  }

  @Test("an item by its identifier of dump-items")
  func item() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for name in ["a", "b"] {
      _ = try program.run(["add-generic-password", "-a", name, "-s", "s", "-w", "geheim"])
    }
    let rows = try program.run(["dump-items", "acct=b"]).output.split(separator: "\n")
    let identifier = rows[2].split(separator: " ")[0]
    let found = try program.run(["explain", "delete", "--item", String(identifier)])
    #expect(found.output.contains("1 match") && found.status == 0)
    let none = try program.run(["explain", "--item", "zzzz"])
    #expect(none.status == 3 && none.error.contains("dump-items"))
  }

  @Test("two programs, and the group that one of them lacks")
  func partners() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for (name, group) in [
      ("one", "ABCDE12345.s"), ("two", "FGHIJ67890.s"), ("three", "ABCDE12345.s"),
    ] {
      try Files.write([], to: home.path + "/" + name)
      let file = """
        <plist version="1.0"><dict><key>application-identifier</key><string>\(name)</string>
        <key>keychain-access-groups</key><array><string>\(group)</string></array></dict></plist>
        """
      try Files.write(Array(file.utf8), to: home.path + "/\(name).entitlements")
    }
    func with(_ first: String, _ second: String, _ more: [String] = []) throws -> Program.Result {
      try program.run(
        ["explain", "--as", home.path + "/" + first, "--with", home.path + "/" + second] + more)
    }
    let differ = try with("one", "two")
    #expect(differ.status == 30 && differ.output.contains("K410 error"))
    #expect(differ.output.contains("teams"))
    #expect(try with("one", "three").status == 0)
    let lacks = try with("one", "three", ["agrp=ABCDE12345.t"])
    #expect(lacks.status == 30 && lacks.output.contains("lack"))
    #expect(try with("one", "nobody").status == 2)
  }
}
