// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of reports in a trace: program text to paste is kept, values are not.
///
/// Specification/diagnostics.md, "Tracing a running program", "Near misses", "Text of
/// explanations".
@Suite("The fixes of a trace") struct CapturedFixTests {
  @Test("a captured call has the program that its report had, with values or without")
  func programs() throws {
    for values in ["names", "attributes"] {
      let program = try TracedProgram()
      let path = program.folder + "/trace"
      try program.run(
        ["add", "add2"], ["LATCHKEY_TRACE": path, "LATCHKEY_TRACE_VALUES": values])
      let wanted = [
        "  do        Change the item instead of adding it:\n\n              let key = [\n",
        "                kSecAttrAccount: account,\n",
        "              let status = SecItemUpdate(key, changes)\n",
      ]
      for words in [
        ["explain", "--call", path], ["explain", "--last", "--call", path],
        ["trace", path, "--call", "2"],
      ] {
        let text = try program.security(words)
        for line in wanted { #expect(text.contains(line), "\(values) \(words): \(text)") }
        #expect(!text.contains("canary"), "\(values) \(words)")
      }
      let json = try program.security(["explain", "--call", path, "--json"])
      #expect(json.contains("adding it:\\nlet key = [\\n"), "\(json)")
      #expect(json.contains("\\nlet status = SecItemUpdate(key, changes)\""))
      let schema = try JSONSchema(named: "trace")
      for line in try program.lines("trace") { #expect(try schema.flaws(of: line) == []) }
      let told = try program.records("trace").last?["told"]
      #expect(!"\(told ?? "")".contains("canary"))
    }
  }

  @Test("a record that would be too long does without programs, and keeps the words")
  func tooLong() throws {
    let program = try TracedProgram()
    try program.run(["foreign", "long"], ["LATCHKEY_TRACE": program.folder + "/trace"])
    let records = try program.records("trace")
    let told = try records.dropFirst().map { record in
      try #require((record["told"] as? [[String: Any]])?.first)
    }
    #expect(told.map { $0["programs"] == nil } == [false, true])
    #expect(told.map { ($0["do"] as? [String])?.isEmpty } == [false, false])
    #expect(try program.lines("trace").allSatisfy { $0.utf8.count <= 16_384 })
  }

  @Test("the store of a trace is one place, however it was named")
  func store() throws {
    let program = try TracedProgram()
    let path = program.folder + "/trace"
    let store = program.folder + "/store"
    for spelled in [store + "/", program.folder + "/./x/../store"] {
      try FileManager.default.createDirectory(
        atPath: program.folder + "/x", withIntermediateDirectories: true)
      try program.run(["add"], ["LATCHKEY_TRACE": path, "LATCHKEY_HOME": spelled])
      #expect(try program.records("trace").first?["directory"] as? String == store)
      #expect(try !program.security(["explain", "--call", path]).contains("K005"), "\(spelled)")
      try FileManager.default.removeItem(atPath: path)
    }
    // Without LATCHKEY_HOME the store is in the home directory, so it is another store.
    let home = program.folder + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try program.run(["add"], ["LATCHKEY_TRACE": path, "LATCHKEY_HOME": "", "HOME": home])
    let text = try program.security(["explain", "--call", path])
    #expect(text.contains("K005") && !text.contains("K002"), "\(text)")
  }
}
