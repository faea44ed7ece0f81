// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of export, read by openssl (Specification/security-cli.md, "The export command").
@Suite("export of security") struct ExportCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:secret")
    try bench.security("import", "{alice.p12}", "-P", "secret", "-f", "pkcs12")
  }

  private func refused(_ message: String, _ reasons: String...) -> Program.Result {
    let lines = ["SecKeychainItemExport: \(message)"] + reasons
    return Program.Result(
      status: 1, output: "", error: lines.map { "security: \($0)\n" }.joined())
  }

  /// Returns the private key as openssl writes it, so that keys can be compared.
  private func key(_ words: String...) throws -> String {
    var program = Program(home: bench.path(""))
    program.executable = "/usr/bin/openssl"
    let result = try program.run(
      words.map { $0.replacing(/\{(.+?)\}/) { bench.path(String($0.output.1)) } })
    #expect(result.status == 0, "\(result.error)")
    return result.output
  }

  @Test("an identity as PKCS#12") func container() throws {
    let written = try bench.security(
      "export", "-t", "identities", "-f", "pkcs12", "-P", "new", "-o", "{out.p12}")
    let count = try Files.read(bench.path("out.p12")).count
    #expect(
      written
        == Program.Result(
          status: 0, output: "",
          error: "...\(count) bytes written to \(bench.path("out.p12"))\n"))
    try bench.openssl(
      "pkcs12", "-in", "{out.p12}", "-passin", "pass:new", "-nodes", "-out", "{out.pem}")
    #expect(
      try bench.openssl("x509", "-in", "{out.pem}", "-outform", "PEM") == bench.text("alice.pem"))
    #expect(try key("pkey", "-in", "{out.pem}") == key("pkey", "-in", "{alice.key}"))
    let quiet = try bench.security(
      "-q", "export", "-f", "pkcs12", "--passphrase-fd", "0", "-o", "{quiet.p12}",
      input: Array("stdin\n".utf8))
    #expect(quiet == Program.Result(status: 0, output: "", error: ""))
    try bench.openssl("pkcs12", "-in", "{quiet.p12}", "-passin", "pass:stdin", "-nodes")
  }

  @Test("the name of a key goes with it into another store") func names() throws {
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{named.p12}",
      "-passout", "pass:secret", "-name", "Alice's signing key")
    try bench.openssl("pkey", "-in", "{alice.key}", "-pubout", "-out", "{alice.pub}")
    let first = try KeyBench()
    // The public half comes first, with the same hash and another name.
    try first.security("import", bench.path("alice.pub"))
    try first.security("import", bench.path("named.p12"), "-P", "secret")
    let rows = [("identities", "1 identity"), ("privKeys", "1 key"), ("all", "1 identity")]
    for (kind, count) in rows {
      let file = first.path("\(kind).p12")
      let written = try first.security(
        "export", "-t", kind, "-f", "pkcs12", "-P", "new", "-o", file)
      #expect(written.status == 0, "\(written.error)")
      let second = try KeyBench()
      let read = try second.security("import", file, "-P", "new")
      #expect(read == Program.Result(status: 0, output: "\(count) imported.\n", error: ""))
      let found = try second.security("find-key", "-l", "Alice's signing key", "-t", "private")
      #expect(found.status == 0, "\(kind)")
    }
    // The default label of an import is not exported as a name.
    try bench.security(
      "export", "-t", "identities", "-f", "pkcs12", "-P", "new", "-o", "{plain.p12}")
    let text = try bench.openssl(
      "pkcs12", "-in", "{plain.p12}", "-passin", "pass:new", "-nodes", "-nocerts")
    #expect(text.contains("PRIVATE KEY") && !text.contains("friendlyName"))
  }

  @Test("a private key that was imported leaves under a passphrase only") func sensitive() throws {
    let refusal = refused(
      "A passphrase is needed for import or export.",
      "a private key leaves under a passphrase only",
      "use -f pkcs12, or -w for a single key")
    #expect(try bench.security("export") == refusal)
    #expect(try bench.security("export", "-t", "privKeys", "-f", "openssl") == refusal)
    let wrapped = try bench.security("export", "-t", "privKeys", "-w", "-P", "wrap")
    #expect(wrapped.status == 0)
    try bench.write(wrapped.output, to: "wrapped.key")
    #expect(
      try key("pkey", "-in", "{wrapped.key}", "-passin", "pass:wrap")
        == key("pkey", "-in", "{alice.key}"))
    let pkcs8 = try bench.security(
      "export", "-t", "privKeys", "-f", "pkcs8", "-p", "-P", "wrap")
    #expect(pkcs8.output.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    try bench.write(pkcs8.output, to: "pkcs8.key")
    #expect(
      try key("pkey", "-in", "{pkcs8.key}", "-passin", "pass:wrap")
        == key("pkey", "-in", "{alice.key}"))
    let both = try bench.security("export", "-t", "privKeys", "-w", "-f", "pkcs8", "-p", "-P", "x")
    #expect(both.output.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    let alone = try bench.security("export", "-f", "pkcs12")
    #expect(alone.status == 36)
    #expect(alone.error.hasPrefix("security: User interaction is not allowed.\n"))
  }

  @Test("certificates in each format") func certificates() throws {
    #expect(
      try bench.security("export", "-t", "certs", "-p").output == bench.text("alice.pem"))
    let der = try bench.security("export", "-t", "certs", "-o", "{one.der}")
    #expect(der.status == 0)
    #expect(
      try bench.openssl("x509", "-inform", "DER", "-in", "{one.der}") == bench.text("alice.pem"))
    try bench.makeCertificate("bob", "/CN=Bob Example")
    try bench.security("add-certificates", "{bob.pem}")
    #expect(
      try bench.security("export", "-t", "certs").output
        == bench.text("alice.pem") + bench.text("bob.pem"))
    let set = try bench.security("export", "-t", "certs", "-f", "pkcs7", "-p").output
    #expect(set.hasPrefix("-----BEGIN PKCS7-----\n"))
    let read = try bench.openssl("pkcs7", "-print_certs", "-noout", input: set)
    #expect(read.contains("CN = Alice Example"))
    #expect(read.contains("CN = Bob Example"))
    #expect(
      try bench.security("export", "-t", "certs", "-f", "x509")
        == refused(
          "A parameter that was passed is not valid.",
          "the format holds one certificate, and there are several (2)",
          "PEM sequences and PKCS#7 hold several certificates"))
  }

  @Test("several keys in a format for one") func several() throws {
    try bench.security("create-keypair", "-a", "rsa", "mine")
    let refusal = refused(
      "A parameter that was passed is not valid.",
      "the format holds one key, and there are several (2)", "PKCS#12 holds several keys")
    #expect(try bench.security("export", "-t", "privKeys", "-w", "-P", "x") == refusal)
    #expect(
      try bench.security("export", "-t", "privKeys", "-f", "pkcs8", "-P", "x") == refusal)
    #expect(
      try bench.security("export", "-t", "privKeys", "-f", "pkcs12", "-P", "x").status == 0)
    // The private-key format does not hold certificates.
    #expect(
      try bench.security("export", "-w", "-P", "x").error.contains(
        "the format cannot hold these items"))
  }

  @Test("keys that were made here leave in the clear too") func made() throws {
    try bench.security("create-keypair", "-a", "rsa", "mine")
    #expect(try bench.security("delete-identity", "-c", "Alice").status == 0)
    try bench.write(bench.security("export", "-t", "privKeys", "-p").output, to: "mine.key")
    #expect(try bench.text("mine.key").hasPrefix("-----BEGIN RSA PRIVATE KEY-----\n"))
    try bench.openssl("pkey", "-in", "{mine.key}", "-check", "-noout")
    let half = try bench.security("export", "-t", "pubKeys", "-p").output
    #expect(try half == bench.openssl("pkey", "-in", "{mine.key}", "-pubout"))
    let both = try bench.security("export", "-t", "allKeys").output
    #expect(both.contains("-----BEGIN PUBLIC KEY-----"))
    #expect(both.contains("-----BEGIN RSA PRIVATE KEY-----"))
  }

  @Test("what was marked does not leave; nothing is nothing; words that are none")
  func refusals() throws {
    try bench.security("delete-identity", "-c", "Alice")
    #expect(
      try bench.security("export", "-t", "all")
        == refused("The specified item could not be found in the keychain."))
    let marked = try bench.security("import", "{alice.key}", "-x")
    #expect(marked.output == "1 key imported.\n")
    #expect(marked.error.hasPrefix("security: -x marks the keys: "))
    let left = "the key \"Imported Private Key\" is marked as not extractable, and is left out"
    #expect(
      try bench.security("export", "-f", "pkcs12", "-P", "x")
        == Program.Result(
          status: 1, output: "",
          error: """
            security: \(left)
            security: SecKeychainItemExport: The contents of this item cannot be retrieved.
            security: there is nothing else to export

            """))
    try bench.security("add-certificates", "{alice.pem}")
    // The identity is left out with its key. The certificate alone can be exported.
    let identities = try bench.security(
      "export", "-t", "identities", "-f", "pkcs12", "-P", "x")
    #expect(identities.status == 1)
    #expect(identities.error.hasPrefix("security: the identity "))
    try bench.security("create-keypair", "-a", "rsa", "mine")
    let others = try bench.security("export", "-p")
    #expect(others.status == 0)
    #expect(others.error == "security: \(left)\n")
    let begins = others.output.split(separator: "\n").filter { $0.hasPrefix("-----BEGIN") }
    #expect(begins == ["-----BEGIN CERTIFICATE-----", "-----BEGIN RSA PRIVATE KEY-----"])
    #expect(try bench.security("export", "-t", "odd").status == 2)
    #expect(try bench.security("export", "-f", "odd").status == 2)
    #expect(try bench.security("export", "operand").status == 2)
    #expect(try bench.security("export", "-k", "other").status == 1)
  }

  @Test("a key stays that a certificate of another group needs, when one group is named")
  func deleteIdentityOfGroup() throws {
    try bench.security("add-certificates", "--access-group", "one", "{alice.pem}")
    try bench.security("import", "{alice.key}", "--access-group", "one")
    #expect(
      try bench.security("delete-identity", "--access-group", "one", "-c", "Alice")
        == Program.Result(
          status: 0, output: "",
          error:
            "security: the private key stays: another certificate of the store belongs to it\n"))
    #expect(try bench.security("find-key", "--access-group", "one").status == 0)
    #expect(try bench.security("find-certificate", "--access-group", "one").status == 44)
  }

  @Test("an identity goes with its key, but for a key that another needs") func deleteIdentity()
    throws
  {
    try bench.certify("twin", "/CN=Twin Example", key: "alice")
    try bench.security("add-certificates", "{twin.pem}")
    let shared = try bench.security("delete-identity", "-c", "Alice")
    #expect(shared.status == 0)
    #expect(
      shared.error
        == "security: the private key stays: another certificate of the store belongs to it\n")
    #expect(try bench.security("find-key", "-t", "private").status == 0)
    #expect(
      try bench.security("delete-identity", "-c", "Twin")
        == Program.Result(status: 0, output: "", error: ""))
    #expect(try bench.security("find-key").status == 1)
    try bench.security("add-certificates", "{alice.pem}")
    #expect(
      try bench.security("delete-identity", "-c", "Alice")
        == Program.Result(
          status: 0, output: "",
          error:
            "Unable to obtain private key reference for \"Alice\" (error -25300)\n"))
  }
}
