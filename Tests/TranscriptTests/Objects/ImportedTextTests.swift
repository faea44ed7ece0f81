// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of import, add-certificates and verify-cert with files that hold more or less than a
/// keychain stores (Specification/certificates.md, "PEM files"; RFC 7468 2).
@Suite("files with more than keys and certificates") struct ImportedTextTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example")
  }

  private func imported(_ what: String...) -> Program.Result {
    let lines = what.map { "\($0) imported.\n" }
    return Program.Result(status: 0, output: lines.joined(), error: "")
  }

  /// The result of an import of a file whose only certificate is there already.
  private func known(_ file: String) -> Program.Result {
    Program.Result(
      status: 0, output: "",
      error: "security: \(bench.path(file)): 1 certificate is already in default keychain\n")
  }

  /// Returns the status and standard error with `-v`, without the words of the call.
  private func said(_ words: String...) throws -> (status: Int32, lines: [String]) {
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    program.environment["SSL_CERT_FILE"] = bench.path("alice.pem")
    let result = try program.run(["-v"] + words.map { $0.contains(".") ? bench.path($0) : $0 })
    let lines = result.error.split(separator: "\n").map { String($0) }
    return (result.status, Array(lines.dropFirst()))
  }

  @Test("a key of openssl behind its parameters") func parameters() throws {
    try bench.openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "{ec.pem}")
    #expect(try bench.text("ec.pem").hasPrefix("-----BEGIN EC PARAMETERS-----\n"))
    #expect(try bench.security("import", "{ec.pem}") == imported("1 key"))
  }

  @Test("words in other letters, as openssl writes them") func words() throws {
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:x", "-name", "BJ\u{d6}RN")
    try bench.openssl(
      "pkcs12", "-in", "{alice.p12}", "-passin", "pass:x", "-nodes", "-out", "{nodes.pem}")
    #expect(
      try bench.security("import", "{nodes.pem}") == imported("1 key", "1 certificate"))
    // Words in UTF-8 and in Latin-1, since versions of openssl differ.
    let block = try Files.read(bench.path("alice.pem"))
    for name in [Array("BJ\u{d6}RN".utf8), [0x42, 0x4a, 0xd6, 0x52, 0x4e]] {
      let words = Array("Bag Attributes\n    friendlyName: ".utf8) + name + [0x0a]
      try Files.write(words + block, to: bench.path("words.pem"))
      #expect(try bench.security("import", "{words.pem}") == known("words.pem"))
      try bench.security("delete-certificate", "-c", "Alice Example")
      #expect(try bench.security("import", "{words.pem}") == imported("1 certificate"))
    }
  }

  @Test("a list of authorities with words in other letters") func authorities() throws {
    try bench.makeCertificate("bob", "/CN=Bob Example")
    try bench.makeAuthority()
    try bench.issue("web", "/CN=web.example.org", "subjectAltName=DNS:web.example.org\n")
    let words = "# Issuer: CN=F\u{151}tan\u{fa}s\u{ed}tv\u{e1}ny O=\"T\u{fc}rk\"\n"
    try bench.write(
      words + bench.text("bob.pem") + words + bench.text("authority.pem"), to: "roots.pem")
    let added = try bench.security("add-certificates", "{roots.pem}")
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    #expect(try bench.security("find-certificate", "-c", "Bob").status == 0)
    let verified = try bench.security("verify-cert", "-c", "{web.pem}", "-r", "{roots.pem}")
    #expect(verified.status == 0, "\(verified.error)")
  }

  @Test("-v names what was passed over, also where nothing is left") func verbose() throws {
    let parameters =
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
    let list = "-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n"
    try bench.write(parameters + bench.text("alice.pem") + list, to: "more.pem")
    try bench.write(parameters + list, to: "less.pem")
    func line(_ name: String) -> String {
      "security: \(bench.path(name)): skipped EC PARAMETERS, X509 CRL"
    }
    for words in [["import", "more.pem"], ["add-certificates", "more.pem"]] {
      let lines = try said(words[0], words[1]).lines
      #expect(lines.first == line("more.pem"), "\(words[0])")
    }
    #expect(try said("verify-cert", "-c", "more.pem").lines.first == line("more.pem"))
    let rows: [(words: [String], refusal: String)] = [
      (["import", "less.pem"], "SecKeychainItemImport"),
      (["add-certificates", "less.pem"], bench.path("less.pem")),
    ]
    for row in rows {
      let (status, lines) = try said(row.words[0], row.words[1])
      #expect(status == 1)
      #expect(
        lines.prefix(2) == [
          line("less.pem"), "security: \(row.refusal): Unknown format in import.",
        ])
    }
    // Without -v the other parts are not mentioned.
    #expect(try bench.security("import", "{more.pem}") == known("more.pem"))
  }

  @Test("a block that is cut, and what follows it, are told without -v") func cut() throws {
    let whole = try bench.text("alice.pem")
    let cut = "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n"
    try bench.write(whole + cut + whole, to: "cut.pem")
    let line =
      "security: \(bench.path("cut.pem")): block 2 is damaged; it and all later blocks were not read"
    for words in [["import", "{cut.pem}"], ["verify-cert", "-c", "{cut.pem}"]] {
      let result = try bench.run(words)
      #expect(result.error.contains(line), "\(words[0]): \(result.error)")
    }
  }

  @Test("a key of another kind does not keep the others out") func otherKinds() throws {
    try bench.openssl("ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "{odd.key}")
    try bench.openssl("pkcs8", "-topk8", "-nocrypt", "-in", "{odd.key}", "-out", "{odd8.key}")
    let ssh =
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n"
    try bench.write(
      ssh + bench.text("odd.key") + bench.text("odd8.key") + bench.text("alice.key"), to: "all.pem")
    let (status, lines) = try said("import", "all.pem")
    #expect(status == 0)
    let labels = "OPENSSH PRIVATE KEY, EC PRIVATE KEY, PRIVATE KEY"
    #expect(lines == ["security: \(bench.path("all.pem")): skipped \(labels)"])
    #expect(try bench.security("find-key", "-t", "private").status == 0)
  }

  @Test("a format that is said does not beat what is recognised") func hints() throws {
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:x")
    let container = try bench.security("import", "{alice.p12}", "-f", "openssl", "-P", "x")
    #expect(container == imported("1 identity"))
    try bench.openssl("x509", "-in", "{alice.pem}", "-outform", "DER", "-out", "{alice.p7b}")
    let hints = ["openssl", "pkcs7", "pemseq", "bsafe"]
    for hint in hints {
      let read = try bench.security("import", "{alice.p7b}", "-f", hint)
      #expect(read == known("alice.p7b"), "\(hint)")
    }
  }

  @Test("PKCS#12 without a code is named as such") func withoutCode() throws {
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{bare.p12}",
      "-passout", "pass:x", "-nomac")
    let refused = try bench.security("import", "{bare.p12}", "-P", "x")
    #expect(
      refused
        == Program.Result(
          status: 1, output: "",
          error: """
            security: SecKeychainItemImport: Unknown format in import.
            security: the PKCS#12 file has no code (MAC) that proves that it is intact
            security: import unchecked: openssl pkcs12 -in FILE -nodes | security import /dev/stdin

            """))
    // The advice in the error works.
    let pem = try bench.openssl("pkcs12", "-in", "{bare.p12}", "-passin", "pass:x", "-nodes")
    let taken = try bench.security("import", "/dev/stdin", input: Array(pem.utf8))
    #expect(taken == imported("1 key", "1 certificate"))
  }
}
