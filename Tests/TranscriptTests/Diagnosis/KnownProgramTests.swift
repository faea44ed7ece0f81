// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of `security explain` without `--as`.
///
/// It lists the answer for each program that the store knows, and explains one of them.
@Suite("security explain: the programs that the store knows") struct KnownProgramTests {
  private let home: TemporaryFolder
  private let security: Program
  private var tool: String { home.path + "/tool" }
  private var other: String { home.path + "/other" }

  /// Makes two programs: `other` has an item, `tool` does not.
  init() throws {
    home = try TemporaryFolder()
    var program = Program(home: home.path + "/store")
    program.environment["HOME"] = home.path
    security = program
    for path in [tool, other] { try program.putWorker(at: path) }
    let told = [try run(other, "add"), try run(tool, "read")]
    guard told == ["add 0\n", "read -25300\n"] else { throw Program.Failure(text: "\(told)") }
  }

  private func run(_ path: String, _ calls: String...) throws -> String {
    var program = security
    program.executable = path
    return try program.run(["traced"] + calls).output
  }

  private let query = "svce=canary-service,acct=canary-account"

  private func explain(_ words: String...) throws -> Program.Result {
    try security.run(["explain"] + words)
  }

  /// Returns the lines of the table: mark, name and answer.
  private func table(_ output: String) -> [String] {
    output.split(separator: "\n").drop { !$0.hasPrefix("  program ") }.dropFirst()
      .prefix { !$0.hasPrefix("Explained ") }
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("the one that fails is explained, as by --as")
  func oneFails() throws {
    let result = try explain(query)
    #expect(
      table(result.output) == [
        "> adhoc.tool -25300 errSecItemNotFound", "adhoc.other 0 errSecSuccess",
        "security itself 0 errSecSuccess",
      ], "\(result.output)")
    #expect(
      result.output.contains(
        "\nExplained for adhoc.tool, which fails. Another program: --as FILE or --app\n"))
    let named = try explain(query, "--as", tool)
    #expect(result.output.hasSuffix("\n\n" + named.output), "\(result.output)")
    #expect(result.status == 44 && result.status == named.status)
    #expect(!named.output.contains("Explained for") && !result.output.contains("canary"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("of several that fail the one seen last is explained; of none, security itself")
  func severalFail() throws {
    let several = try explain("svce=canary-service,acct=nobody")
    #expect(several.output.contains("the last seen of 2 that fail."), "\(several.output)")
    #expect(several.output.contains("\nas adhoc.tool (from the file name), "))
    #expect(several.status == 44)
    let none = try explain("add", "svce=new,acct=new")
    #expect(none.output.contains("Explained for security itself: the call succeeds for each"))
    #expect(none.output.contains("\nas com.apple.security, "), "\(none.output)")
    #expect(table(none.output).allSatisfy { $0.hasSuffix(" 0 errSecSuccess") })
    let add = ["add-generic-password", "-s", "own", "-a", "own", "-w", "x"]
    #expect(try security.run(add).status == 0)
    let own = try explain("add", "svce=own,acct=own")
    #expect(own.status == 45, "\(own)")
    #expect(own.output.contains("Explained for security itself: no other program fails."))
    #expect(try explain("delete", query).output.contains("SecItemDelete would answer -25300"))
  }

  @Test("a program that is named is the only one")
  func named() throws {
    var program = security
    program.environment["LATCHKEY_EXPLAIN_AS"] = other
    for result in [
      try program.run(["explain", query]), try explain(query, "--app", "adhoc.other"),
    ] {
      #expect(result.output.hasPrefix("SecItemCopyMatching would answer 0 "), "\(result)")
    }
  }

  @Test("a file is asked for as it is now; one that is gone as it was, and is not explained")
  func gone() throws {
    let entitlements = """
      <plist version="1.0"><dict>
      <key>application-identifier</key><string>A1B2C3D4E5.com.example.tool</string>
      </dict></plist>
      """
    try Files.write(Array(entitlements.utf8), to: tool + ".entitlements")
    let renamed = try explain(query)
    #expect(
      table(renamed.output).first == "> A1B2C3D4E5.com.example.tool -25300 errSecItemNotFound",
      "\(renamed.output)")
    #expect(!renamed.output.contains("adhoc.tool "))
    try FileManager.default.removeItem(atPath: tool)
    let found = try explain(query)
    #expect(
      table(found.output) == [
        "adhoc.other 0 errSecSuccess", "adhoc.tool (file gone) -25300 errSecItemNotFound",
        "> security itself 0 errSecSuccess",
      ], "\(found.output)")
    #expect(found.output.contains("only programs that were removed fail"))
    // If no program's file exists, as in another container, a failing program is explained anyway.
    try FileManager.default.removeItem(atPath: other)
    let nobody = try explain(query)
    #expect(table(nobody.output).first == "> adhoc.tool (file gone) -25300 errSecItemNotFound")
    #expect(nobody.status == 44)
  }

  @Test("no more than twelve are asked for, and how many more there are is said")
  func many() throws {
    for number in 1...13 {
      let path = home.path + "/program\(number)"
      try FileManager.default.linkItem(atPath: tool, toPath: path)
      #expect(try run(path, "read") == "read -25300\n")
    }
    let result = try explain(query)
    let rows = table(result.output)
    #expect(rows.count == 14, "\(result.output)")
    #expect(rows.first == "> adhoc.program13 -25300 errSecItemNotFound")
    #expect(rows.last == "and 3 more, which were seen earlier")
    #expect(result.output.contains("the last seen of 12 that fail"))
  }

  @Test("JSON has the programs beside the explanation")
  func json() throws {
    let result = try explain(query, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["status"] as? Int == -25300 && members["programsKnown"] as? Int == 2)
    let programs = try #require(members["programs"] as? [[String: Any]])
    #expect(
      programs.compactMap { $0["identifier"] as? String }
        == ["adhoc.tool", "adhoc.other", "com.apple.security"])
    #expect(programs.compactMap { $0["status"] as? Int } == [-25300, 0, 0])
    #expect(programs.compactMap { $0["explained"] as? Bool } == [true, false, false])
    let named = try explain(query, "--json", "--as", tool)
    #expect(!named.output.contains("programsKnown"))
  }

  @Test("a store with a passcode names its programs to the owner alone")
  func passcode() throws {
    _ = try security.run(
      ["set-passcode", "--passcode-fd", "0"], input: Array("correct horse\n".utf8))
    // Removes the store's keys from the kernel's keyring, where they would outlive the store.
    defer { _ = try? security.run(["lock-store", "--all"]) }
    let anybody = try explain(query)
    #expect(
      anybody.output.hasPrefix("The store knows 2 programs: --owner shows the answer to each.\n"),
      "\(anybody.output)")
    #expect(!anybody.output.contains("adhoc."), "\(anybody.output)")
    let json = try explain(query, "--json").output
    #expect(json.contains("\"programsKnown\":2") && !json.contains("adhoc."))
    let owner = try security.run(
      ["explain", query, "--owner", "--passcode-fd", "0"], input: Array("correct horse\n".utf8))
    #expect(table(owner.output).first == "> adhoc.tool -25300 errSecItemNotFound", "\(owner)")
  }
}
