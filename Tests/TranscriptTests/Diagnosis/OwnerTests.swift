// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of reports and commands that only the owner of a store gets (Specification/diagnostics.md,
/// "Levels of detail", "Application history", cases 20 and 53, story 8).
@Suite("the owner's level of a diagnosis") struct OwnerTests {
  private let home: TemporaryFolder
  private let security: Program
  private var tool: String { home.path + "/tool" }

  init() throws {
    home = try TemporaryFolder()
    var program = Program(home: home.path + "/store")
    program.environment["HOME"] = home.path
    security = program
    for name in ["/tool", "/other"] { try program.putWorker(at: home.path + name) }
  }

  private func run(_ path: String, _ calls: String...) throws -> String {
    var program = security
    program.executable = path
    return try program.run(["traced"] + calls).output
  }

  private func entitle(_ team: String, at path: String? = nil) throws {
    let text = """
      <plist version="1.0"><dict>
      <key>application-identifier</key><string>\(team).com.example.tool</string>
      </dict></plist>
      """
    try Files.write(Array(text.utf8), to: (path ?? tool) + ".entitlements")
  }

  private let query = "svce=canary-service,acct=canary-account"

  private func explain(_ more: [String] = [], as path: String? = nil) throws -> Program.Result {
    try security.run(["explain", "--as", path ?? tool, query] + more)
  }

  @Test("20: whose item it is, and what the program itself is told")
  func foreign() throws {
    #expect(try run(home.path + "/other", "add") == "add 0\n")
    try entitle("A1B2C3D4E5")
    let caller = try explain(["--all"])
    #expect(caller.status == 44 && caller.output.contains("K003 info"))
    #expect(!caller.output.contains("adhoc.other") && !caller.output.contains("K208"))
    // The hint keeps the user from adding a second item.
    let flat = caller.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      flat.contains("If the item was added under another identity, run: security explain --owner"))
    let owner = try explain(["--owner"])
    #expect(owner.status == 44)
    #expect(owner.output.contains("K208 error") && owner.output.contains("in adhoc.other, which"))
    #expect(!owner.output.contains("K003") && !owner.output.contains("canary"))
    let json = try explain(["--owner", "--json"])
    #expect(json.output.contains("\"level\":\"owner\""))
  }

  @Test("8, 53: a team has become another one; the items move and keep their identifiers")
  func transferred() throws {
    try entitle("A1B2C3D4E5")
    #expect(try run(tool, "add", "read") == "add 0\nread 0\n")
    let before = try identifiers()
    try entitle("Z9Y8X7W6V5")
    #expect(try run(tool, "read") == "read -25300\n")
    let caller = try explain(["--all"])
    #expect(caller.output.contains("K201") && caller.output.contains("K003"))
    #expect(!caller.output.contains("A1B2C3D4E5"))
    let owner = try explain(["--owner"])
    #expect(owner.output.contains("K502 error"), "\(owner.output)")
    let adopt = ["doctor", "--as", tool, "--adopt", "A1B2C3D4E5.com.example.tool"]
    // Without a terminal the command cannot ask.
    let refused = try security.run(adopt)
    #expect(refused.status == 1 && refused.error.contains("--yes"))
    #expect(try run(tool, "read") == "read -25300\n")
    let moved = try security.run(adopt + ["--yes"])
    #expect(moved.status == 0, "\(moved)")
    #expect(moved.output.contains("1 item moved to Z9Y8X7W6V5.com.example.tool"))
    #expect(try run(tool, "read") == "read 0\n")
    #expect(try identifiers() == before && before.count == 1)
    #expect(try security.run(adopt + ["--yes"]).output.hasPrefix("no items of"))
  }

  @Test("54: an entitlements file that got lost is to be put back, one that has come taken away")
  func lostFile() throws {
    let flat = { (text: String) in
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    try entitle("A1B2C3D4E5")
    #expect(try run(tool, "add") == "add 0\n")
    let file = try Files.read(tool + ".entitlements")
    try FileManager.default.removeItem(atPath: tool + ".entitlements")
    #expect(try run(tool, "read") == "read -25300\n")
    let lost = try explain(["--owner"]).output
    for words in [
      "K504 error",
      "Restore tool.entitlements, which gave the program the identifier A1B2C3D4E5.com.",
      "security doctor --as \(tool) --adopt A1B2C3D4E5.com.example.tool",
    ] { #expect(flat(lost).contains(words), "\(words)\n\(lost)") }
    try Files.write(file, to: tool + ".entitlements")
    #expect(try run(tool, "read") == "read 0\n")
    #expect(try run(home.path + "/other", "add") == "add 0\n")
    try entitle("Z9Y8X7W6V5", at: home.path + "/other")
    #expect(try run(home.path + "/other", "read") == "read -25300\n")
    let added = try explain(["--owner"], as: home.path + "/other").output
    #expect(flat(added).contains("remove other.entitlements, or list adhoc.other"), "\(added)")
  }

  private func identifiers() throws -> [Substring] {
    try security.run(["dump-items", "--names"]).output.split(separator: "\n")
      .filter { $0.contains("readable") }.compactMap { $0.split(separator: " ").first }
  }

  @Test("who is still there keeps its items, and strangers inherit nothing")
  func refusals() throws {
    #expect(try run(home.path + "/other", "add") == "add 0\n")
    let old = ["--adopt", "adhoc.other", "--yes"]
    let there = try security.run(["doctor", "--as", tool] + old)
    #expect(there.status == 1 && there.error.contains("still exists"), "\(there)")
    try FileManager.default.removeItem(atPath: home.path + "/other")
    try entitle("A1B2C3D4E5")
    let stranger = try security.run(["doctor", "--as", tool] + old)
    #expect(stranger.status == 1 && stranger.error.contains("nothing shows"), "\(stranger)")
    try FileManager.default.removeItem(atPath: tool + ".entitlements")
    #expect(try security.run(["doctor", "--as", tool] + old).status == 0)
    #expect(try run(tool, "read") == "read 0\n")
    #expect(try security.run(["doctor"] + old).status == 2)
    let unknown = try security.run(["doctor", "--as", tool, "--adopt", "nobody", "--yes"])
    #expect(unknown.status == 1 && unknown.error.contains("remembers no program"))
  }

  @Test("a store with a passcode asks for it; without anybody to ask there is no more to learn")
  func passcode() throws {
    #expect(try run(home.path + "/other", "add") == "add 0\n")
    _ = try security.run(
      ["set-passcode", "--passcode-fd", "0"], input: Array("correct horse\n".utf8))
    // Removes the store's keys from the kernel's keyring, where they would outlive the store.
    defer { _ = try? security.run(["lock-store", "--all"]) }
    let refused = try explain(["--owner"])
    #expect(refused.status != 44 && !refused.output.contains("K208"), "\(refused)")
    let wrong = try security.run(
      ["explain", "--as", tool, query, "--owner", "--passcode-fd", "0"],
      input: Array("wrong\n".utf8))
    #expect(wrong.status != 44 && !wrong.output.contains("K208"))
    let right = try security.run(
      ["explain", "--as", tool, query, "--owner", "--passcode-fd", "0"],
      input: Array("correct horse\n".utf8))
    #expect(right.status == 44, "\(right)")
  }

  @Test("the plan: what is compared, with how many rows each condition has")
  func plan() throws {
    #expect(try run(tool, "add") == "add 0\n")
    let plan = try explain(["--plan", "--return", "data", "--limit", "one"])
    #expect(plan.status == 0)
    for words in [
      "table genp", "agrp (implied) 1 rows alone", "sync (implied) 1", "svce 1",
      "opened secret", "limit 1", "statements 1",
    ] {
      let flat = plan.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(flat.contains(words), "\(words)\n\(plan.output)")
    }
    let json = try explain(["--plan", "--json"])
    #expect(json.output.contains("\"plan\":{"))
  }
}
