// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of `security doctor` as a user runs it (Specification/diagnostics.md, "security doctor").
@Suite("security doctor") struct DoctorTests {
  /// Runs `doctor` and returns its codes, the codes that are notes, and its status.
  ///
  /// The text and the JSON must agree.
  private func doctor(
    _ home: TemporaryFolder, _ environment: [String: String] = [:], _ more: [String] = []
  ) throws -> (codes: Set<String>, noted: Set<String>, status: Int32) {
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
    let noted = findings.filter { $0["severity"] as? String == "info" }
    return (codes, Set(noted.compactMap { $0["code"] as? String }), json.status)
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
    // A store without a passcode is only a note. Other warnings may come from the machine, as about
    // swap.
    #expect(found.noted.contains("K907"))
    #expect(found.status == (found.noted == found.codes ? 0 : 1))
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
    let socket = try doctor(home, ["LATCHKEY_SOCKET": AbsentPath.file("socket")])
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

  /// Joins lines, which break at places that depend on the temporary directory's path.
  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }

  @Test("the checklist ticks what a trace proves, and nothing else")
  func checklist() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let lines = try program.run(["doctor", "--checklist"]).output.split(separator: "\n")
    #expect(lines.first == "no trace: LATCHKEY_TRACE is not set")
    #expect(lines.count == 10 && lines.dropFirst().allSatisfy { $0.hasPrefix("open  ") })
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    let after = try program.run(["doctor", "--checklist"]).output
    #expect(after.contains("\nok    items listed\nopen  "))
  }

  @Test("the checklist says which trace it read, and which call speaks against a point")
  func checklistOfTrace() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    let path = home.path + "/trace"
    program.environment["LATCHKEY_TRACE"] = path
    let missing = try program.run(["doctor", "--checklist"]).output
    #expect(flat(missing).hasPrefix("no trace: \(path) cannot be read: "))
    func record(_ number: Int, _ verb: String, _ codes: String, _ lock: String) -> String {
      #"{"schema":1,"seq":\#(number),"time":"2024-03-04T13:02:11.482Z","pid":7,"#
        + #""caller":"adhoc.app","verb":"\#(verb)","lock":"\#(lock)","status":0,"pairs":[],"#
        + #""findings":[\#(codes)]}"# + "\n"
    }
    try Files.write([], to: home.path + "/app")
    try Files.write(
      Array(
        (record(1, "add", #""K810""#, "unlocked") + record(2, "copyMatching", "", "unknown")).utf8),
      to: path)
    let words = ["doctor", "--checklist", "--as", home.path + "/app"]
    let text = try program.run(words).output
    #expect(flat(text).hasPrefix("\(path): 2 calls of adhoc.app "))
    let lines = text.split(separator: "\n")
    #expect(lines.contains("ok    class agrees with the stored class"))
    #expect(lines.contains("ok    key attributes complete in adds and searches"))
    #expect(lines.contains("open  protection stated (call 1: K810)"))
    #expect(lines.contains("open  no protection changed while locked"))
    let others = try program.run(["doctor", "--checklist"]).output
    let start = "\(path) has no calls of com.apple.security: set --as PROGRAM "
    #expect(flat(others).hasPrefix(start))
    #expect(others.contains("open  class agrees"))
  }

  @Test("a place that is none for a store is told, and no remedy that would do harm")
  func noPlace() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    program.environment["LATCHKEY_HOME"] = "rel"
    let relative = try program.run(["doctor"])
    #expect(relative.status == 4)
    #expect(relative.output.contains("K904 error  Every call answers -25291: LATCHKEY_HOME is no"))
    #expect(!relative.output.contains("does not exist yet"))
    let file = home.path + "/plain"
    try Files.write([1], to: file)
    for path in [file, file + "/below"] {
      program.environment["LATCHKEY_HOME"] = path
      let result = try program.run(["doctor"])
      #expect(result.status == 4 && result.output.contains("K904 error"), "\(result.output)")
      for wrong in ["chmod", "K908", "K903", "does not exist yet"] {
        #expect(!result.output.contains(wrong), "\(path): \(wrong)")
      }
    }
  }

  @Test(
    "a file of keys with a wrong mode is told with its path and the remedy",
    arguments: [("device.key", 0o644), ("keybag", 0o622), ("keybag.copy", 0o622)])
  func mode(_ name: String, _ mode: Int) throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    let path = home.path + "/" + name
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let found = try doctor(home)
    #expect(found.codes.contains("K903") && found.status == 4)
    let text = try program.run(["doctor"]).output
    // A command to paste is not cut, however long its path is.
    #expect(
      flat(text).replacing("\\ ", with: "").contains("chmod 600 \(path) "), "\(text)")
    if name == "device.key" { #expect(!found.codes.contains("K908")) }
    // A file that is written only once need not be writable.
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    #expect(try !doctor(home).codes.contains("K903"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try !doctor(home).codes.contains("K903"))
  }

  @Test("a variable whose value means nothing is the environment's mistake, and has no effect")
  func misunderstood() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
    let trace = try doctor(home, ["LATCHKEY_TRACE": "rel", "LATCHKEY_TRACE_VALUES": "all"])
    #expect(trace.status == 1 && !trace.codes.contains("K916"))
    program.environment["LATCHKEY_TRACE"] = "rel"
    let told = try program.run(["doctor"]).output
    #expect(told.contains("K909 warn   LATCHKEY_TRACE=rel has no effect"))
    #expect(!told.contains("writes every call"))
    program.environment["LATCHKEY_TRACE"] = nil
    program.environment["LATCHKEY_PROFILE"] = "bogus"
    let profile = try program.run(["doctor"])
    #expect(profile.status == 4 && !profile.output.contains("K908"))
    #expect(profile.output.contains("K909 error  LATCHKEY_PROFILE=bogus names an unknown profile"))
  }
}
