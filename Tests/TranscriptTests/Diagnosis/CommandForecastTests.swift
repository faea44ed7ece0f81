// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `explain` foretells the effect of the commands for passwords with their options
/// (Specification/security-cli.md, "add-generic-password / add-internet-password").
@Suite("explain foretells the commands for passwords") struct CommandForecastTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
  }

  /// The status and the codes of a report in JSON.
  private struct Forecast {
    let status: Int
    let codes: [String]

    init(_ output: String) throws {
      let line = try #require(output.split(separator: "\n").first { $0.contains("{") })
      let json = Data(line.drop { $0 != "{" }.utf8)
      let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
      status = try #require(object["status"] as? Int)
      let findings = object["findings"] as? [[String: Any]] ?? []
      codes = findings.compactMap { $0["code"] as? String }
    }
  }

  private func forecast(_ words: [String]) throws -> Forecast {
    try Forecast(try bench.run(["explain", "--json"] + words).output)
  }

  @Test(
    "an attribute has at most 1 MiB, in a keychain file and in the store",
    arguments: ["build.keychain", "login.keychain"], [(1 << 20, 0), ((1 << 20) + 1, -25302)])
  func sizes(keychain: String, row: (size: Int, status: Int)) throws {
    let line =
      "add-generic-password -a c -s s -j \(String(repeating: "x", count: row.size)) \(keychain)\n"
    let told = try Forecast(
      try bench.security("-i", input: Array("explain --json \(line)".utf8)).output)
    #expect(told.status == row.status)
    #expect(told.codes.contains("K703") == (row.status != 0), "\(told.codes)")
    #expect(!told.codes.contains("K904"))
    try bench.security("-i", input: Array(line.utf8))
    let found = try bench.security("find-generic-password", "-s", "s", keychain)
    #expect(found.status == (row.status == 0 ? 0 : 44))
  }

  @Test("the statuses of a size name the finding of a report") func article() throws {
    #expect(try bench.security("explain", "--", "-25302").output.contains("K703"))
  }

  @Test(
    "an identical internet password is foretold as a duplicate",
    arguments: ["build.keychain", "login.keychain"])
  func duplicates(keychain: String) throws {
    let words = ["add-internet-password", "-a", "q1", "-s", "s", "-r", "htps"]
    #expect(try forecast(words + [keychain]).status == 0)
    #expect(try bench.run(words + ["-w", "p", keychain]).status == 0)
    #expect(try forecast(words + [keychain]).status == -25299)
    #expect(try bench.run(words + ["-w", "p", keychain]).status == 45)
    #expect(try forecast(words + ["-t", "form", keychain]).status == 0)
  }

  private static let missing: [([String], String)] = [
    (["add-generic-password", "-s", "s"], "-a account is missing"),
    (["add-generic-password", "-a", "a"], "-s service is missing"),
    (["add-internet-password", "-a", "a"], "-s server is missing"),
    (["add-internet-password"], "-a account and -s server are missing"),
  ]

  @Test("explain demands the options that the command demands", arguments: missing)
  func required(words: [String], sentence: String) throws {
    for words in [words, ["explain"] + words, ["explain"] + words + ["--no-data"]] {
      let result = try bench.run(words)
      #expect(result.status == 2 && result.error.contains(sentence), "\(words): \(result.error)")
    }
  }

  @Test(
    "a deletion is foretold to remove the first match alone",
    arguments: ["build.keychain", "login.keychain"], [true, false])
  func deletions(keychain: String, isNamed: Bool) throws {
    try bench.security("list-keychains", "-s", keychain)
    for account in ["m1", "m2", "m3"] {
      try bench.security("add-generic-password", "-a", account, "-s", "mm", "-w", "p", keychain)
    }
    let words = ["delete-generic-password", "-s", "mm"] + (isNamed ? [keychain] : [])
    let told = try forecast(words)
    #expect(told.status == 0 && !told.codes.contains("K801"), "\(told.codes)")
    #expect(try !bench.run(["explain", "--all"] + words).output.contains("3 items"))
    #expect(try bench.run(words).status == 0)
    for (account, status) in [("m1", 44), ("m2", 0), ("m3", 0)] {
      let found = try bench.security("find-generic-password", "-s", "mm", "-a", account)
      #expect(Int(found.status) == status)
    }
    let absent = try forecast(["delete-generic-password", "-s", "none", keychain])
    #expect(absent.status == -25300)
  }

  @Test("a deletion by SecItemDelete is still foretold to remove all matches")
  func allMatches() throws {
    for account in ["m1", "m2"] {
      try bench.security(
        "add-generic-password", "-a", account, "-s", "mm", "-w", "p", "login.keychain")
    }
    #expect(try forecast(["delete", "svce=mm"]).codes.contains("K801"))
  }

  @Test(
    "the access group is an option of each explained command",
    arguments: ["find", "add", "delete"], ["generic", "internet"])
  func groups(verb: String, kind: String) throws {
    let words = ["\(verb)-\(kind)-password", "-a", "a", "-s", "s", "--access-group", "strange"]
    let told = try forecast(words)
    let made = try bench.run(words)
    #expect(UInt8(truncatingIfNeeded: told.status) == UInt8(truncatingIfNeeded: made.status))
    #expect((told.status == 0) == (verb == "add"))
  }

  @Test("the access group of another call is agrp") func otherGroup() throws {
    let result = try bench.security("explain", "svce=s", "--access-group", "g")
    #expect(result.status == 2 && result.error.contains("give agrp="))
  }
}
