// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The JSON of the commands that list and check, against the schemas that are checked in
/// (spec/diagnostics.md 1.3, 1.6).
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
    // What is not found is an error, and no object.
    #expect(try program.security(["dump-items", "--json", "cert"]).isEmpty)
  }
}
