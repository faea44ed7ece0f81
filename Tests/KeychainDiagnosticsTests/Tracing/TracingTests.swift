// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of programs that run with `LATCHKEY_EXPLAIN` and `LATCHKEY_TRACE`
/// (Specification/diagnostics.md, "Tracing a running program", "Trace record").
@Suite("A running program is traced")
struct TracingTests {
  static let story = ["miss", "add", "add", "add2", "read", "miss", "miss", "foreign", "wipe"]
  static let answers = [
    "miss -25300", "add 0", "add -25299", "add2 -25299", "read 0", "miss -25300", "miss -25300",
    "foreign -34018", "wipe 0",
  ]

  @Test("each call is a line, and what the program gets is what it gets untraced")
  func trace() throws {
    let program = try TracedProgram()
    try program.run(Self.story, ["LATCHKEY_TRACE": program.folder + "/%p.trace"])
    #expect(program.calls == Self.answers)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder)
    let name = try #require(names.first { $0.hasSuffix(".trace") })
    #expect(Int(name.dropLast(6)) != nil)
    let records = try program.records(name)
    #expect(records.first?["values"] as? String == "names")
    #expect(records.dropFirst().map { $0["seq"] as? Int } == Array(1...9))
    let statuses = records.dropFirst().map { "\($0["status"] ?? "")" }
    #expect(statuses == Self.answers.map { String($0.split(separator: " ")[1]) })
    let schema = try JSONSchema(named: "trace")
    let text = try String(contentsOfFile: program.folder + "/" + name, encoding: .utf8)
    for line in text.split(separator: "\n") {
      #expect(try schema.flaws(of: String(line)) == [])
      #expect(line.utf8.count <= 16_384)
    }
    #expect(try schema.flaws(of: "{\"schema\":2}").isEmpty == false)
    #expect(try schema.flaws(of: "{\"schema\":1,\"begin\":\"now\"}").isEmpty == false)
    let codes = records.dropFirst().map { $0["findings"] as? [String] ?? [] }
    #expect(codes[2].first == "K102")
    #expect(codes[3].prefix(2) == ["K101", "K804"])
    #expect(codes[5].first == "K205")
    #expect(codes[7].first == "K401")
    #expect(codes[8].contains("K801"))
    let about = try FileManager.default.attributesOfItem(atPath: program.folder + "/" + name)
    #expect(about[.posixPermissions] as? Int == 0o600)
  }

  @Test("a report of each kind once, then how often")
  func reports() throws {
    let program = try TracedProgram()
    try program.run(["add"] + Array(repeating: "miss", count: 4), ["LATCHKEY_EXPLAIN": "1"])
    #expect(program.said.components(separatedBy: "K205 error").count == 2)
    #expect(program.said.contains("latchkey: SecItemCopyMatching -25300 K205: repeated 3 times"))
    #expect(!program.said.contains("canary-secret"))
    #expect(program.said.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("reports into a file; the dangers of calls that succeed are told as well")
  func reportFile() throws {
    let program = try TracedProgram()
    let path = program.folder + "/reports"
    try program.run(["add", "other", "read", "wipe"], ["LATCHKEY_EXPLAIN": path])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(program.said.isEmpty)
    #expect(text.contains("K801 DANGER") && text.contains("SecItemDelete answered 0"))
    #expect(!text.contains("SecItemCopyMatching"))
  }

  @Test("names and kinds by default, values where they are asked for, secrets never")
  func redaction() throws {
    let program = try TracedProgram()
    let path = program.folder + "/names"
    try program.run(Self.story, ["LATCHKEY_TRACE": path, "LATCHKEY_EXPLAIN": path + ".reports"])
    for name in ["/names", "/names.reports"] {
      let text = try String(contentsOfFile: program.folder + name, encoding: .utf8)
      #expect(!text.lowercased().contains("canary"), "\(name)")
    }
    let shown = program.folder + "/values"
    try program.run(
      Self.story,
      [
        "LATCHKEY_TRACE": shown, "LATCHKEY_EXPLAIN": shown + ".reports",
        "LATCHKEY_TRACE_VALUES": "attributes",
      ])
    #expect(program.said.contains("LATCHKEY_TRACE_VALUES"))
    let text = try String(contentsOfFile: shown, encoding: .utf8)
    #expect(text.contains("canary-account") && !text.contains("canary-secret"))
    #expect(!text.contains("canary-comment"))
    let reports = try String(contentsOfFile: shown + ".reports", encoding: .utf8)
    #expect(!reports.contains("canary-secret") && !reports.contains("canary-comment"))
    let call = try #require(reports.split(separator: "\n").first { $0.hasPrefix("call: ") })
    #expect(call.contains("acct \"") && !call.contains("acct <"), "\(call)")
  }

  @Test("equal values have equal digests within a trace, and others in the next")
  func digests() throws {
    let program = try TracedProgram()
    try program.run(["add", "read", "miss"], ["LATCHKEY_TRACE": program.folder + "/one"])
    try program.run(["read"], ["LATCHKEY_TRACE": program.folder + "/two"])
    let one = try program.records("one").dropFirst().map { Self.digest($0, "acct") }
    let two = try program.records("two").dropFirst().map { Self.digest($0, "acct") }
    #expect(one.count == 3 && one[0] == one[1] && one[1] != one[2])
    #expect(two.first != one.first)
  }

  private static func digest(_ record: [String: Any], _ key: String) -> String? {
    let pairs = record["pairs"] as? [[String: Any]]
    return pairs?.first { $0["key"] as? String == key }?["digest"] as? String
  }
}
