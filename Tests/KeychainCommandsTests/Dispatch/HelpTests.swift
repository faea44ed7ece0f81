// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import Testing

/// Tests of the output of `help` and `--help`, for every command in the table
/// (Specification/security-cli.md, "Global behaviour of security").
@Suite("help") struct HelpTests {
  private static let columns = 80
  /// The line above the list of our own commands.
  private static let ours = "\ncommands of Latchkey, which macOS does not have:\n"

  private static func names(in list: String) -> [String] {
    list.split(separator: "\n").filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }
      .compactMap { $0.split(separator: " ").first.map { String($0) } }
      .filter { !$0.hasPrefix("-") }
  }

  @Test("the list has every command that is there, and no other") func list() {
    let list = security("help").output
    #expect(Self.names(in: list) == CommandTable.namesThere)
    #expect(!list.contains("not available"))
    // fastlane looks for this command before it uses it.
    #expect(list.contains("    set-generic-password-partition-list "))
    for name in Set(CommandTable.names).subtracting(CommandTable.namesThere) {
      #expect(security(name).status == 1, "\(name)")
      #expect(!list.contains("    \(name) "), "\(name)")
    }
  }

  @Test("our own commands stand apart, behind Apple's") func groups() throws {
    let list = security("help").output
    let parts = list.split(separator: Self.ours)
    try #require(parts.count == 2)
    let first = try #require(CommandTable.namesThere.firstIndex(of: "explain"))
    #expect(Self.names(in: String(parts[0])) == Array(CommandTable.namesThere[..<first]))
    #expect(Self.names(in: String(parts[1])) == Array(CommandTable.namesThere[first...]))
    #expect(parts[0].contains("\nsecurity commands are:\n"))
  }

  /// The list, and the help of each command.
  private static let pages: [String?] = [nil] + CommandTable.names.map { Optional($0) }

  @Test("nothing is wider than a terminal", arguments: pages)
  func width(_ name: String?) {
    let help = security(["help"] + (name.map { [$0] } ?? []))
    #expect(help.status == 0 && help.error.isEmpty)
    for line in help.output.split(separator: "\n") {
      #expect(line.count <= Self.columns, "\(line)")
    }
  }

  @Test("names are padded to 36, and long lines go on below the text") func layout() {
    let lines = security("help").output.split(separator: "\n")
    for line in lines.drop(while: { $0 != "security commands are:" }) where line.hasPrefix("    ") {
      #expect(line.dropFirst(40).first == " " && line.dropFirst(41).first != " ", "\(line)")
    }
  }

  @Test("--help is the usage, on standard output", arguments: CommandTable.names)
  func option(_ name: String) {
    let help = security(["help", name])
    #expect(help.output.hasPrefix("Usage: \(name)"))
    #expect(security([name, "--help"]) == help)
    #expect(security(["--help", name]) == help)
    #expect(security(["-v", name, "--help"]).output == help.output)
  }

  @Test("--help of the tool is its list") func tool() {
    #expect(security("--help") == security("help"))
    #expect(security("-q --help") == security("help"))
  }

  @Test("--help behind other options, and as the value of one") func places() {
    let help = security("help find-generic-password")
    #expect(security("find-generic-password -s svc --help") == help)
    let store = ScriptedStore()
    #expect(security("add-gen -a me -s svc -w --help", on: store).status == 0)
    #expect(security("find-gen -s svc -w", on: store).output == "--help\n")
    #expect(security("find-gen -s --help", on: store).status == 44)
  }

  @Test("-h stays what it is on macOS: the usage on standard error, status 2") func letter() {
    let outcome = security("find-generic-password -h")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.error == security("help find-generic-password").output)
  }
}
