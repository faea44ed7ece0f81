// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Tests of the commands for trust settings (Specification/security-cli.md, "Trust, verification,
/// CMS, misc"), on certificates of openssl.
///
/// No test changes the settings of the administrator, which are those of the machine.
@Suite("trust settings of security") struct TrustCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue(
      "web", "/CN=web.example.org",
      "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:web.example.org\n")
    try bench.issue("old", "/CN=old.example.org", "extendedKeyUsage=serverAuth\n", days: -1)
    try bench.issue(
      "signer", "/CN=Signer", "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n")
    // From here on, the authority is no anchor of the system.
    try bench.openssl("x509", "-in", "{authority.pem}", "-out", "{root.pem}")
    try bench.makeCertificate("other", "/CN=Other", extension: "keyUsage=keyCertSign")
    try bench.write(try bench.text("other.pem"), to: "authority.pem")
  }

  private func verify(_ file: String, _ words: String...) throws -> Program.Result {
    try bench.run(["verify-cert", "-c", "{\(file).pem}"] + words)
  }

  private static let good = "...certificate verification successful.\n"

  @Test("a root of openssl: untrusted, trusted, denied, removed") func root() throws {
    #expect(try verify("web").status == 1)
    let added = try bench.security("add-trusted-cert", "-r", "trustRoot", "{root.pem}")
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    #expect(try verify("web") == Program.Result(status: 0, output: Self.good, error: ""))
    #expect(try verify("root").status == 0)
    #expect(
      try bench.security("dump-trust-settings").output
        == "Number of trusted certs = 1\nCert 0: Authority\n   Number of trust settings : 0\n")
    #expect(try bench.security("add-trusted-cert", "-r", "deny", "{root.pem}").status == 0)
    let denied = try verify("web")
    #expect(denied.status == 1)
    #expect(denied.error.hasPrefix("SecTrustEvaluate result: kSecTrustResultDeny\nsecurity: "))
    #expect(denied.error.contains("has errors: Trust settings deny trust, "))
    // Certificates that are given as the only anchors can be denied too.
    #expect(try verify("web", "-r", "{root.pem}").status == 1)
    #expect(try bench.security("remove-trusted-cert", "{root.pem}").status == 0)
    #expect(try verify("web").status == 1)
    #expect(try verify("web", "-r", "{root.pem}").status == 0)
    #expect(
      try bench.security("remove-trusted-cert", "{root.pem}").error.hasPrefix(
        "SecTrustSettingsRemoveTrustSettings: The specified item could not be found in the"
          + " keychain.\n"))
  }

  @Test("policy and host") func host() throws {
    let added = try bench.security(
      "add-trusted-cert", "-p", "ssl", "-s", "web.example.org", "{root.pem}")
    #expect(added.status == 0)
    #expect(try verify("web", "-p", "ssl", "-s", "web.example.org").status == 0)
    #expect(try verify("web", "-p", "ssl").status == 1)
    #expect(try verify("web").status == 1)
    #expect(try verify("web", "-p", "ssl", "-s", "other.example.org").status == 1)
  }

  @Test("an expired certificate, accepted by -e certExpired") func expired() throws {
    #expect(try bench.security("add-trusted-cert", "{root.pem}").status == 0)
    let refused = try verify("old")
    #expect(refused.error.hasPrefix("Cert Verify Result: CSSMERR_TP_CERT_EXPIRED\n"))
    let words = ["add-trusted-cert", "-e", "certExpired", "-r", "unspecified", "{old.pem}"]
    #expect(try bench.run(words).status == 0)
    #expect(try verify("old").status == 0)
    #expect(try verify("old", "-p", "ssl", "-s", "old.example.org").status == 1)
  }

  @Test("a leaf: refused as a root, trusted as if it were one") func leaf() throws {
    let refused = try bench.security("add-trusted-cert", "{web.pem}")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.error
        == "SecTrustSettingsSetTrustSettings: A parameter that was passed is not valid."
        + "\nsecurity: the certificate is not self-signed, so it cannot be trusted as a root"
        + "\nsecurity: use the result trustAsRoot\n")
    #expect(
      try bench.security("add-trusted-cert", "-r", "trustAsRoot", "{web.pem}").status == 0)
    #expect(try verify("web").status == 0)
    #expect(try verify("signer").status == 1)
  }

  @Test("the list of settings, line by line") func list() throws {
    let added = try bench.security(
      "add-trusted-cert", "-r", "deny", "-p", "ssl", "-p", "basic", "-s", "a.example.org", "-e",
      "hostnameMismatch", "-e", "-67818", "-u", "0x09", "-a", "/usr/bin/openssl", "-k",
      "{store/store.db}", "{root.pem}")
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    func setting(_ number: Int, _ policy: String, _ error: String) -> String {
      """
         Trust Setting \(number):
            Policy OID            : \(policy)
            Application           : /usr/bin/openssl
            Policy String         : a.example.org
            Allowed Error         : \(error)
            Result Type           : kSecTrustSettingsResultDeny
            Key Usage             : sign, sign cert

      """
    }
    let mismatch = "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
    let expired = "The certificate has expired."
    #expect(
      try bench.security("dump-trust-settings").output
        == "Number of trusted certs = 1\nCert 0: Authority\n   Number of trust settings : 4\n"
        + setting(0, "SSL", mismatch) + setting(1, "SSL", expired)
        + setting(2, "Apple X509 Basic", mismatch) + setting(3, "Apple X509 Basic", expired))
    // -k has added the certificate to the store.
    #expect(try bench.security("find-certificate", "-c", "Authority").status == 0)
  }

  @Test("export, import, and a file of another tool") func exchange() throws {
    #expect(
      try bench.security("trust-settings-export", "{none.plist}").error
        == "SecTrustSettingsCreateExternalRepresentation: No trust settings were found.\n")
    let none = try bench.security("dump-trust-settings")
    #expect(
      none
        == Program.Result(
          status: 1, output: "",
          error: "SecTrustSettingsCopyCertificates: No trust settings were found.\n"))
    try bench.security("add-trusted-cert", "{root.pem}")
    let exported = try bench.security("trust-settings-export", "{a.plist}")
    #expect(exported.output == "...Trust Settings exported successfully.\n")
    try bench.security("remove-trusted-cert", "{root.pem}")
    let imported = try bench.security("trust-settings-import", "{a.plist}")
    #expect(
      imported
        == Program.Result(
          status: 0, output: "...Trust Settings imported successfully.\n", error: ""))
    try bench.security("trust-settings-export", "{b.plist}")
    #expect(try bench.text("a.plist") == bench.text("b.plist"))
    // The certificate is only known by its hash now.
    let hash = try bench.fingerprint("root", "sha1")
    #expect(try bench.security("dump-trust-settings").output.contains("Cert 0: \(hash)\n"))
    #expect(try verify("web").status == 1)
    #expect(try bench.run(["verify-cert", "-c", "{web.pem}", "-c", "{root.pem}"]).status == 0)
    let cut = String(try bench.text("a.plist").dropLast(20))
    try bench.write(cut, to: "cut.plist")
    let refused = try bench.security("trust-settings-import", "{cut.plist}")
    #expect(refused.status == 1)
    #expect(
      refused.error.hasPrefix(
        "SecTrustSettingsImportExternalRepresentation: The record of trust settings is damaged.\n"))
    try bench.security("trust-settings-export", "{b.plist}")
    #expect(try bench.text("a.plist") == bench.text("b.plist"))
    #expect(
      try bench.security("trust-settings-import", "{absent}").error.hasPrefix("Error reading file ")
    )
    #expect(try bench.security("trust-settings-import", "-s", "{a.plist}").status == 1)
  }

  @Test("the recipe of mkcert: export, change with another tool, import") func recipe() throws {
    try bench.security("add-trusted-cert", "-k", "/Library/Keychains/System.keychain", "{root.pem}")
    try bench.security("trust-settings-export", "{a.plist}")
    var python = Program(home: bench.path(""))
    python.executable = "/usr/bin/python3"
    let script = """
      import plistlib, sys
      with open(sys.argv[1], "rb") as file: root = plistlib.load(file)
      assert root["trustVersion"] == 1
      for entry in root["trustList"].values():
        assert entry["issuerName"] and entry["serialNumber"]
        entry["trustSettings"] = [{
          "kSecTrustSettingsPolicy": bytes.fromhex("2a864886f763640103"),
          "kSecTrustSettingsPolicyName": "sslServer", "kSecTrustSettingsResult": 1}]
      for form, name in [(plistlib.FMT_XML, "xml"), (plistlib.FMT_BINARY, "binary")]:
        with open(f"{sys.argv[1]}.{name}", "wb") as file: plistlib.dump(root, file, fmt=form)
      """
    let changed = try python.run(["-c", script, bench.path("a.plist")])
    #expect(changed.status == 0, "\(changed.error)")
    for form in ["xml", "binary"] {
      #expect(try bench.security("trust-settings-import", "{a.plist.\(form)}").status == 0)
      #expect(try verify("web", "-p", "ssl", "-s", "web.example.org").status == 0)
      #expect(try verify("web").status == 1)
    }
  }

  @Test("a file of settings of its own, with -i and -o") func file() throws {
    let first = try bench.security("add-trusted-cert", "-o", "{one.plist}", "{root.pem}")
    let size = try bench.text("one.plist").utf8.count
    #expect(first.output == "...wrote \(size) bytes to \(bench.path("one.plist"))\n")
    let second = try bench.security(
      "-q", "add-trusted-cert", "-r", "deny", "-i", "{one.plist}", "-o", "{two.plist}",
      "{other.pem}")
    #expect(second == Program.Result(status: 0, output: "", error: ""))
    #expect(try bench.security("dump-trust-settings").status == 1)
    #expect(try bench.security("trust-settings-import", "{two.plist}").status == 0)
    #expect(
      try bench.security("dump-trust-settings").output.hasPrefix("Number of trusted certs = 2\n"))
  }

  // swift-format-ignore
  static let mistakes: [([String], Int32, String)] = [
    (["add-trusted-cert"],                                   1, "No cert file specified.\n"),
    (["add-trusted-cert", "{absent}"],                       1, "Error reading file "),
    (["add-trusted-cert", "{root.key}"],                     1, "Error reading file "),
    (["add-trusted-cert", "-r", "always", "{root.pem}"],     2, "security: -r takes trustRoot, "),
    (["add-trusted-cert", "-p", "tls", "{root.pem}"],        2, "security: -p takes ssl, "),
    (["add-trusted-cert", "-e", "all", "{root.pem}"],        2, "security: -e takes certExpired, "),
    (["add-trusted-cert", "-e", "0x1FFFFFFFF", "{root.pem}"], 2, "security: -e takes certExpired, "),
    (["add-trusted-cert", "-u", "many", "{root.pem}"],       2, "security: -u takes a number"),
    (["add-trusted-cert", "-a", "{absent}", "{root.pem}"],   1, "security: SecTrustedApplicationCreateFromPath "),
    (["add-trusted-cert", "-i", "{a}", "{root.pem}"],        2, "security: -i needs -o"),
    (["add-trusted-cert", "{root.pem}", "{other.pem}"],      2, "security: argument 2 is too many"),
    (["remove-trusted-cert"],                                2, "security: the file is missing"),
    (["trust-settings-export"],                              2, "security: the file is missing"),
    (["user-trust-settings-enable", "-d", "-e"],             2, "security: -d and -e exclude each other"),
  ]

  @Test("mistakes", arguments: mistakes.indices) func mistake(_ place: Int) throws {
    let (words, status, error) = Self.mistakes[place]
    let result = try bench.run(words)
    #expect(result.status == status, "\(words): \(result)")
    #expect(result.error.hasPrefix(error), "\(words): \(result)")
    #expect(try bench.security("dump-trust-settings").status == 1)
  }

  @Test("find-identity says why an identity is not valid, beside the lines that scripts read")
  func identities() throws {
    for name in ["web", "old", "signer"] {
      #expect(try bench.security("import", "{\(name).p12}", "-P", "x").status == 0)
    }
    let before = try bench.security("find-identity", "-v", "-p", "codesigning")
    #expect(before.status == 0 && before.output == "     0 valid identities found\n")
    let hash = try bench.fingerprint("signer", "sha1")
    #expect(
      before.error.contains(
        "security: not valid for Code Signing: \(hash) \"Signer\" (CSSMERR_TP_NOT_TRUSTED) Certificate 0 \u{201c}Signer\u{201d} has errors: Issuer is missing;\n"
      ))
    #expect(before.error.contains("\"web.example.org\" ("))
    #expect(before.error.split(separator: "\n").count == 3)
    let mixed = try bench.shell("\"$0\" find-identity -v -p codesigning 2>&1")
    #expect(mixed.output.hasPrefix("     0 valid identities found\nsecurity: an identity is not"))
    #expect(!mixed.output.contains(hash) && !mixed.output.contains("Signer"))
    try bench.security("add-trusted-cert", "{root.pem}")
    let after = try bench.security("find-identity", "-v", "-p", "codesigning")
    #expect(after.output == "  1) \(hash) \"Signer\"\n     1 valid identities found\n")
    #expect(after.error.split(separator: "\n").count == 2)
    try bench.security("add-trusted-cert", "-r", "deny", "{signer.pem}")
    let denied = try bench.security("find-identity", "-p", "codesigning")
    #expect(denied.error.isEmpty)
    #expect(
      denied.output == """

        Policy: Code Signing
          Matching identities
          1) \(hash) "Signer" (CSSMERR_APPLETP_TRUST_SETTING_DENY)
             1 identities found

          Valid identities only
             0 valid identities found

        """)
    // The settings go with the certificate: the user's own, or those of the administrator as root.
    #expect(try bench.security("delete-identity", "-t", "-c", "Signer").status == 0)
    if geteuid() == 0 {
      #expect(try bench.security("remove-trusted-cert", "{signer.pem}").status == 0)
    }
    #expect(
      try bench.security("dump-trust-settings").output.hasPrefix(
        "Number of trusted certs = 1\nCert 0: Authority\n"))
    #expect(try bench.security("delete-certificate", "-t", "-c", "web.example.org").status == 0)
  }

  @Test("several programs at once lose nothing; damaged settings refuse every use") func shared()
    throws
  {
    let names = (0..<4).map { "root\($0)" }
    for name in names {
      try bench.makeCertificate(name, "/CN=\(name)", extension: "keyUsage=keyCertSign")
    }
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let processes = try (names + names).map { name in
      try unsafe program.start(["add-trusted-cert", bench.path("\(name).pem")], &actions)
    }
    for process in processes { #expect(try Program.wait(for: process) == 0) }
    #expect(
      try bench.security("dump-trust-settings").output.hasPrefix("Number of trusted certs = 4\n"))
    try bench.write("<plist>", to: "store/TrustSettings.plist")
    for words in [
      ["dump-trust-settings"], ["add-trusted-cert", "{root0.pem}"],
      ["remove-trusted-cert", "{root0.pem}"], ["trust-settings-export", "{a.plist}"],
      ["verify-cert", "-c", "{other.pem}"],
    ] {
      let result = try bench.run(words)
      #expect(result.status == 1)
      #expect(result.error.contains("The record of trust settings is damaged.\n"), "\(result)")
      #expect(result.error.contains("store/TrustSettings.plist: "), "\(result)")
    }
    #expect(try bench.text("store/TrustSettings.plist") == "<plist>")
  }
}
