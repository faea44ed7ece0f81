// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of the JSON of `doctor`, `dump-items` and `explain` against the schemas in the repository
/// (Specification/diagnostics.md, "security doctor", "security dump-items").
@Suite("JSON of doctor and dump-items") struct CommandJSONTests {
  @Test("each object fits its schema, and the schema knows each member")
  func fits() throws {
    let program = try TracedProgram()
    let doctor = try JSONSchema(named: "doctor")
    let items = try JSONSchema(named: "dump-items")
    #expect(try doctor.flaws(of: program.security(["doctor", "--json"])) == [])
    try program.run(["add", "other"], [:])
    #expect(program.calls == ["add 0", "other 0"])
    #expect(try doctor.flaws(of: program.security(["doctor", "--json", "--all"])) == [])
    for words in [
      [], ["--values"], ["genp"], ["--compare", "acct=canary-account,svce=x"],
    ] {
      let text = try program.security(["dump-items", "--json"] + words)
      #expect(try items.flaws(of: text) == [], "\(words)")
      #expect(text.contains("canary-account") == (words == ["--values"]))
    }
    // A class without items is an error and prints no object.
    #expect(try program.security(["dump-items", "--json", "cert"]).isEmpty)
  }

  @Test("an explanation with its plan, and each call of a trace, one a line")
  func explanations() throws {
    let program = try TracedProgram()
    let schema = try JSONSchema(named: "explanation")
    let path = program.folder + "/trace"
    try program.run(
      ["add", "add", "miss", "foreign", "sign", "policy", "element"],
      ["LATCHKEY_TRACE": path, "LATCHKEY_TRACE_VALUES": "attributes"])
    let query = "svce=canary-service,acct=CANARY-account"
    for words in [
      [query], [query, "--plan"], ["add", query, "--plan"],
      [query, "invi=x", "--plan", "--values"],
      ["update", query, "--set", "labl=x", "--plan"], ["class=cert", "--plan", "--limit", "all"],
    ] {
      let text = try program.security(["explain", "--json"] + words)
      #expect(try schema.flaws(of: text) == [], "\(words)")
      #expect(text.contains("\"plan\":{") == words.contains("--plan"), "\(words)")
      // The program was seen before, and the command names no program.
      #expect(text.contains("\"programsKnown\":1"), "\(words)")
    }
    for (option, isShown) in [("--names", false), ("--values", true)] {
      let last = try program.security(["explain", "--last", "9", "--call", path, "--json", option])
      let lines = last.split(separator: "\n")
      #expect(lines.count == 5)
      for line in lines { #expect(try schema.flaws(of: String(line)) == []) }
      #expect(lines[0].contains("\"status\":-25299") && lines[0].contains("\"K102\""))
      #expect(lines[1].contains("\"status\":-25300") && lines[1].contains("\"deciding\":true"))
      #expect(last.contains("CANARY-account") == isShown && !last.contains("canary-secret"))
      let call = try program.security(["explain", "--call", path, "--json", option])
      #expect(call.split(separator: "\n").count == 1 && last.hasSuffix(call))
    }
    // A record that another program wrote is shown with the members that it has.
    let spare = program.folder + "/spare"
    try Data(
      "{\"schema\":1,\"seq\":1,\"verb\":\"add\",\"status\":0,\"pairs\":[{\"key\":\"x\"}]}".utf8
    )
    .write(to: URL(fileURLWithPath: spare))
    let text = try program.security(["explain", "--call", spare, "--json"])
    #expect(try schema.flaws(of: text) == [])
  }

  @Test("an article of each code; what has no JSON says so")
  func articles() throws {
    let program = try TracedProgram()
    let schema = try JSONSchema(named: "article")
    for code in ["K001", "K101", "K209", "K310", "K401", "K501", "K607", "K701", "K801", "K917"] {
      let text = try program.security(["explain", code, "--json"])
      #expect(try schema.flaws(of: text) == [], "\(code)")
      #expect(text.contains("\"code\":\"\(code)\"") && !text.dropFirst().contains("{"))
    }
    for words in [
      ["explain", "--with", "/bin/true", "--json"], ["doctor", "--checklist", "--json"],
      ["explain", "--last", "--owner", "--json"],
    ] { #expect(try program.security(words).isEmpty, "\(words)") }
  }
}
