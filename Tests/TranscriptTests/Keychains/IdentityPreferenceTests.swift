// SPDX-License-Identifier: Apache-2.0
import Testing

/// The commands for preferred identities (Specification/security-cli.md, "Certificates and
/// identities").
@Suite("preferred identities") struct IdentityPreferenceTests {
  private let bench: KeyBench
  private let notFound =
    "security: SecIdentityCopyPreference: The specified item could not be found in the keychain.\n"

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue("alice", "/CN=Alice Example", "keyUsage=digitalSignature\n")
    try bench.issue("bob", "/CN=Bob Example", "keyUsage=digitalSignature\n")
    try bench.security("create-keychain", "-p", "pw", "one.keychain")
    for name in ["alice", "bob"] {
      try bench.security("import", "{\(name).p12}", "-P", "x", "-k", "one.keychain")
    }
  }

  @Test("a preference is set, shown in each form, and removed", arguments: [false, true])
  func preference(isListed: Bool) throws {
    if isListed { try bench.security("list-keychains", "-s", "login.keychain", "one.keychain") }
    let site = "https://example.org/a/"
    let set = try bench.security(
      "set-identity-preference", "-c", "alice", "-s", site, "one.keychain")
    #expect(set == Program.Result(status: 0, output: "", error: ""))
    let found = try bench.security(
      "get-identity-preference", "-s", site + "page", "-c", "-Z", "-p")
    let pem = try bench.text("alice.pem")
    #expect(found.status == 0)
    #expect(
      found.output == """
        common name: "Alice Example"
        SHA-256 hash: \(try bench.fingerprint("alice", "sha256"))
        SHA-1 hash: \(try bench.fingerprint("alice", "sha1"))

        """ + pem)
    let attributes = try bench.security("get-identity-preference", "-s", site)
    #expect(attributes.output.contains("Alice Example"))
    #expect(attributes.output.contains("one.keychain-db") == isListed)
    let other = try bench.security("get-identity-preference", "-s", "https://example.com")
    #expect(other == Program.Result(status: 44, output: "", error: notFound))
    #expect(try bench.security("set-identity-preference", "-n", "-s", site).status == 0)
    #expect(try bench.security("get-identity-preference", "-s", site).status == 44)
  }

  @Test("identities are chosen by hash, by name, or as the first") func choice() throws {
    try bench.security("list-keychains", "-s", "login.keychain", "one.keychain")
    let hash = try bench.fingerprint("bob", "sha1")
    for (option, value, name) in [
      ("-Z", hash, "Bob Example"), ("-c", "Bob Example", "Bob Example"),
      ("-c", "*", "Alice Example"), ("-c", "bob", "Bob Example"),
    ] {
      let set = try bench.security(
        "set-identity-preference", option, value, "-s", "name", "-u", "4", "one.keychain")
      #expect(set.status == 0)
      let found = try bench.security("get-identity-preference", "-s", "name", "-u", "4", "-c", "-p")
      #expect(found.output.hasPrefix("common name: \"\(name)\"\n"))
      #expect(try bench.security("get-identity-preference", "-s", "name").status == 44)
    }
    let none = try bench.security(
      "set-identity-preference", "-c", "nobody", "-s", "name", "one.keychain")
    #expect(
      none
        == Program.Result(
          status: 1, output: "",
          error: "security: No matching identity found for \"nobody\"\n"))
  }

  @Test("a command line without a service, or with other uses, is refused") func usage() throws {
    for arguments in [
      ["set-identity-preference", "-c", "alice"], ["get-identity-preference"],
      ["get-identity-preference", "-s", "name", "-u", "sign"],
      ["get-identity-preference", "-s", ""],
    ] {
      #expect(try bench.run(arguments).status == 2)
    }
  }
}
