// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// Keys and certificates that `openssl` makes and reads, in a directory of their own.
struct OpenSSL {
  let directory: String

  init(in world: KeychainWorld) throws {
    directory = world.directory + "/openssl"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { directory + "/" + name }

  /// Runs `openssl` in the directory, and returns its output.
  @discardableResult func run(_ words: String...) throws -> [UInt8] { try run(words) }

  @discardableResult func run(_ words: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(words.joined(separator: " "))")
    return Array(bytes)
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Makes a private key, as `NAME.key` in PEM.
  ///
  /// - Parameter kind: `rsa`, or the name of a curve.
  func makeKey(_ name: String, _ kind: String) throws -> SoftwareKey {
    let options =
      kind == "rsa"
      ? ("RSA", "rsa_keygen_bits:2048") : ("EC", "ec_paramgen_curve:\(kind)")
    try run(
      "genpkey", "-algorithm", options.0, "-pkeyopt", options.1, "-out", "\(name).key")
    let form = try run("pkcs8", "-topk8", "-nocrypt", "-in", "\(name).key", "-outform", "DER")
    return try SoftwareKey(pkcs8: SecretBytes(copying: form))
  }

  /// Makes a certificate for `NAME.key`, as `NAME.pem`, from the text of a configuration.
  func makeCertificate(_ name: String, _ configuration: String) throws -> Certificate {
    try write(Array(configuration.utf8), "\(name).cnf")
    try run(
      "req", "-x509", "-key", "\(name).key", "-config", "\(name).cnf", "-set_serial",
      "0xC0FFEE0123", "-days", "30", "-out", "\(name).pem")
    let der = try run("x509", "-in", "\(name).pem", "-outform", "DER")
    return try Certificate(der.span)
  }

  /// A configuration with a name in PrintableString and with several e-mail addresses.
  static let printable = """
    [req]
    distinguished_name = name
    string_mask = nombstr
    prompt = no
    x509_extensions = extensions
    [name]
    C = de
    O = " acme   Inc "
    CN = Jane Doe
    emailAddress = Jane@Example.org
    [extensions]
    subjectKeyIdentifier = hash
    subjectAltName = email:jane@work.example,email:j.doe@home.example
    """
}

extension SecretBytes {
  /// The bytes, for a comparison in a test.
  var array: [UInt8] { withBytes { span in span.indices.map { span[$0] } } }
}
