// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `security doctor` as a user runs it (spec/diagnostics.md 1.3).
@Suite("security doctor") struct DoctorTests {
  /// The codes that it has, and its status; its text and its JSON say the same.
  private func doctor(
    _ home: TemporaryFolder, _ environment: [String: String] = [:], _ more: [String] = []
  ) throws -> (codes: Set<String>, status: Int32) {
    var program = Program(home: home.path)
    for (name, value) in environment { program.environment[name] = value }
    let text = try program.run(["doctor", "--all"] + more)
    let json = try program.run(["doctor", "--json"] + more)
    #expect(text.status == json.status && text.error.isEmpty)
    let lines = text.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(text.output)")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let findings = (object as? [String: Any])?["findings"] as? [[String: Any]] ?? []
    let codes = Set(findings.compactMap { $0["code"] as? String })
    let told = Set(lines.map { String($0.prefix(4)) }.filter { $0.first == "K" })
    #expect(codes == told)
    return (codes, json.status)
  }

  @Test("a fresh store, then one with an item; nothing of it is changed")
  func fresh() throws {
    let home = try TemporaryFolder()
    #expect(try doctor(home).codes.isSuperset(of: ["K902", "K909"]))
    #expect(Files.names(in: home.path) == [])
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    let before = try Files.read(home.path + "/store.db")
    let found = try doctor(home)
    #expect(found.codes.isSuperset(of: ["K905", "K907"]) && !found.codes.contains("K902"))
    #expect(found.status == 1)
    #expect(try Files.read(home.path + "/store.db") == before)
    let others = try doctor(home, [:], ["--as", Program.path])
    #expect(others.codes.contains("K408"))
  }

  @Test("a directory that others may read, a socket without a daemon, a lasting trace")
  func wrong() throws {
    let home = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
    #expect(try doctor(home).codes.contains("K903"))
    #expect(try doctor(home).status == 4)
    let socket = try doctor(home, ["LATCHKEY_SOCKET": "/nowhere/socket"])
    #expect(socket.codes.contains("K901") && socket.status == 4)
    let trace = try doctor(home, ["LATCHKEY_TRACE": home.path + "/trace"])
    #expect(trace.codes.contains("K916"))
    let misspelled = try doctor(home, ["LATCHKEY_PROFIL": "ios"])
    #expect(misspelled.codes.contains("K909"))
  }

  @Test("a store that does not open is told, with what to do")
  func broken() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    try Files.write([1, 2, 3], to: home.path + "/keybag")
    try Files.write([1, 2, 3], to: home.path + "/keybag.copy")
    let found = try doctor(home)
    #expect(found.codes.contains("K908") && found.status == 4)
  }

  @Test("a keybag that its copy stands in for is told", arguments: ["keybag", "keybag.copy"])
  func keybag(_ name: String) throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    #expect(try !doctor(home).codes.contains("K908"))
    try Files.write([1, 2, 3], to: "\(home.path)/\(name)")
    #expect(try doctor(home).codes.contains("K908"))
    #expect(try program.run(["doctor"]).output.contains("\(name) is damaged"))
  }

  @Test("the checklist ticks what a trace proves, and nothing else")
  func checklist() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let lines = try program.run(["doctor", "--checklist"]).output.split(separator: "\n")
    #expect(lines.count == 9 && lines.allSatisfy { $0.hasPrefix("open  ") })
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    let after = try program.run(["doctor", "--checklist"]).output
    #expect(after.hasPrefix("ok    items listed\nopen  "))
  }
}
