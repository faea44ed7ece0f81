// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of find-identity, with certificates that the test's authority issued
/// (Specification/security-cli.md, "Certificates and identities").
@Suite("identities of security") struct IdentityCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    let code = "keyUsage=digitalSignature\nextendedKeyUsage=codeSigning\n"
    try bench.issue("ann", "/CN=Developer: Ann", code)
    try bench.issue("old", "/CN=Developer: Old", code, days: -1)
    try bench.issue(
      "web", "/CN=web.example.org",
      "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:web.example.org\n")
    try bench.makeCertificate("self", "/CN=Self Made")
    for name in ["ann", "old", "web"] {
      try bench.security("import", "{\(name).p12}", "-P", "x", "-f", "pkcs12")
    }
  }

  private func line(_ number: Int, _ name: String, _ label: String) throws -> String {
    "  \(number)) \(try bench.fingerprint(name, "sha1")) \"\(label)\""
  }

  @Test("both lists, to the letter") func lists() throws {
    let ann = try line(1, "ann", "Developer: Ann")
    let old = try line(2, "old", "Developer: Old")
    let found = try bench.security("find-identity", "-p", "codesigning")
    #expect(found.status == 0)
    #expect(found.error == "")
    #expect(
      found.output == """

        Policy: Code Signing
          Matching identities
        \(ann)
        \(old) (CSSMERR_TP_CERT_EXPIRED)
             2 identities found

          Valid identities only
        \(ann)
             1 valid identities found

        """)
    #expect(
      try bench.security("find-id", "-v", "-p", "codesigning", "{store/store.db}").output
        == ann + "\n     1 valid identities found\n")
  }

  @Test("a root that nobody trusts; a certificate without its key") func untrusted() throws {
    try bench.openssl(
      "pkcs12", "-export", "-in", "{self.pem}", "-inkey", "{self.key}", "-out", "{self.p12}",
      "-passout", "pass:x")
    try bench.security("add-certificates", "{self.pem}")
    let without = try bench.security("find-identity").output
    #expect(without.contains("     3 identities found\n"))
    try bench.security("import", "{self.p12}", "-P", "x")
    let found = try bench.security("find-identity").output
    #expect(found.hasPrefix("\nPolicy: X.509 Basic\n  Matching identities\n"))
    let own = try bench.fingerprint("self", "sha1")
    #expect(found.contains(") \(own) \"Self Made\" (CSSMERR_TP_NOT_TRUSTED)\n     4 identities"))
    #expect(found.hasSuffix("     2 valid identities found\n"))
  }

  @Test("policies in the order of the table, with what they ask for") func policies() throws {
    let web = try line(1, "web", "web.example.org")
    let both = try bench.security(
      "find-identity", "-p", "basic", "-p", "ssl-server", "-s", "web.example.org")
    #expect(
      both.output.hasPrefix(
        """
        Looking for identities matching "web.example.org"

        Policy: SSL (server)
          Matching identities
        \(web)
             1 identities found

          Valid identities only
        \(web)
             1 valid identities found

        Policy: X.509 Basic

        """))
    let other = try bench.security(
      "find-identity", "-v", "-p", "ssl-server", "-s", "other.example.org")
    #expect(
      other.output
        == "Looking for identities matching \"other.example.org\"\n"
        + "     0 valid identities found\n")
    let client = try bench.security("find-identity", "-v", "-p", "ssl-client")
    #expect(client.output == "     0 valid identities found\n")
  }

  @Test("policies that nothing fits here, and words that are none") func unknown() throws {
    let system = try bench.security("find-identity", "-p", "sys-default")
    #expect(system.output == "\n  System default identity\n")
    #expect(
      system.error
        == "SecIdentityCopySystemIdentity: "
        + "The specified item could not be found in the keychain.\n")
    let chat = try bench.security("find-identity", "-v", "-p", "ichat")
    #expect(chat.status == 0)
    #expect(chat.output == "     0 valid identities found\n")
    #expect(chat.error == "security: ichat: no certificate satisfies this policy here\n")
    #expect(try bench.security("find-identity", "-p", "odd").status == 2)
    #expect(
      try bench.security("find-identity", "-v", "other")
        == Program.Result(
          status: 0, output: "     0 valid identities found\n",
          error: "security: SecKeychainOpen other: The specified keychain could not be found.\n"
            + "security: \(bench.path("store/keychains/other-db")): the keychain file does not exist\n"
        ))
  }

  @Test("a store that cannot be searched is no empty one") func refusal() throws {
    try bench.write("nothing", to: "store/keybag")
    try bench.write("nothing", to: "store/keybag.copy")
    let found = try bench.security("find-identity", "-v")
    #expect(found.status != 0)
    #expect(found.output == "")
    #expect(found.error.hasPrefix("security: SecIdentitySearchCopyNext: "))
  }
}
