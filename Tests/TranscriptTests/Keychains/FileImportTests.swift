// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Import into keychain files, with files that openssl wrote (Specification/security-cli.md, "The
/// import command").
@Suite("import into keychain files") struct FileImportTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example/emailAddress=alice@example.org")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:secret", "-name", "Alice's")
    try bench.security("create-keychain", "-p", "pw", "work.keychain")
  }

  private func work(_ words: String...) throws -> Program.Result {
    try bench.run(words + ["-k", "work.keychain"])
  }

  private static func refused(_ message: String, _ reasons: String...) -> Program.Result {
    let lines = ["SecKeychainItemImport: \(message)"] + reasons
    return Program.Result(
      status: 1, output: "", error: lines.map { "security: \($0)\n" }.joined())
  }

  /// The print names of the keys in the keychain.
  private func names() throws -> [String] {
    try bench.security("find-key", "work.keychain").output.split(separator: "\n")
      .filter { $0.hasPrefix("    0x00000001") }
      .map { String($0.dropFirst("    0x00000001 <blob>=".count)) }
  }

  private static let duplicate = refused("The specified item already exists in the keychain.")

  @Test("PKCS#12 by its name: counted, named as in the file, and a duplicate the second time")
  func classic() throws {
    #expect(
      try work("import", "{alice.p12}", "-P", "secret")
        == Program.Result(status: 0, output: "1 identity imported.\n", error: ""))
    #expect(try names() == ["\"Alice's\""])
    #expect(try work("import", "{alice.p12}", "-P", "secret") == Self.duplicate)
    #expect(
      try bench.security("find-certificate", "-p", "work.keychain").output
        == bench.text("alice.pem"))
    // The default access list trusts the tool alone.
    let dump = try bench.security("dump-keychain", "-a", "work.keychain").output
    #expect(dump.contains("            0: /usr/bin/security (OK)\n"))
    #expect(dump.contains("        description: Imported Private Key\n"))
    #expect(dump.contains("        description: apple-tool:\n"))
    // Nothing went into the store.
    #expect(try bench.security("find-key").status == 1)
  }

  @Test("-f pkcs12: silent, and again without failure") func modern() throws {
    for _ in 1...2 {
      #expect(
        try work("import", "{alice.p12}", "-P", "secret", "-f", "pkcs12", "-x", "-A")
          == Program.Result(status: 0, output: "", error: ""))
    }
    #expect(try names() == ["\"Imported Private Key\""])
    let out = try bench.security(
      "export", "-k", "work.keychain", "-t", "identities", "-f", "pkcs12", "-P", "new", "-o",
      "{out.p12}")
    #expect(out.status == 0, "\(out.error)")
    let text = try bench.openssl("pkcs12", "-in", "{out.p12}", "-passin", "pass:new", "-nodes")
    #expect(text.contains("BEGIN PRIVATE KEY"))
    #expect(text.contains("Alice Example"))
  }

  @Test("keys and certificates of other formats") func formats() throws {
    try bench.openssl(
      "pkcs8", "-topk8", "-in", "{alice.key}", "-out", "{locked.p8}", "-passout", "pass:secret")
    try bench.openssl("ec", "-in", "{alice.key}", "-out", "{sec1.pem}")
    try bench.openssl("ec", "-in", "{alice.key}", "-outform", "DER", "-out", "{sec1.der}")
    try bench.openssl("pkey", "-in", "{alice.key}", "-pubout", "-out", "{public.pem}")
    try bench.openssl("x509", "-in", "{alice.pem}", "-outform", "DER", "-out", "{alice.der}")
    let rows: [(words: [String], output: String)] = [
      (["{locked.p8}", "-f", "pkcs8", "-w", "-P", "secret"], "1 key imported.\n"),
      (["{sec1.pem}", "-f", "openssl"], "1 key imported.\n"),
      (["{sec1.der}", "-t", "priv"], "1 key imported.\n"),
      (["{public.pem}"], "1 key imported.\n"),
      (["{alice.pem}"], "1 certificate imported.\n"),
      (["{alice.der}", "-t", "cert"], "1 certificate imported.\n"),
    ]
    for (number, row) in rows.enumerated() {
      let keychain = "k\(number).keychain"
      try bench.security("create-keychain", "-p", "pw", keychain)
      let result = try bench.run(["import"] + row.words + ["-k", keychain])
      #expect(
        result == Program.Result(status: 0, output: row.output, error: ""), "\(row.words)")
    }
    #expect(
      try bench.security("find-key", "k3.keychain").output
        .contains("class: 0x0000000F \nattributes:\n"))
    #expect(try bench.security("find-key", "-t", "private", "k3.keychain").status == 1)
  }

  @Test("-x holds a key back, -a names an attribute, -T must name a program") func options()
    throws
  {
    #expect(
      try work("import", "{alice.key}", "-x", "-a", "colour", "red")
        == Program.Result(status: 0, output: "1 key imported.\n", error: ""))
    let held = try bench.security(
      "export", "-k", "work.keychain", "-t", "privKeys", "-f", "pkcs12", "-P", "x")
    #expect(held.status == 1)
    #expect(held.error.contains("is marked as not extractable"))
    // A certificate without its key is no identity, so nothing is left to export.
    #expect(try work("import", "{alice.pem}").status == 0)
    let identities = try bench.security(
      "export", "-k", "work.keychain", "-t", "identities", "-f", "pkcs12", "-P", "x")
    #expect(identities.status == 1)
    #expect(identities.error.contains("The contents of this item cannot be retrieved."))
    let absent = try work("import", "{alice.key}", "-T", "{absent}")
    #expect(absent.status == 1)
    #expect(absent.error.hasPrefix("security: SecTrustedApplicationCreateFromPath "))
  }

  @Test("a wrong passphrase, and keychains that take nothing") func refusals() throws {
    #expect(
      try work("import", "{alice.p12}", "-P", "other")
        == Self.refused(
          "MAC verification failed during PKCS12 import (wrong password?)",
          "the authentication code of the file does not match"))
    let missing = try bench.security("import", "{alice.pem}", "-k", "missing.keychain")
    #expect(missing.status == 1)
    #expect(
      missing.error.hasPrefix(
        "security: SecKeychainItemImport: The specified keychain could not be found.\n"))
    let system = try bench.security(
      "import", "{alice.pem}", "-k", "/Library/Keychains/System.keychain")
    #expect(system.status == 1)
    #expect(system.error.hasPrefix("security: SecKeychainItemImport: "))
    try bench.security("lock-keychain", "work.keychain")
    let locked = try work("import", "{alice.p12}", "-P", "secret")
    #expect(locked.status == 1)
    #expect(
      locked.error.hasPrefix("security: SecKeychainItemImport: User interaction is not allowed.\n"))
  }

  @Test("a certificate that is there already is told, and not counted") func known() throws {
    for name in ["bob", "carol"] { try bench.makeCertificate(name, "/CN=\(name)") }
    try bench.write(bench.text("alice.pem") + bench.text("bob.pem"), to: "two.pem")
    try bench.write(bench.text("two.pem") + bench.text("carol.pem"), to: "three.pem")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{carol.pem}", "-inkey", "{carol.key}", "-out", "{carol.p12}",
      "-passout", "pass:x")
    let rows: [(words: [String], output: String, known: String)] = [
      (["{alice.pem}"], "1 certificate imported.\n", ""),
      (["{alice.pem}"], "", "1 certificate is"),
      (["{two.pem}"], "1 certificate imported.\n", "1 certificate is"),
      (["{two.pem}"], "", "2 certificates are"),
      (["{three.pem}"], "1 certificate imported.\n", "2 certificates are"),
      // The key is new, so the identity is new.
      (["{carol.p12}", "-P", "x"], "1 identity imported.\n", "1 certificate is"),
      (["{carol.p12}", "-P", "x", "-f", "pkcs12"], "", ""),
    ]
    for keychain in ["work.keychain", "login.keychain"] {
      for row in rows {
        let result = try bench.run(["import"] + row.words + ["-k", keychain])
        let file = bench.path(String(row.words[0].dropFirst().dropLast()))
        let error =
          row.known.isEmpty ? "" : "security: \(file): \(row.known) already in \(keychain)\n"
        #expect(
          result == Program.Result(status: 0, output: row.output, error: error), "\(row.words)")
      }
      let count = try bench.security("find-certificate", "-a", "-p", keychain).output
      #expect(count.components(separatedBy: "BEGIN CERTIFICATE").count == 4)
    }
    try bench.security("create-keychain", "-p", "pw", "more.keychain")
    let file = bench.path("two.pem")
    try bench.security("add-certificates", "-k", "more.keychain", "{alice.pem}")
    for part in ["1 of 2 certificates already in", "already in"] {
      let added = try bench.security("add-certificates", "-k", "more.keychain", "{two.pem}")
      #expect(added.status == 1 && added.error == "security: \(file): \(part) more.keychain\n")
    }
  }

  @Test("without -k the items go to the default keychain") func standard() throws {
    try bench.security("default-keychain", "-s", "work.keychain")
    #expect(try bench.security("import", "{alice.key}").output == "1 key imported.\n")
    #expect(try names() == ["\"Imported Private Key\""])
    #expect(try bench.security("create-keypair", "-a", "ec", "pair").status == 0)
    #expect(try names().sorted() == ["\"Imported Private Key\"", "\"pair\"", "\"pair\""])
    let name = try bench.security("add-certificates", "{alice.pem}", "{alice.pem}")
    #expect(name.status == 1)
    #expect(
      name.error == "security: \(bench.path("alice.pem")): already in default keychain\n")
  }
}
