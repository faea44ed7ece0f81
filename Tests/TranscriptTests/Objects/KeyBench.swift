// SPDX-License-Identifier: Apache-2.0

/// A directory with a store of its own, in which `security` and `openssl` work on the same files.
///
/// In words, `{name}` stands for the path of a file there.
struct KeyBench {
  private let folder: TemporaryFolder
  /// The database, as it is named in listings.
  var keychain: String { path("store/store.db") }

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Runs `security`, without a terminal.
  @discardableResult func security(
    _ words: String..., input: [UInt8] = [], descriptors: [Int32: [UInt8]] = [:]
  ) throws -> Program.Result {
    try run(words, input: input, descriptors: descriptors)
  }

  /// The same with the words as a list, and with variables of the environment.
  func run(
    _ words: [String], _ variables: [String: String] = [:], input: [UInt8] = [],
    descriptors: [Int32: [UInt8]] = [:]
  ) throws -> Program.Result {
    var program = Program(home: folder.path)
    program.environment["LATCHKEY_HOME"] = path("store")
    // What this machine trusts is no matter of tests.
    program.environment["SSL_CERT_FILE"] = path("authority.pem")
    program.environment.merge(variables) { $1 }
    return try program.run(words.map { resolved($0) }, input: input, descriptors: descriptors)
  }

  /// What `openssl` prints; it has to succeed.
  @discardableResult func openssl(_ words: String..., input: String = "") throws -> String {
    var program = Program(home: folder.path)
    program.executable = "/usr/bin/openssl"
    let result = try program.run(words.map { resolved($0) }, input: Array(input.utf8))
    guard result.status == 0 else {
      throw Program.Failure(text: "openssl \(words.joined(separator: " ")): \(result.error)")
    }
    return result.output
  }

  /// A private key on P-256 and a certificate that it signed, as `NAME.key` and `NAME.pem`.
  func makeCertificate(_ name: String, _ subject: String, extension text: String? = nil) throws {
    try openssl(
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "{\(name).key}")
    try certify(name, subject, key: name, extension: text)
  }

  /// An authority, which `security` takes for what the system trusts: `authority.key` and `.pem`.
  func makeAuthority() throws {
    try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{authority.key}")
    try openssl(
      "req", "-x509", "-key", "{authority.key}", "-out", "{authority.pem}", "-days", "3650",
      "-subj", "/CN=Authority", "-addext", "keyUsage=keyCertSign,cRLSign")
  }

  /// A key and a certificate of the authority, as `NAME.key`, `NAME.pem` and, under the passphrase
  /// `x`, `NAME.p12`.
  ///
  /// - Parameters:
  ///   - extensions: lines of a section of openssl's configuration.
  ///   - days: how long it is valid; past for a negative number.
  func issue(_ name: String, _ subject: String, _ extensions: String, days: Int = 100) throws {
    try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{\(name).key}")
    try openssl("req", "-new", "-key", "{\(name).key}", "-subj", subject, "-out", "{\(name).csr}")
    try write(extensions, to: "\(name).ext")
    try openssl(
      "x509", "-req", "-in", "{\(name).csr}", "-CA", "{authority.pem}", "-CAkey",
      "{authority.key}", "-CAcreateserial", "-out", "{\(name).pem}", "-days", "\(days)", "-extfile",
      "{\(name).ext}")
    try openssl(
      "pkcs12", "-export", "-in", "{\(name).pem}", "-inkey", "{\(name).key}", "-out",
      "{\(name).p12}", "-passout", "pass:x")
  }

  /// A certificate of a key that is there.
  func certify(
    _ name: String, _ subject: String, key: String, extension text: String? = nil
  ) throws {
    try openssl(
      "req", "-x509", "-key", "{\(key).key}", "-out", "{\(name).pem}", "-days", "30", "-subj",
      subject, "-addext", text ?? "keyUsage=digitalSignature")
  }

  /// A hash of a certificate as openssl sees it, in capital digits.
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
