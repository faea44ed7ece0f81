// SPDX-License-Identifier: Apache-2.0
import Testing

/// Certificates and keys in keychain files, for the commands that find, export and delete them
/// (Specification/security-cli.md, "Certificates and identities", "Keys and partition lists").
@Suite("objects in keychain files") struct FileObjectTests {
  private let bench: KeyBench
  private let notFound =
    "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n"

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue(
      "alice", "/CN=Alice Example",
      "keyUsage=digitalSignature\nsubjectAltName=email:alice@example.org,email:a@home.example\n")
    try bench.issue("bob", "/CN=Bob Example", "keyUsage=digitalSignature\n", days: -1)
    for name in ["one.keychain", "two.keychain"] {
      try bench.security("create-keychain", "-p", "pw", name)
    }
    try bench.security("import", "{alice.p12}", "-P", "x", "-k", "one.keychain")
    try bench.security("import", "{bob.p12}", "-P", "x", "-k", "two.keychain")
  }

  @Test("find-certificate: filters and forms, in one keychain and in the list") func certificates()
    throws
  {
    let alice = try bench.text("alice.pem")
    let bob = try bench.text("bob.pem")
    #expect(try bench.security("find-certificate", "-p", "one.keychain").output == alice)
    #expect(
      try bench.security("find-certificate", "-a", "-p", "two.keychain", "one.keychain").output
        == bob + alice)
    #expect(
      try bench.security("find-certificate", "-e", "a@home.example", "-p", "one.keychain").output
        == alice)
    let none = try bench.security("find-certificate", "-c", "alice", "two.keychain")
    #expect(none == Program.Result(status: 44, output: "", error: notFound))
    let lines = try bench.security("find-certificate", "-c", "ALICE", "-m", "-Z", "one.keychain")
      .output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "SHA-256 hash: \(try bench.fingerprint("alice", "sha256"))")
    #expect(lines[1] == "SHA-1 hash: \(try bench.fingerprint("alice", "sha1"))")
    #expect(lines[2] == "email addresses: alice@example.org, a@home.example")
    #expect(lines[3].hasSuffix("/one.keychain-db\""))
    #expect(lines[4...6] == ["version: 512", "class: 0x80001000 ", "attributes:"])
    let order = lines[7...].map { $0.prefix(10) }
    #expect(
      order
        == ["alis", "cenc", "ctyp", "hpky", "issu", "labl", "skid", "snbr", "subj"].map {
          "    \"\($0)\""
        })
    #expect(try bench.security("find-certificate", "-a", "login.keychain").output == "")
    try bench.security("list-keychains", "-s", "one.keychain", "absent.keychain", "two.keychain")
    #expect(try bench.security("find-certificate", "-a", "-p").output.hasPrefix(alice + bob))
    let missing = try bench.security("find-certificate", "absent.keychain")
    #expect(missing.status == 50)
  }

  @Test("the certificates of the distribution are a keychain, which nothing changes")
  func authorities() throws {
    let system = "/Library/Keychains/System.keychain"
    let authority = try bench.text("authority.pem")
    for name in [system, "/System/Library/Keychains/SystemRootCertificates.keychain"] {
      #expect(try bench.security("find-certificate", "-a", "-p", name).output == authority)
    }
    #expect(
      try bench.security("find-certificate", "-c", "Authority", system).output
        .hasPrefix("keychain: \"\(system)\"\nversion: 256\nclass: 0x80001000 \n"))
    #expect(try bench.security("export", "-k", system, "-t", "certs", "-p").output == authority)
    #expect(try bench.security("delete-certificate", "-c", "Authority", system).status == 195)
    #expect(try bench.security("add-certificates", "-k", system, "{alice.pem}").status == 1)
  }

  @Test("find-identity: issuers come from the whole search list") func issuers() throws {
    try bench.issue(
      "middle", "/CN=Middle", "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n")
    try bench.issue(
      "leaf", "/CN=Leaf", "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n",
      by: "middle")
    try bench.security("import", "{leaf.p12}", "-P", "x", "-k", "one.keychain")
    try bench.security("import", "{middle.pem}", "-k", "two.keychain")
    for (list, ending) in [
      (["one.keychain"], "     0 valid identities found\n"),
      (["one.keychain", "two.keychain"], "\"Leaf\"\n     1 valid identities found\n"),
      (["absent.keychain", "two.keychain"], "\"Leaf\"\n     1 valid identities found\n"),
    ] {
      _ = try bench.run(["list-keychains", "-s"] + list)
      let found = try bench.security("find-identity", "-v", "-p", "codesigning", "one.keychain")
      #expect(found.status == 0 && found.output.hasSuffix(ending), "\(list): \(found)")
    }
  }

  @Test("find-identity: the exact layout, over two keychains") func identities() throws {
    let alice = try bench.fingerprint("alice", "sha1")
    let bob = try bench.fingerprint("bob", "sha1")
    let found = try bench.security("find-identity", "one.keychain", "two.keychain")
    #expect(
      found.output
        == """

        Policy: X.509 Basic
          Matching identities
          1) \(alice) "Alice Example"
          2) \(bob) "Bob Example" (CSSMERR_TP_CERT_EXPIRED)
             2 identities found

          Valid identities only
          1) \(alice) "Alice Example"
             1 valid identities found

        """)
  }

  @Test("find-key: by its class, its name, its label in hexadecimal and its use") func keys()
    throws
  {
    let lines = try bench.openssl("x509", "-in", "{alice.pem}", "-noout", "-ocspid")
    let hash = String(lines.split { $0.isWhitespace }.last ?? "")
    let rows: [([String], Bool)] = [
      (["-t", "private"], true), (["-t", "public"], false), (["-s"], true), (["-a", hash], true),
      (["-a", "00" + hash.dropFirst(2)], false), (["-l", "Imported Private Key"], true),
      (["-l", "other"], false), (["-c", "aapl"], false),
    ]
    for (words, isFound) in rows {
      let result = try bench.run(["find-key"] + words + ["one.keychain"])
      #expect(result.status == (isFound ? 0 : 1), "\(words)")
      #expect(result.output.isEmpty != isFound, "\(words)")
    }
  }

  @Test("export: kinds and formats, and a locked keychain") func export() throws {
    let alice = try bench.text("alice.pem")
    #expect(
      try bench.security("export", "-k", "one.keychain", "-t", "certs", "-p").output == alice)
    let clear = try bench.security("export", "-k", "one.keychain")
    #expect(clear.status == 1)
    #expect(
      clear.error.hasPrefix(
        "security: SecKeychainItemExport: A passphrase is needed for import or export.\n"))
    let key = try bench.security(
      "export", "-k", "one.keychain", "-t", "privKeys", "-f", "pkcs8", "-w", "-P", "y", "-p", "-o",
      "{out.pem}")
    #expect(key.status == 0, "\(key.error)")
    #expect(
      try bench.openssl("pkey", "-in", "{out.pem}", "-passin", "pass:y", "-pubout")
        == bench.openssl("pkey", "-in", "{alice.key}", "-pubout"))
    try bench.security("list-keychains", "-s", "one.keychain", "two.keychain")
    #expect(
      try bench.security("export", "-t", "certs", "-f", "pemseq").output
        == alice + bench.text("bob.pem"))
    try bench.security("lock-keychain", "one.keychain")
    let locked = try bench.security(
      "export", "-k", "one.keychain", "-t", "identities", "-f", "pkcs12", "-P", "y")
    #expect(locked.status == 1)
    #expect(
      locked.error.hasPrefix("security: SecKeychainItemExport: User interaction is not allowed.\n"))
  }

  @Test("delete-certificate leaves the key, delete-identity takes both") func delete() throws {
    let bob = try bench.fingerprint("bob", "sha256")
    #expect(try bench.security("delete-certificate", "-Z", bob, "two.keychain").status == 0)
    #expect(try bench.security("find-certificate", "two.keychain").status == 44)
    #expect(try bench.security("find-key", "two.keychain").status == 0)
    let again = try bench.security("delete-certificate", "-c", "Bob Example", "two.keychain")
    #expect(
      again
        == Program.Result(
          status: 1, output: "",
          error: "Unable to delete certificate matching \"Bob Example\""))
    #expect(try bench.security("delete-identity", "-c", "Alice", "one.keychain").status == 0)
    #expect(try bench.security("find-key", "one.keychain").status == 1)
    try bench.security("add-certificates", "-k", "one.keychain", "{alice.pem}")
    let bare = try bench.security("delete-identity", "-c", "Alice", "one.keychain")
    #expect(bare.status == 0)
    #expect(
      bare.error
        == "Unable to obtain private key reference for \"Alice\" (error -25300)\n")
  }

  @Test("delete-identity leaves a copy of the identity in another keychain whole") func copies()
    throws
  {
    try bench.security("import", "{alice.p12}", "-P", "x", "-k", "two.keychain")
    #expect(
      try bench.security("delete-identity", "-c", "Alice", "one.keychain", "two.keychain").status
        == 0)
    #expect(try bench.security("find-key", "one.keychain").status == 1)
    let alice = try bench.text("alice.pem")
    #expect(
      try bench.security("find-certificate", "-c", "Alice", "-p", "two.keychain").output == alice)
    let identities = try bench.run(["find-identity", "two.keychain"]).output
    #expect(identities.contains("Alice Example"))
  }

  @Test("a key of two certificates stays until the last is deleted") func shared() throws {
    try bench.certify("second", "/CN=Second", key: "alice")
    try bench.security("add-certificates", "-k", "one.keychain", "{second.pem}")
    let first = try bench.security("delete-identity", "-c", "Second", "one.keychain")
    #expect(first.status == 0)
    #expect(
      first.error
        == "security: the private key stays: another certificate belongs to it\n")
    #expect(try bench.security("find-key", "one.keychain").status == 0)
  }

  @Test("verify-cert finds the way to a root in keychains") func verify() throws {
    try bench.write("basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n", to: "ca.ext")
    try bench.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{mid.key}")
    try bench.openssl("req", "-new", "-key", "{mid.key}", "-subj", "/CN=Mid", "-out", "{mid.csr}")
    try bench.openssl(
      "x509", "-req", "-in", "{mid.csr}", "-CA", "{authority.pem}", "-CAkey", "{authority.key}",
      "-out", "{mid.pem}", "-days", "50", "-extfile", "{ca.ext}")
    try bench.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{end.key}")
    try bench.openssl("req", "-new", "-key", "{end.key}", "-subj", "/CN=End", "-out", "{end.csr}")
    try bench.openssl(
      "x509", "-req", "-in", "{end.csr}", "-CA", "{mid.pem}", "-CAkey", "{mid.key}", "-out",
      "{end.pem}", "-days", "40")
    try bench.security("add-certificates", "-k", "two.keychain", "{mid.pem}")
    let verify = ["verify-cert", "-c", "{end.pem}", "-k"]
    #expect(try bench.run(verify + ["one.keychain"]).status == 1)
    let found = try bench.run(verify + ["one.keychain", "-k", "two.keychain"])
    #expect(
      found
        == Program.Result(
          status: 0, output: "...certificate verification successful.\n", error: ""))
  }

  @Test("create-keypair: the hash of both keys, and who may use the private one") func pair()
    throws
  {
    let made = try bench.security(
      "create-keypair", "-a", "ec", "-k", "one.keychain", "-H", "-T", "/usr/bin/security", "mine")
    #expect(made.status == 0)
    #expect(made.output.hasPrefix("-----BEGIN PUBLIC KEY HASH-----\n"))
    let keys = try bench.security("find-key", "-l", "mine", "one.keychain").output
    #expect(keys.contains("class: 0x0000000F \n"))
    #expect(keys.contains("class: 0x00000010 \n"))
    #expect(
      try bench.security("export", "-k", "one.keychain", "-t", "pubKeys").output
        .contains("BEGIN PUBLIC KEY") == false)
    try bench.security("create-keypair", "-a", "ec", "-k", "two.keychain", "shut")
    // Without an option no program is trusted, so the user would have to be asked.
    let shut = try bench.security(
      "export", "-k", "two.keychain", "-t", "allKeys", "-f", "pkcs12", "-P", "y")
    #expect(shut.status == 1)
    #expect(
      shut.error.hasPrefix("security: SecKeychainItemExport: User interaction is not allowed.\n"))
    let again = try bench.security("create-keypair", "-a", "dsa", "-k", "one.keychain")
    #expect(again.status == 1)
    #expect(again.error.hasPrefix("security: SecKeyCreatePair one.keychain: "))
  }
}
