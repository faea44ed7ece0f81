// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of cms with the keys of keychain files (Specification/security-cli.md, "Trust,
/// verification, CMS, misc").
@Suite("messages with keychain files") struct MessageKeychainTests {
  private let bench: KeyBench
  private static let content = "The content\n"

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.openssl(
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "{ann.key}", "-out", "{ann.pem}",
      "-days", "30", "-subj", "/CN=Ann/emailAddress=ann@example.org")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{ann.pem}", "-inkey", "{ann.key}", "-out", "{ann.p12}",
      "-passout", "pass:x")
    try bench.write(Self.content, to: "content")
    try bench.security("create-keychain", "-p", "pw", "one.keychain")
    try bench.security("create-keychain", "-p", "pw", "two.keychain")
    try bench.security("import", "{ann.p12}", "-P", "x", "-k", "one.keychain")
  }

  private func line(_ text: String) throws -> Program.Result {
    try bench.run(text.split(separator: " ").map(String.init))
  }

  private let silent = Program.Result(status: 0, output: "", error: "")

  @Test("-k names the keychain of the signer; without it the search list is asked")
  func signing() throws {
    let sign = "cms -S -N Ann -H SHA256 -i {content} -o {message}"
    let missing = Program.Result(
      status: 1, output: "",
      error: "security: could not find signing identity for name: \"Ann\"\n")
    #expect(try line(sign) == missing)
    #expect(try line("\(sign) -k two.keychain") == missing)
    #expect(try line("\(sign) -k one.keychain") == silent)
    let verified = try bench.openssl(
      "cms", "-verify", "-binary", "-inform", "DER", "-in", "{message}", "-CAfile", "{ann.pem}",
      "-purpose", "any")
    #expect(verified == Self.content)
    #expect(try line("list-keychains -s login.keychain two.keychain one.keychain") == silent)
    #expect(try line(sign) == silent)
    #expect(try line("cms -D -i {message}").output == Self.content)
    let absent = try line("\(sign) -k absent.keychain")
    #expect(absent.status == 1)
    #expect(
      absent.error.hasPrefix(
        "security: problem searching the keychains: The specified keychain could not be found.\n"))
  }

  @Test("a message is decrypted with the key of a keychain file, of its list or of -k")
  func decrypting() throws {
    try bench.openssl(
      "cms", "-encrypt", "-binary", "-aes256", "-in", "{content}", "-outform", "DER", "-out",
      "{message}", "{ann.pem}")
    #expect(try line("cms -D -i {message}").status == 1)
    #expect(try line("cms -D -i {message} -k one.keychain").output == Self.content)
    #expect(try line("cms -E -r ann@example.org -k one.keychain -i {content} -o {made}") == silent)
    let opened = try bench.openssl(
      "cms", "-decrypt", "-inform", "DER", "-in", "{made}", "-recip", "{ann.pem}", "-inkey",
      "{ann.key}")
    #expect(opened == Self.content)
    #expect(try line("lock-keychain one.keychain") == silent)
    let locked = try line("cms -D -i {message} -k one.keychain")
    #expect(locked.status == 1 && locked.output.isEmpty)
    #expect(
      locked.error.hasPrefix("security: problem decoding: User interaction is not allowed.\n"))
    #expect(locked.error.contains("security unlock-keychain"))
  }

  @Test("certificate and key in two keychains are one identity") func halves() throws {
    #expect(try line("delete-certificate -c Ann one.keychain") == silent)
    #expect(try line("add-certificates -k two.keychain {ann.pem}") == silent)
    let sign = "cms -S -N Ann -i {content} -o {message} -k two.keychain"
    #expect(try line(sign).status == 1)
    #expect(try line("\(sign) -k one.keychain") == silent)
    // The key is in a file, and the certificate in the store.
    #expect(try line("delete-certificate -c Ann two.keychain") == silent)
    #expect(try line("add-certificates {ann.pem}") == silent)
    #expect(
      try line("cms -S -N Ann -i {content} -o {message} -k login.keychain -k one.keychain")
        == silent)
  }

  @Test("-c is refused where it proves nothing") func detached() throws {
    func refused(_ reason: String) -> Program.Result {
      Program.Result(
        status: 1, output: "",
        error: "security: problem decoding: A parameter that was passed is not valid.\n"
          + "security: \(reason)\n")
    }
    try bench.write("Other content\n", to: "other")
    #expect(try line("cms -S -N Ann -k one.keychain -i {content} -o {message}") == silent)
    #expect(try line("cms -D -i {message} -c {content}").output == Self.content)
    let differs = "the message has a content of its own, which differs from the file of -c"
    #expect(try line("cms -D -i {message} -c {other}") == refused(differs))
    #expect(try line("cms -O -r Ann -k one.keychain -o {certificates}") == silent)
    let unsigned = "the message has no signer, so it says nothing about the file of -c"
    #expect(try line("cms -D -i {certificates} -c {content}") == refused(unsigned))
    #expect(try line("cms -D -i {certificates}") == silent)
    let misused = try line("cms -E -e {message} -r Ann -i {content}")
    #expect(misused.status == 2)
    #expect(
      misused.error.hasPrefix("security: option -e only supported with option -D, -C\n"))
  }
}
