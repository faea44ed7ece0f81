// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of real programs with entitlements files as their identity: the reports of their lost
/// items.
///
/// Specification/diagnostics.md, "Lost items: from symptom to moved items", "Application history",
/// case 55, stories 1 and 13.
@Suite("application history of real programs") struct ApplicationHistoryTests {
  private let home: TemporaryFolder
  private let security: Program
  private var tool: String { home.path + "/tool" }

  init() throws {
    home = try TemporaryFolder()
    security = Program(home: home.path + "/store")
    try security.putWorker(at: home.path + "/tool")
  }

  private func run(_ path: String, _ calls: String..., registry: String? = nil) throws -> String {
    var program = security
    program.executable = path
    program.environment["LATCHKEY_REGISTRY"] = registry
    return try program.run(["traced"] + calls).output
  }

  private func entitle(_ version: String, _ groups: [String]) throws {
    let list = groups.map { "<string>A1B2C3D4E5.\($0)</string>" }.joined()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>application-identifier</key><string>A1B2C3D4E5.com.example.tool</string>
      <key>CFBundleShortVersionString</key><string>\(version)</string>
      <key>keychain-access-groups</key><array>\(list)</array>
      </dict></plist>
      """
    try Files.write(Array(text.utf8), to: tool + ".entitlements")
  }

  private func explain(_ path: String) throws -> Program.Result {
    try security.run([
      "explain", "--as", path, "svce=canary-service,acct=canary-account", "--all",
    ])
  }

  @Test(
    "after 32 calls of any kind nothing is looked at any more", arguments: ["add", "read", "miss"])
  func quiet(call: String) throws {
    var program = security
    program.executable = tool
    let few = try program.run(["traced", "add", call, "quiet"]).output
    #expect(few.hasSuffix("quiet 1\n"), "\(few)")
    let many = try program.run(["traced", "add"] + Array(repeating: call, count: 32) + ["quiet"])
    #expect(many.output.hasSuffix("quiet 0\n"), "\(many.output)")
  }

  @Test("1: from the symptom to moved items")
  func lostItems() throws {
    try entitle("2.0", ["groupA", "groupB"])
    #expect(try run(tool, "add", "read") == "add 0\nread 0\n")
    let before = try security.run(["dump-items", "--names"]).output
    try entitle("2.1", ["groupB"])
    #expect(try run(tool, "read") == "read -25300\n")
    let found = try explain(tool)
    #expect(found.status == 44)
    for line in [
      "K501 error", "K509 info", "K510 warn", "2.0). 1 item it created is there",
      "history   2.0  groupA, groupB, com.example.tool",
      "2.1          groupB, com.example.tool", "tool.entitlements",
      "<string>A1B2C3D4E5.groupA</string>",
    ] { #expect(found.output.contains(line), "\(line)\n\(found.output)") }
    #expect(found.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    // `--app` takes the program as the store saw it last.
    let named = try security.run([
      "explain", "--app", "A1B2C3D4E5.com.example.tool", "svce=canary-service",
    ])
    #expect(named.output.contains("K501 error") && !named.output.contains("phone."), "\(named)")
    let stranger = try security.run(["explain", "--app", "A1B2C3D4E5.two", "svce=canary-service"])
    #expect(stranger.output.contains("as A1B2C3D4E5.two (as given)"), "\(stranger)")
    #expect(!stranger.output.contains("K50") && !stranger.output.contains("phone."))
    let refused = try security.run([
      "explain", "--app", "A1B2C3D4E5.two", "add", "svce=s,agrp=A1B2C3D4E5.x",
    ])
    #expect(refused.status == 30 && !refused.output.contains("simulated"), "\(refused)")
    // The query names groupA, which is nearly the name of groupB.
    let held = try security.run([
      "explain", "--as", tool, "svce=canary-service,agrp=A1B2C3D4E5.groupA",
    ])
    #expect(held.status == 30 && !held.output.contains("K403"), "\(held)")
    for line in [
      "K401 error", "version 2.0 held it", "K501 error", "2.0). 1 item it created is there",
      "history   2.0  groupA, groupB, com.example.tool",
      "4. Name A1B2C3D4E5.groupB in code, then remove groupA",
    ] { #expect(flat(held.output).contains(flat(line)), "\(line)\n\(held.output)") }
    try entitle("2.1.1", ["groupB", "groupA"])
    #expect(try run(tool, "move", "read") == "move 0\nread 0\n")
    try entitle("2.2", ["groupB"])
    #expect(try run(tool, "read") == "read 0\n")
    let after = try security.run(["dump-items", "--names"]).output
    // The item was moved, not made anew: it keeps its identifier.
    #expect(identifiers(after) == identifiers(before) && identifiers(after).count == 1)
    #expect(try security.run(["check"]).status == 0)
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the property list that a report prints.
  private func printedFile(_ report: String) throws -> String {
    let start = try #require(report.firstRange(of: "<plist")?.lowerBound, "\(report)")
    let end = try #require(report.firstRange(of: "</plist>")?.upperBound)
    return String(report[start..<end])
  }

  @Test("a group for a program without an entitlements file: the whole file, which keeps its items")
  func wholeFile() throws {
    #expect(try run(tool, "add", "read") == "add 0\nread 0\n")
    let add = ["explain", "--as", tool, "add", "svce=s,agrp=com.example.share"]
    let refused = try security.run(add)
    #expect(refused.status == 30 && refused.output.contains("K401 error"), "\(refused)")
    #expect(refused.output.contains("not adhoc.tool, the only group"), "\(refused)")
    try Files.write(Array(try printedFile(refused.output).utf8), to: tool + ".entitlements")
    #expect(try run(tool, "read") == "read 0\n")
    #expect(try security.run(add).status <= 1)
    // New items go into the same group as before.
    #expect(try security.run(["explain", "--as", tool, "add", "svce=s", "--all"]).status <= 1)
    let groups = try security.run(["doctor", "--as", tool]).output
    #expect(flat(groups).contains("adhoc.tool (default), com.example.share"), "\(groups)")
  }

  @Test("a file with the new group alone: which group was lost is told whole, and since when")
  func shortFile() throws {
    #expect(try run(tool, "add") == "add 0\n")
    let text = """
      <plist version="1.0"><dict>
      <key>keychain-access-groups</key><array><string>com.example.share</string></array>
      </dict></plist>
      """
    try Files.write(Array(text.utf8), to: tool + ".entitlements")
    #expect(try run(tool, "read") == "read -25300\n")
    let found = try explain(tool).output
    #expect(found.contains("K501 error") && flat(found).contains("had adhoc.tool as its first"))
    #expect(found.contains(#/history   20\d\d-\d\d-\d\d  adhoc\.tool/#), "\(found)")
  }

  @Test("which entitlement each group comes from, where the group of tokens is named too")
  func origins() throws {
    try entitle("1", ["groupA"])
    #expect(try run(tool, "add") == "add 0\n")
    let found = try security.run([
      "explain", "--as", tool, "add", "svce=q,agrp=com.apple.token",
    ])
    #expect(found.status == 30)
    for line in [
      "1 A1B2C3D4E5.groupA keychain-access-groups",
      "2 A1B2C3D4E5.com.example.tool application-identifier", "3 com.apple.token every program",
    ] { #expect(flat(found.output).contains(line), "\(line)\n\(found.output)") }
  }

  private func identifiers(_ table: String) -> [Substring] {
    table.split(separator: "\n").filter { $0.contains("readable") }
      .compactMap { $0.split(separator: " ").first }
  }

  @Test("13, 55: a renamed program, and its entitlements file")
  func renamed() throws {
    #expect(try run(tool, "add", "read") == "add 0\nread 0\n")
    let other = home.path + "/tool2"
    try FileManager.default.moveItem(atPath: tool, toPath: other)
    #expect(try run(other, "read") == "read -25300\n")
    let found = try explain(other)
    #expect(found.status == 44)
    #expect(found.output.contains("K504 error") && found.output.contains("K408 warn"))
    #expect(found.output.contains("identifier adhoc.tool became"))
    let command = "security doctor --as \(other) --adopt adhoc.tool"
    #expect(found.output.contains(command), "\(found.output)")
    let doctor = try security.run(["doctor", "--as", other])
    #expect(doctor.status == 1, "\(doctor)")
    for words in ["K504 warn   The executable of adhoc.tool is gone", "1 item", command] {
      #expect(doctor.output.contains(words), "\(words)\n\(doctor.output)")
    }
    // The program sees no item, although the store has one.
    #expect(doctor.output.contains("no items that this program may see"))
    #expect(try !security.run(["doctor", "--all", "--as", other]).output.contains("K902"))
    // The item that it makes under its new name stays its own.
    #expect(try run(other, "other") == "other 0\n")
    let file = try printedFile(found.output)
    try Files.write(Array(file.utf8), to: other + ".entitlements")
    #expect(try run(other, "read") == "read 0\n")
    let items = try security.run(["dump-items", "genp", "--as", other]).output
    #expect(items.contains("2 found"), "\(items)")
  }

  @Test("a program that is there under its name is not called a renamed one")
  func stillThere() throws {
    #expect(try run(tool, "add") == "add 0\n")
    try FileManager.default.copyItem(atPath: tool, toPath: home.path + "/tool2")
    #expect(try !security.run(["doctor", "--as", home.path + "/tool2"]).output.contains("K504"))
  }

  @Test("a program that was there beside one that is gone now is not that one renamed")
  func beside() throws {
    let other = home.path + "/tool2"
    try security.putWorker(at: other)
    #expect(try run(other, "other") == "other 0\n")
    #expect(try run(tool, "add") == "add 0\n")
    try FileManager.default.removeItem(atPath: tool)
    let found = try explain(other)
    #expect(!found.output.contains("K504"), "\(found.output)")
    #expect(!found.output.contains("--adopt") && !found.output.contains("renamed"))
    #expect(try !security.run(["doctor", "--as", other]).output.contains("K504"))
  }

  @Test("what a store with a passcode remembers is its owner's, to read and to erase")
  func owned() throws {
    #expect(try run(tool, "add") == "add 0\n")
    #expect(try security.run(["doctor"]).output.contains("of 1: adhoc.tool"))
    defer { _ = try? security.run(["lock-store", "--all"]) }
    let passcode = Array("1234".utf8)
    let set = try security.run(["set-passcode", "--passcode-fd", "3"], descriptors: [3: passcode])
    #expect(set.status == 0, "\(set)")
    let counted = try security.run(["doctor"]).output
    #expect(counted.contains("of 1 program; --owner names them"))
    #expect(!counted.contains("of 1: adhoc.tool"))
    // Without a terminal the command cannot ask for the passcode.
    #expect(try security.run(["doctor", "--owner"]).status != 0)
    let refused = try security.run(["doctor", "--forget-history", "--yes"])
    #expect(refused.status != 0 && !refused.output.contains("forgotten"), "\(refused)")
    let shown = try security.run(
      ["doctor", "--owner", "--passcode-fd", "3"], descriptors: [3: passcode])
    #expect(shown.output.contains("of 1: adhoc.tool"), "\(shown)")
    let forgotten = try security.run(
      ["doctor", "--forget-history", "--yes", "--passcode-fd", "3"], descriptors: [3: passcode])
    #expect(forgotten.output == "1 program forgotten\n", "\(forgotten)")
  }

  @Test("what may not be remembered, and what is forgotten")
  func forgotten() throws {
    try entitle("2.0", ["groupA", "groupB"])
    #expect(try run(tool, "add", registry: "off") == "add 0\n")
    try entitle("2.1", ["groupB"])
    #expect(try !explain(tool).output.contains("K501"))
    try entitle("2.0", ["groupA", "groupB"])
    _ = try run(tool, "read")
    try entitle("2.1", ["groupB"])
    #expect(try explain(tool).output.contains("K501"))
    let doctor = try security.run(["doctor", "--as", tool])
    #expect(doctor.output.contains("held before and not now:"), "\(doctor)")
    // The command asks first, which it cannot do here without a terminal.
    let asked = try security.run(["doctor", "--forget-history"])
    #expect(asked.status == 1 && asked.error.contains("--yes"))
    let forget = try security.run([
      "doctor", "--forget-history", "--yes", "A1B2C3D4E5.com.example.tool",
    ])
    #expect(forget.status == 0 && forget.output == "1 program forgotten\n", "\(forget)")
    #expect(try !explain(tool).output.contains("K501"))
    let again = try security.run(["doctor", "--forget-history"])
    #expect(again.status == 0 && again.output == "0 programs forgotten\n")
  }
}
