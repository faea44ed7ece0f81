// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that tables hide the content of items that a search shows only after a prompt
/// (Specification/diagnostics.md, "Security rules of diagnosis").
@Suite("dump-items: items that ask for a person") struct WithheldItemTests {
  private let home: TemporaryFolder
  private let security: Program

  init() throws {
    home = try TemporaryFolder()
    var program = Program(home: home.path + "/store")
    program.environment["HOME"] = home.path
    security = program
  }

  private func item(_ words: String...) throws {
    var program = security
    program.executable = Program.worker
    #expect(try program.run(["item", "add"] + words).output == "add 0\n")
  }

  @Test("a row tells class, group, protection and state, and whether a given value is its own")
  func withheld() throws {
    try item("svce=open", "acct=ann")
    _ = try security.run(
      ["set-passcode", "--passcode-fd", "0"], input: Array("correct horse\n".utf8))
    // Removes the store's keys from the kernel's keyring, where they would outlive the store.
    defer { _ = try? security.run(["lock-store", "--all"]) }
    try item("svce=vault", "acct=bob", "labl=inside", "accc=userPresence")
    let table = try security.run(["dump-items", "genp", "--values"])
    #expect(table.status == 0 && table.output.contains("2 found"), "\(table)")
    let rows = table.output.split(separator: "\n")
    let row = try #require(rows.first { $0.contains(" prompt") })
    #expect(row.contains(" akpu*") && !table.output.contains("vault"), "\(table.output)")
    #expect(!table.output.contains("bob") && table.output.contains(" ann "))
    let json = try security.run(["dump-items", "--json", "--values"]).output
    #expect(json.contains("\"svce\":\"open\"") && !json.contains("vault"))
    // A value that the user already gives is shown. It tells no more than a search does.
    let known = try security.run(["dump-items", "svce=vault", "--values"])
    #expect(known.output.contains("1 found") && known.output.contains(" vault "), "\(known)")
    #expect(!known.output.contains("bob"))
    let compared = try security.run(
      ["dump-items", "genp", "--compare", "svce=vault,acct=xyz", "--values"])
    #expect(compared.output.contains(" same ") && !compared.output.contains("bob"))
  }

  @Test("JSON has values as they are")
  func plain() throws {
    try item("svce=a\\b\n\u{202E}", "acct=ann")
    let json = try security.run(["dump-items", "--json", "--values"]).output
    #expect(json.contains("\"svce\":\"a\\\\b\\n\\u202e\""), "\(json)")
  }
}
