// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of import, with files that openssl wrote (Specification/security-cli.md, "The import
/// command").
@Suite("import of security") struct ImportCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:secret", "-name", "Alice's")
  }

  private static func refused(_ message: String, _ reasons: String...) -> Program.Result {
    let lines = ["SecKeychainItemImport: \(message)"] + reasons
    return Program.Result(
      status: 1, output: "", error: lines.map { "security: \($0)\n" }.joined())
  }
  private static let silent = Program.Result(status: 0, output: "", error: "")
  private static let duplicate = refused(
    "The specified item already exists in the keychain.")

  private func keyLabels() throws -> [String] {
    try bench.security("find-key").output.split(separator: "\n")
      .filter { $0.hasPrefix("    0x00000001") }
      .map { String($0.dropFirst("    0x00000001 <blob>=".count)) }
  }

  @Test("PKCS#12 by its content: an identity, named as in the file") func container() throws {
    let first = try bench.security("import", "{alice.p12}", "-P", "secret")
    #expect(first == Program.Result(status: 0, output: "1 identity imported.\n", error: ""))
    #expect(try keyLabels() == ["\"Alice's\""])
    #expect(try bench.security("find-certificate", "-p").output == bench.text("alice.pem"))
    #expect(try bench.security("import", "{alice.p12}", "-P", "secret") == Self.duplicate)
  }

  @Test("-f pkcs12 as recipes of CI have it: silent, and again without failure") func modern()
    throws
  {
    #expect(
      try bench.security("import", "{alice.p12}", "-P", "secret", "-t", "cert", "-f", "pkcs12")
        == Self.silent)
    #expect(try keyLabels() == ["\"Imported Private Key\""])
    let again = try bench.security(
      "import", "{alice.p12}", "-k", "{store/store.db}", "-P", "secret", "-A", "-T", "/bin/true",
      "-f", "pkcs12")
    #expect(again.status == 0)
    #expect(again.output == "")
    #expect(again.error == "")
  }

  @Test("the passphrase: wrong, missing, from a descriptor, empty") func passphrases() throws {
    #expect(
      try bench.security("import", "{alice.p12}", "-P", "other")
        == Self.refused(
          "MAC verification failed during PKCS12 import (wrong password?)",
          "the authentication code of the file does not match"))
    // Without a terminal the command cannot ask for the passphrase.
    let alone = try bench.security("import", "{alice.p12}")
    #expect(alone.status == 36)
    #expect(alone.error.hasPrefix("security: User interaction is not allowed.\n"))
    #expect(alone.error.contains("--passphrase-fd"))
    let input = Array("secret\n".utf8)
    #expect(
      try bench.security("import", "{alice.p12}", "--passphrase-fd", "0", input: input).status == 0)
    #expect(
      try bench.security(
        "import", "{alice.p12}", "--passphrase-fd", "5", descriptors: [5: input]) == Self.duplicate)
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-nokeys", "-out", "{bare.p12}", "-passout",
      "pass:")
    // The certificate is there already.
    let bare = try bench.security("import", "{bare.p12}", "-P", "")
    #expect(bare.status == 0 && bare.output.isEmpty && bare.error.contains("is already in"))
  }

  @Test("a passphrase is asked for up to three times") func typed() throws {
    let terminal = try PseudoTerminal()
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    let process = try terminal.start(program, ["import", bench.path("alice.p12")])
    let question = "password to unlock \(bench.path("alice.p12")): "
    try terminal.waitFor(question)
    try terminal.type("wrong\n")
    try terminal.waitFor("MAC verification failed during PKCS12 import (wrong password?)")
    try terminal.waitFor(question)
    try terminal.type("secret\n")
    try terminal.waitFor("1 identity imported.")
    #expect(try Program.wait(for: process) == 0)
    #expect(!terminal.screen.contains("secret"))
  }

  @Test(
    "old and new schemes of containers",
    arguments: [
      ["-legacy"], ["-keypbe", "AES-256-CBC", "-certpbe", "AES-256-CBC", "-macalg", "sha256"],
      ["-legacy", "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES"],
    ])
  func schemes(_ options: [String]) throws {
    var program = Program(home: bench.path(""))
    program.executable = "/usr/bin/openssl"
    let files = ["-in", "alice.pem", "-inkey", "alice.key", "-out", "other.p12"].map {
      $0.contains(".") ? bench.path($0) : $0
    }
    let made = try program.run(["pkcs12", "-export", "-passout", "pass:x"] + files + options)
    #expect(made.status == 0, "\(made.error)")
    #expect(
      try bench.security("import", "{other.p12}", "-P", "x").output == "1 identity imported.\n")
  }

  @Test("keys and certificates as PEM, one by one and together") func text() throws {
    try bench.write(bench.text("alice.pem") + bench.text("alice.key"), to: "both.pem")
    #expect(
      try bench.security("import", "{both.pem}").output
        == "1 key imported.\n1 certificate imported.\n")
    #expect(
      try bench.security("import", "{alice.pem}")
        == Program.Result(
          status: 0, output: "",
          error: "security: \(bench.path("alice.pem")): 1 certificate is already in"
            + " default keychain\n"))
    #expect(try bench.security("import", "{alice.key}") == Self.duplicate)
    try bench.openssl("genrsa", "-out", "{rsa.key}", "2048")
    try bench.openssl(
      "rsa", "-in", "{rsa.key}", "-traditional", "-aes128", "-passout", "pass:old", "-out",
      "{old.key}")
    #expect(try bench.security("import", "{old.key}", "-P", "new").status == 1)
    #expect(
      try bench.security("import", "{old.key}", "-w", "-t", "priv", "-f", "openssl", "-P", "old")
        .output == "1 key imported.\n")
    try bench.openssl("pkey", "-in", "{rsa.key}", "-pubout", "-outform", "DER", "-out", "{rsa.pub}")
    #expect(try bench.security("import", "{rsa.pub}").output == "1 key imported.\n")
    #expect(
      try keyLabels()
        == ["\"Imported Private Key\"", "\"Imported Private Key\"", "\"Imported Public Key\""])
  }

  @Test("a failure says what was added before it, and counts nothing that was there") func part()
    throws
  {
    try bench.makeCertificate("bob", "/CN=Bob Example")
    try bench.security("import", "{alice.key}")
    try bench.write(
      bench.text("alice.pem") + bench.text("bob.pem") + bench.text("bob.key")
        + bench.text("alice.key"), to: "all.pem")
    let first = try bench.security("import", "{all.pem}")
    #expect(first.status == 1 && first.output == "")
    #expect(
      first.error == Self.duplicate.error + "1 key imported.\n2 certificates imported.\n")
    #expect(try bench.security("import", "{all.pem}") == Self.duplicate)
    // A duplicate key in a PKCS#12 file is handled alike.
    try bench.security("delete-certificate", "-c", "Alice Example")
    let second = try bench.security("import", "{alice.p12}", "-P", "secret")
    #expect(second.error == Self.duplicate.error + "1 certificate imported.\n")
    #expect(try bench.security("find-certificate", "-c", "Alice").status == 0)
  }

  @Test("a key of OpenSSH: the format is named") func openSSH() throws {
    let body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMw=="
    try bench.write(
      "-----BEGIN OPENSSH PRIVATE KEY-----\n\(body)\n-----END OPENSSH PRIVATE KEY-----\n",
      to: "id_ed25519")
    let refused = try bench.security("import", "{id_ed25519}")
    #expect(refused.status == 1)
    #expect(refused.error.contains("SSH formats are not supported\n"))
  }

  @Test("what is no file, no format, no word") func refusals() throws {
    let missing = try bench.security("import", "{nothing}")
    #expect(
      missing
        == Program.Result(
          status: 1, output: "",
          error: "security: Error reading infile \(bench.path("nothing")): "
            + "UNIX[No such file or directory]\n"))
    try bench.write("nothing of use", to: "text")
    #expect(
      try bench.security("import", "{text}").error.hasPrefix(
        "security: SecKeychainItemImport: "))
    #expect(try bench.security("import").status == 2)
    #expect(try bench.security("import", "{alice.p12}", "{alice.pem}").status == 2)
    #expect(try bench.security("import", "{alice.p12}", "-f", "odd").status == 2)
    #expect(try bench.security("import", "{alice.p12}", "-t", "odd").status == 2)
    let wrapped = try bench.security("import", "{alice.pem}", "-f", "x509", "-w")
    #expect(wrapped.status == 2)
    #expect(
      wrapped.error.hasPrefix(
        "Don't know how to wrap in specified format/type\nUsage: import file "))
    let extended = try bench.security("import", "{alice.pem}", "-a", "name", "value")
    #expect(extended.output == "1 certificate imported.\n")
    #expect(
      extended.error == "security: -a has no effect: items have no extended attributes\n")
    #expect(try bench.security("import", "{alice.pem}", "-k", "other").status == 1)
    let shown = try bench.security("-v", "import", "{alice.pem}", "-P", "hidden")
    #expect(!shown.error.contains("hidden"))
  }
}
