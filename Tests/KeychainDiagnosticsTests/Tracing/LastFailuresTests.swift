// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of failed calls that are kept if the user's settings ask for it
/// (Specification/diagnostics.md, "Tracing a running program").
@Suite("last failures") struct LastFailuresTests {
  private let program: TracedProgram
  private let kept = ".local/state/latchkey/last-failures.jsonl"

  init() throws { program = try TracedProgram() }

  private func settings(_ text: String) throws {
    let folder = program.folder + "/.config/latchkey"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/latchkey.conf", atomically: true, encoding: .utf8)
  }

  @Test("nothing is kept that nobody asked for")
  func off() throws {
    try program.run(["read"], [:])
    try settings("# last-failures = on\nlast-failures = off\n")
    try program.run(["read"], [:])
    #expect(!FileManager.default.fileExists(atPath: program.folder + "/" + kept))
  }

  @Test("failed calls of several programs, without values; explain and doctor tell of them")
  func several() throws {
    try settings("last-failures = on   # while we look\nno-such-setting = on\n")
    try program.run(["add", "read"], [:])
    #expect(!FileManager.default.fileExists(atPath: program.folder + "/" + kept))
    try program.run(["add"], [:])
    try program.run(["add"], [:])
    #expect(program.calls == ["add -25299"] && program.said == "")
    let records = try program.records(kept)
    #expect(records.count == 2 && records.allSatisfy { $0["status"] as? Int == -25299 })
    #expect(records.allSatisfy { $0["program"] is String && $0["store"] is String })
    let text = try String(contentsOfFile: program.folder + "/" + kept, encoding: .utf8)
    #expect(!text.contains("canary"))
    let mode = try FileManager.default.attributesOfItem(atPath: program.folder + "/" + kept)
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(try program.security(["explain", "--last"]).contains("K102"))
    let doctor = try program.security(["doctor"])
    #expect(doctor.contains("SecItemAdd -25299 K102"), "\(doctor)")
    #expect(doctor.contains("no-such-setting") && doctor.contains("line 2"), "\(doctor)")
  }

  @Test("the last hundred, and the record keeps to its schema")
  func hundred() throws {
    try settings("last-failures = on\n")
    try program.run(Array(repeating: "read", count: 130), [:])
    let records = try program.records(kept)
    #expect(records.count == 100)
    #expect(records.first?["seq"] as? Int == 31 && records.last?["seq"] as? Int == 130)
    let schema = try JSONSchema(named: "trace")
    let text = try String(contentsOfFile: program.folder + "/" + kept, encoding: .utf8)
    for line in text.split(separator: "\n") { #expect(try schema.flaws(of: String(line)) == []) }
  }

  @Test("what is not the user's own is left alone, and the call answers as ever")
  func link() throws {
    try settings("last-failures = on\n")
    let folder = program.folder + "/.local/state/latchkey"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let target = program.folder + "/precious"
    try "precious".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/last-failures.jsonl", withDestinationPath: target)
    try program.run(["read"], [:])
    #expect(program.calls == ["read -25300"])
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
  }
}
