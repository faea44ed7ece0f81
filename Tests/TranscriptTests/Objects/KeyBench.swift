// SPDX-License-Identifier: Apache-2.0

/// A directory with a store of its own, in which `security` and `openssl` work on the same files.
///
/// In arguments, `{name}` stands for the path of a file in the directory.
struct KeyBench {
  private let folder: TemporaryFolder
  /// The path of the database, as listings show it.
  var keychain: String { path("store/store.db") }

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Runs `security` without a terminal.
  @discardableResult func security(
    _ words: String..., input: [UInt8] = [], descriptors: [Int32: [UInt8]] = [:]
  ) throws -> Program.Result {
    try run(words, input: input, descriptors: descriptors)
  }

  /// Runs `security` with a list of arguments and with environment variables.
  func run(
    _ words: [String], _ variables: [String: String] = [:], input: [UInt8] = [],
    descriptors: [Int32: [UInt8]] = [:]
  ) throws -> Program.Result {
    var program = program
    program.environment.merge(variables) { $1 }
    return try program.run(words.map { resolved($0) }, input: input, descriptors: descriptors)
  }

  /// Runs a line of shell, in which `$0` is `security`.
  func shell(_ line: String) throws -> Program.Result {
    var program = program
    program.executable = "/bin/sh"
    return try program.run(["-c", line, Program.path])
  }

  /// The program `security`, with the store and the anchors of the tests.
  private var program: Program {
    var program = Program(home: folder.path)
    program.environment["LATCHKEY_HOME"] = path("store")
    // The anchors of this machine must not matter to the tests.
    program.environment["SSL_CERT_FILE"] = path("authority.pem")
    return program
  }

  /// Runs `openssl`, which must succeed, and returns its output.
  @discardableResult func openssl(_ words: String..., input: String = "") throws -> String {
    try runOpenSSL(words, input: input)
  }

  /// Runs `openssl` with a list of arguments, which must succeed, and returns its output.
  @discardableResult func runOpenSSL(_ words: [String], input: String = "") throws -> String {
    var program = Program(home: folder.path)
    program.executable = "/usr/bin/openssl"
    let result = try program.run(words.map { resolved($0) }, input: Array(input.utf8))
    guard result.status == 0 else {
      throw Program.Failure(text: "openssl \(words.joined(separator: " ")): \(result.error)")
    }
    return result.output
  }

  /// Makes a private key on P-256 and a self-signed certificate, as `NAME.key` and `NAME.pem`.
  func makeCertificate(_ name: String, _ subject: String, extension text: String? = nil) throws {
    try openssl(
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "{\(name).key}")
    try certify(name, subject, key: name, extension: text)
  }

  /// Makes a certificate authority, `authority.key` and `.pem`, which is the only system anchor.
  func makeAuthority() throws {
    try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{authority.key}")
    try openssl(
      "req", "-x509", "-key", "{authority.key}", "-out", "{authority.pem}", "-days", "3650",
      "-subj", "/CN=Authority", "-addext", "keyUsage=keyCertSign,cRLSign")
  }

  /// Makes a key with a certificate of an issuer: `NAME.key`, `NAME.pem` and `NAME.p12`.
  ///
  /// The passphrase of `NAME.p12` is `x`.
  ///
  /// - Parameters:
  ///   - extensions: lines of a section of openssl's configuration.
  ///   - days: the validity in days. A negative number makes a certificate that has expired.
  ///   - issuer: the name of the files of the issuer's key and certificate.
  func issue(
    _ name: String, _ subject: String, _ extensions: String, days: Int = 100,
    by issuer: String = "authority"
  ) throws {
    try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{\(name).key}")
    try openssl("req", "-new", "-key", "{\(name).key}", "-subj", subject, "-out", "{\(name).csr}")
    try write(extensions, to: "\(name).ext")
    try openssl(
      "x509", "-req", "-in", "{\(name).csr}", "-CA", "{\(issuer).pem}", "-CAkey",
      "{\(issuer).key}", "-CAcreateserial", "-out", "{\(name).pem}", "-days", "\(days)", "-extfile",
      "{\(name).ext}")
    try openssl(
      "pkcs12", "-export", "-in", "{\(name).pem}", "-inkey", "{\(name).key}", "-out",
      "{\(name).p12}", "-passout", "pass:x")
  }

  /// Makes a certificate for an existing key.
  func certify(
    _ name: String, _ subject: String, key: String, extension text: String? = nil
  ) throws {
    try openssl(
      "req", "-x509", "-key", "{\(key).key}", "-out", "{\(name).pem}", "-days", "30", "-subj",
      subject, "-addext", text ?? "keyUsage=digitalSignature")
  }

  /// Returns a certificate's hash as openssl prints it, in capital hexadecimal digits.
  func fingerprint(_ name: String, _ hash: String) throws -> String {
    let line = try openssl("x509", "-in", "{\(name).pem}", "-noout", "-fingerprint", "-\(hash)")
    return String(line.split(separator: "=").last ?? "").filter { $0.isHexDigit }
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(path(name)), as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    try Files.write(Array(text.utf8), to: path(name))
  }

  private func resolved(_ word: String) -> String {
    word.replacing(/\{(.+?)\}/) { path(String($0.output.1)) }
  }
}
