// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Tests that GnuTLS and Java read the files of `security export -f pkcs12`, and that `security
/// import` reads theirs.
///
/// A test is skipped if its tool is not installed. Files that these tools made on their own are in
/// Tests/Vectors/formats.
@Suite("PKCS#12 of security and other tools") struct OtherToolTests {
  private static let certtool = place(of: "certtool")
  private static let keytool = place(of: "keytool")
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:secret")
    try bench.security("import", "{alice.p12}", "-P", "secret", "-f", "pkcs12")
    let written = try bench.security(
      "export", "-t", "identities", "-f", "pkcs12", "-P", "secret", "-o", "{out.p12}")
    #expect(written.status == 0)
  }

  /// Returns the first file of that name in PATH, since a tool may be installed or unpacked for
  /// tests.
  private static func place(of name: String) -> String {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isThere)
      ?? "/usr/bin/\(name)"
  }

  private static func isThere(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Runs a tool.
  ///
  /// In arguments, `{name}` stands for a file of the bench.
  private func run(_ tool: String, _ words: String...) throws -> Program.Result {
    var program = Program(home: bench.path(""))
    program.executable = tool
    return try program.run(
      words.map { $0.replacing(/\{(.+?)\}/) { bench.path(String($0.output.1)) } })
  }

  /// Checks that a file holds Alice's certificate and key.
  private func expectAlice(in name: String) throws {
    #expect(
      try bench.openssl("x509", "-in", "{\(name)}", "-outform", "PEM") == bench.text("alice.pem"))
    let key = try bench.openssl("pkey", "-in", "{\(name)}", "-passin", "pass:secret")
    #expect(try key == bench.openssl("pkey", "-in", "{alice.key}"))
  }

  @Test("certtool", .enabled(if: isThere(certtool), "there is no certtool"))
  func gnuTLS() throws {
    let read = try run(
      Self.certtool, "--p12-info", "--inder", "--password", "secret", "--infile", "{out.p12}",
      "--outfile", "{read.pem}")
    #expect(read.status == 0, "\(read.error)")
    try expectAlice(in: "read.pem")
    let wrong = try run(
      Self.certtool, "--p12-info", "--inder", "--password", "Secret", "--infile", "{out.p12}")
    #expect(wrong.status != 0)
    let made = try run(
      Self.certtool, "--to-p12", "--load-certificate", "{alice.pem}", "--load-privkey",
      "{alice.key}", "--p12-name", "alice", "--password", "secret", "--outder", "--outfile",
      "{back.p12}")
    #expect(made.status == 0, "\(made.error)")
    try importsAgain("back.p12")
  }

  @Test("keytool", .enabled(if: isThere(keytool), "there is no keytool"))
  func java() throws {
    let read = try run(
      Self.keytool, "-importkeystore", "-noprompt", "-srckeystore", "{out.p12}", "-srcstoretype",
      "PKCS12", "-srcstorepass", "secret", "-destkeystore", "{back.p12}", "-deststoretype",
      "PKCS12", "-deststorepass", "secret")
    #expect(read.status == 0, "\(read.output) \(read.error)")
    try bench.openssl(
      "pkcs12", "-in", "{back.p12}", "-passin", "pass:secret", "-nodes", "-out", "{read.pem}")
    try expectAlice(in: "read.pem")
    let wrong = try run(
      Self.keytool, "-list", "-keystore", "{out.p12}", "-storetype", "PKCS12", "-storepass",
      "Secret")
    #expect(wrong.status != 0)
    try importsAgain("back.p12")
  }

  /// Checks that a store without the identity imports it from a file.
  private func importsAgain(_ name: String) throws {
    try bench.security("delete-identity", "-c", "Alice Example")
    #expect(try bench.security("find-identity").output.contains("0 identities found"))
    let taken = try bench.security("import", "{\(name)}", "-P", "secret", "-f", "pkcs12")
    #expect(taken.status == 0, "\(taken.error)")
    #expect(try bench.security("find-identity").output.contains("1 identities found"))
    try bench.security(
      "export", "-t", "identities", "-f", "pkcs12", "-P", "secret", "-o", "{again.p12}")
    try bench.openssl(
      "pkcs12", "-in", "{again.p12}", "-passin", "pass:secret", "-nodes", "-out", "{again.pem}")
    try expectAlice(in: "again.pem")
  }
}
