// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of add-certificates, find-certificate, delete-certificate and delete-identity, with
/// certificates made by openssl (Specification/security-cli.md, "Certificates and identities").
@Suite("certificates of security") struct CertificateCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate(
      "alice", "/CN=Alice Example", extension: "subjectAltName=email:alice@example.org")
    try bench.makeCertificate("bob", "/CN=Bob Example")
  }

  private static let notFound =
    "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n"

  @Test("DER, PEM and several in one file") func forms() throws {
    try bench.openssl("x509", "-in", "{bob.pem}", "-outform", "DER", "-out", "{bob.der}")
    try bench.write(bench.text("alice.pem") + bench.text("bob.pem"), to: "both.pem")
    let added = try bench.security("add-certificates", "{both.pem}")
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    let again = try bench.security("add-certificates", "{bob.der}")
    #expect(again.status == 1)
    #expect(again.error == "security: \(bench.path("bob.der")): already in default keychain\n")
    let named = try bench.security("add-cert", "-k", "{store/store.db}", "{bob.der}")
    #expect(named.error == "security: \(bench.path("bob.der")): already in \(bench.keychain)\n")
  }

  @Test("a file that is none does not keep the others out") func badFiles() throws {
    let added = try bench.security(
      "add-certificates", "{nothing}", "{alice.key}", "{alice.pem}", "{bob.pem}")
    #expect(added.status == 1)
    #expect(
      added.error == """
        security: \(bench.path("nothing")): UNIX[No such file or directory]
        security: \(bench.path("alice.key")): Unknown format in import.
        security: there is no certificate in the file

        """)
    #expect(try bench.security("find-certificate", "-a", "-Z").output.contains("SHA-1 hash: "))
    #expect(try bench.security("add-certificates").status == 2)
    let other = try bench.security("add-certificates", "-k", "other", "{bob.pem}")
    #expect(other.status == 1)
  }

  @Test("the attributes, line by line") func layout() throws {
    try bench.security("add-certificates", "{alice.pem}")
    let found = try bench.security("find-certificate")
    #expect(found.status == 0)
    let lines = found.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 14)
    let hash = try bench.openssl(
      "x509", "-in", "{alice.pem}", "-noout", "-ext",
      "subjectKeyIdentifier"
    ).filter { $0.isHexDigit && !$0.isLowercase }.suffix(40)
    #expect(
      lines.prefix(6) == [
        "keychain: \"\(bench.keychain)\"", "version: 512", "class: 0x80001000 ", "attributes:",
        "    \"alis\"<blob>=<NULL>", "    \"cenc\"<uint32>=0x00000003 ",
      ])
    #expect(lines[6] == "    \"ctyp\"<uint32>=0x00000003 ")
    #expect(lines[7].hasPrefix("    \"hpky\"<blob>=0x\(hash)  \""))
    #expect(lines[8].hasPrefix("    \"issu\"<blob>=0x31163014060355040"))
    #expect(lines[8].hasSuffix("Alice Example\""))
    #expect(lines[9] == "    \"labl\"<blob>=\"Alice Example\"")
    #expect(lines[10].hasPrefix("    \"skid\"<blob>=0x\(hash)  \""))
    #expect(lines[11].hasPrefix("    \"snbr\"<blob>=0x"))
    #expect(lines[12].hasPrefix("    \"subj\"<blob>=0x31163014060355040"))
    #expect(lines[13] == "")
  }

  @Test("hashes, addresses and PEM, in this order") func parts() throws {
    try bench.security("add-certificates", "{alice.pem}", "{bob.pem}")
    let found = try bench.security("find-certificate", "-pmZ", "-c", "aLICE")
    let expected = """
      SHA-256 hash: \(try bench.fingerprint("alice", "sha256"))
      SHA-1 hash: \(try bench.fingerprint("alice", "sha1"))
      email addresses: alice@example.org

      """
    #expect(try found.output == expected + bench.text("alice.pem"))
    let all = try bench.security("find-certificate", "-a", "-p", "{store/store.db}")
    #expect(try all.output == bench.text("alice.pem") + bench.text("bob.pem"))
  }

  @Test("what is found, and the status where nothing is") func filters() throws {
    try bench.security("add-certificates", "{alice.pem}", "{bob.pem}")
    func names(_ words: String...) throws -> [String] {
      var program = Program(home: bench.path(""))
      program.environment["LATCHKEY_HOME"] = bench.path("store")
      return try program.run(["find-certificate"] + words).output.split(separator: "\n")
        .filter { $0.contains("\"labl\"") }.map { String($0) }
    }
    #expect(try names().count == 1)
    #expect(try names("-a", bench.keychain).count == 2)
    #expect(try names("-a", "-c", "example").count == 2)
    #expect(try names("-a", "-c", "Bob") == ["    \"labl\"<blob>=\"Bob Example\""])
    #expect(try names("-a", "-e", "alice@example.org").count == 1)
    #expect(try names("-a", "-e", "alice@example").isEmpty)
    #expect(try names("-a", "-e", "Alice@example.org").isEmpty)
    #expect(
      try bench.security("find-certificate", "-c", "nobody")
        == Program.Result(status: 44, output: "", error: Self.notFound))
    #expect(
      try bench.security("find-certificate", "-a", "-c", "nobody")
        == Program.Result(status: 0, output: "", error: ""))
  }

  @Test("no name names nothing: a script's empty variable deletes nothing") func emptyName() throws
  {
    try bench.security("import", "{alice.key}")
    try bench.security("add-certificates", "{alice.pem}")
    for command in ["delete-certificate", "delete-identity"] {
      let deleted = try bench.security(command, "-c", "")
      #expect(deleted.status == 1)
      #expect(deleted.error == "Unable to delete certificate matching \"\"")
    }
    #expect(try bench.security("find-identity").output.contains("Alice Example"))
  }

  @Test("which certificate is deleted") func delete() throws {
    try bench.makeCertificate("long", "/CN=Bob Example and Sons")
    try bench.security("add-certificates", "{alice.pem}", "{bob.pem}", "{long.pem}")
    let silent = Program.Result(status: 0, output: "", error: "")
    #expect(try bench.security("delete-certificate").status == 2)
    let twice = try bench.security("delete-certificate", "-c", "Example")
    #expect(twice.status == 1)
    #expect(
      twice.error == "security: \"Example\" is ambiguous, matches more than one certificate\n")
    let none = try bench.security("delete-certificate", "-c", "nobody")
    #expect(
      none
        == Program.Result(
          status: 1, output: "", error: "Unable to delete certificate matching \"nobody\""))
    #expect(try bench.security("delete-certificate", "-Z", "12").status == 1)
    // A whole name is preferred to a part of another name.
    #expect(try bench.security("delete-certificate", "-c", "Bob Example") == silent)
    #expect(try bench.security("delete-certificate", "-c", "bob ex") == silent)
    // A hash is preferred to a name.
    let hash = try bench.fingerprint("alice", "sha256")
    #expect(try bench.security("delete-cert", "-c", "nobody", "-Z", hash) == silent)
    #expect(try bench.security("find-certificate", "-a", "{store/store.db}").output == "")
  }
}
