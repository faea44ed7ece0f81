// SPDX-License-Identifier: Apache-2.0
import Testing

/// The command `dump-keychain` on keychain files (Specification/security-cli.md, "Keychain
/// administration", "Printing an access list").
@Suite("dump of keychain files") struct FileDumpTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:x")
    for name in ["one.keychain", "two.keychain"] {
      try bench.security("create-keychain", "-p", "pw", name)
    }
    try bench.security("import", "{alice.p12}", "-P", "x", "-k", "one.keychain")
    try bench.security("add-internet-password", "-a", "a", "-s", "s", "-w", "net", "one.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "plain", "one.keychain")
    try bench.security(
      "add-generic-password", "-a", "b", "-s", "shut", "-w", "hidden", "-T", "", "one.keychain")
    try bench.security("add-generic-password", "-a", "c", "-s", "s", "-w", "two", "two.keychain")
  }

  private func lines(_ words: String...) throws -> [String] {
    try bench.run(["dump-keychain"] + words).output.split(separator: "\n").map(String.init)
  }

  @Test("record types in their order, without the keys of passwords; several keychains")
  func order() throws {
    let classes = try lines("one.keychain", "two.keychain").filter { $0.hasPrefix("class: ") }
    #expect(
      classes
        == [
          "class: 0x00000010 ", "class: \"genp\"", "class: \"genp\"", "class: \"inet\"",
          "class: 0x80001000 ", "class: \"genp\"",
        ])
    // Not `lock-keychain -a`: that locks the keychains of other tests too.
    for name in ["one.keychain", "two.keychain"] { try bench.security("lock-keychain", name) }
    let locked = try lines("one.keychain", "two.keychain")
    #expect(locked.count { $0.hasPrefix("class: ") } == 6)
    try bench.security("list-keychains", "-s", "two.keychain", "absent.keychain")
    #expect(try lines().count { $0.hasPrefix("class: ") } == 1)
    let absent = try bench.security("dump-keychain", "absent.keychain", "two.keychain")
    #expect(absent.status == 1)
    #expect(absent.error.contains("The specified keychain could not be found."))
    #expect(absent.output.contains("class: \"genp\""))
  }

  @Test("-d prints secrets, and names each that is refused") func secrets() throws {
    let dump = try bench.security("dump-keychain", "-d", "one.keychain")
    #expect(dump.status == 1)
    #expect(dump.output.contains("\ndata:\n\"plain\"\n"))
    #expect(dump.output.contains("\ndata:\n\"net\"\n"))
    #expect(!dump.output.contains("hidden"))
    #expect(
      dump.error.hasPrefix(
        "security: SecKeychainItemCopyContent: User interaction is not allowed.\n"))
    #expect(dump.error.hasSuffix("security: the secret of \"shut\" is left out\n"))
    let two = try bench.security("dump-keychain", "-d", "two.keychain")
    #expect(two.status == 0)
    // The content of the key's record is encrypted.
    #expect(dump.output.contains("\ndata:\n0xFADE0711"))
  }

  @Test("-r prints the encrypted data, which begins with the mark of passwords") func raw()
    throws
  {
    let all = try lines("-r", "two.keychain")
    let place = try #require(all.firstIndex(of: "raw data:"))
    #expect(all[place + 1].hasPrefix("0x73736770"))
    #expect(!all.contains("\"two\""))
  }

  @Test("-a prints access lists, also of what has none") func access() throws {
    let dump = try bench.security("dump-keychain", "-a", "one.keychain").output
    #expect(dump.hasSuffix("no access control for this item\n"))
    #expect(dump.split(separator: "access: 5 entries\n").count == 5)
    #expect(dump.contains("        description: shut\n        applications (0):\n"))
    try bench.security("lock-keychain", "one.keychain")
    let locked = try bench.security("dump-keychain", "-a", "one.keychain")
    #expect(locked.status == 1)
    #expect(
      locked.error.hasPrefix(
        "security: SecKeychainItemCopyAccess: User interaction is not allowed.\n"))
  }

  @Test("-o writes a file, with the secrets") func file() throws {
    let dump = try bench.security("dump-keychain", "-d", "-o", "{dump.txt}", "two.keychain")
    #expect(dump == Program.Result(status: 0, output: "", error: ""))
    let printed = try bench.security("dump-keychain", "-d", "two.keychain").output
    #expect(try bench.text("dump.txt") == printed)
    #expect(printed.hasSuffix("data:\n\"two\"\n"))
  }

  @Test("-i asks about each entry, and changes nothing without a yes") func interactive() throws {
    let before = try bench.security("dump-keychain", "-a", "two.keychain").output
    let no = try bench.security(
      "dump-keychain", "-i", "two.keychain", input: Array("n\nn\n".utf8))
    #expect(no.status == 0)
    #expect(no.error == "Remove this acl? Remove this acl? ")
    #expect(no.output == before)
    let half = try bench.security(
      "dump-keychain", "-i", "two.keychain", input: Array("n\ny\nn\n".utf8))
    #expect(half.error == "Remove this acl? Remove this acl? Update access? ")
    #expect(half.output.contains("\nremoving acl\n"))
    #expect(try bench.security("dump-keychain", "-a", "two.keychain").output == before)
    // The owner's entry asks the user, and no user can be asked here.
    let yes = try bench.security(
      "dump-keychain", "-i", "two.keychain", input: Array("n\ny\ny\n".utf8))
    #expect(yes.status == 1)
    #expect(yes.output.hasSuffix("Updating access\n"))
    #expect(yes.error.contains("SecKeychainItemSetAccess: User interaction is not allowed."))
    #expect(try bench.security("dump-keychain", "-a", "two.keychain").output == before)
  }
}
