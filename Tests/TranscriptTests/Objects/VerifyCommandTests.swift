// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of verify-cert (Specification/security-cli.md, "Trust, verification, CMS, misc").
@Suite("verification of security") struct VerifyCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue(
      "web", "/CN=web.example.org",
      "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:web.example.org\n")
    try bench.issue(
      "mail", "/CN=Ann", "extendedKeyUsage=emailProtection\nsubjectAltName=email:ann@example.org\n")
    try bench.makeCertificate("other", "/CN=Other Root", extension: "keyUsage=keyCertSign")
  }

  private static let good = Program.Result(
    status: 0, output: "...certificate verification successful.\n", error: "")

  private func refused(_ message: String, _ certificate: String, _ what: String) -> Program.Result {
    Program.Result(
      status: 1, output: "",
      error: "Cert Verify Result: \(message)\nsecurity: Certificate 0 \u{201c}\(certificate)"
        + "\u{201d} has errors: \(what);\n")
  }

  @Test("roots of the system, and roots that are given instead") func roots() throws {
    #expect(try bench.security("verify-cert", "-c", "{web.pem}") == Self.good)
    #expect(
      try bench.security("verify-cert", "-c", "{web.pem}", "-r", "{authority.pem}") == Self.good)
    let untrusted = try bench.security("verify-cert", "-c", "{web.pem}", "-r", "{other.pem}")
    #expect(untrusted.status == 1)
    #expect(untrusted.error.hasPrefix("Cert Verify Result: CSSMERR_TP_NOT_TRUSTED\n"))
    #expect(try bench.security("verify-cert", "-r", "{other.pem}") == Self.good)
    #expect(
      try bench.security("verify-cert", "-c", "{other.pem}")
        == refused("CSSMERR_TP_NOT_TRUSTED", "Other Root", "Root is not trusted"))
  }

  @Test("hosts, addresses and purposes") func policies() throws {
    func verify(_ file: String, _ words: String...) throws -> Program.Result {
      var program = Program(home: bench.path(""))
      program.environment["LATCHKEY_HOME"] = bench.path("store")
      program.environment["SSL_CERT_FILE"] = bench.path("authority.pem")
      return try program.run(["verify-cert", "-c", bench.path(file)] + words)
    }
    #expect(try verify("web.pem", "-p", "ssl", "-s", "web.example.org") == Self.good)
    #expect(try verify("web.pem", "-p", "ssl", "-n", "web.example.org") == Self.good)
    #expect(try verify("web.pem", "-s", "web.example.org") == Self.good)
    #expect(
      try verify("web.pem", "-s", "other.example.org")
        == refused(
          "The name of the host does not match.", "web.example.org",
          "Host is not among the certificate's names"))
    #expect(try verify("mail.pem", "-p", "smime", "-e", "ann@example.org") == Self.good)
    #expect(try verify("mail.pem", "-p", "smime", "-e", "bob@example.org").status == 1)
    #expect(try verify("web.pem", "-p", "codeSign").status == 1)
    #expect(try verify("web.pem", "-p", "1.2.840.113635.100.1.3") == Self.good)
    #expect(try verify("web.pem", "-p", "ssl", "-C").status == 1)
    #expect(try verify("authority.pem", "-p", "ssl").status == 1)
    for policy in ["basic", "ssl", "smime", "codeSign", "eap", "IPSec"] {
      #expect(try verify("authority.pem", "-l", "-p", policy) == Self.good)
      #expect(try verify("web.pem", "-l", "-p", policy).status == 1)
    }
    #expect(try verify("web.pem", "-p", "odd").status == 2)
    #expect(try verify("web.pem", "-p", "1.2.3").status == 1)
    #expect(try verify("web.pem", "-p", "swUpdate").status == 1)
  }

  @Test("roots as distributions have them: authorities for -l, in bundles with remarks")
  func distribution() throws {
    let usages = "keyUsage=critical,keyCertSign,cRLSign"
    let rows = [
      ("usual", "RSA", "rsa_keygen_bits:2048", "-sha256", usages),
      // A root without key usage. The SHA-1 signature of a root is not judged.
      ("old", "RSA", "rsa_keygen_bits:2048", "-sha1", "nsComment=old"),
      ("bare", "EC", "ec_paramgen_curve:P-384", "-sha384", "nsComment=bare"),
      ("more", "EC", "ec_paramgen_curve:P-256", "-sha256", "\(usages),digitalSignature"),
    ]
    var bundle = ""
    func add(_ name: String) throws {
      bundle += "# Issuer: CN=\(name) O=Z\u{fc}rich\n# Label: \"\(name)\"\n# Serial: 1\n"
      bundle += try bench.text("\(name).pem") + "\n"
    }
    for (name, algorithm, option, hash, extensions) in rows {
      try bench.openssl(
        "genpkey", "-algorithm", algorithm, "-pkeyopt", option, "-out", "{\(name).key}")
      // The roots are valid for 25 years.
      try bench.openssl(
        "req", "-x509", "-key", "{\(name).key}", "-out", "{\(name).pem}", "-days", "9125", hash,
        "-utf8", "-subj", "/O=Z\u{fc}rich/CN=\(name)", "-addext", extensions)
      let root = "{\(name).pem}"
      for policy in ["ssl", "basic", "smime"] {
        let verified = try bench.security(
          "verify-cert", "-l", "-p", policy, "-c", root, "-r", root)
        #expect(verified == Self.good, "\(name) \(policy)")
      }
      let asServer = try bench.security("verify-cert", "-p", "ssl", "-c", root, "-r", root)
      #expect(asServer.status == 1, "\(name)")
      try add(name)
    }
    try add("authority")
    // The bundle in UTF-8 and in Latin-1.
    let bundles = [Array(bundle.utf8), bundle.unicodeScalars.map { UInt8($0.value) }]
    for bytes in bundles {
      try Files.write(bytes, to: bench.path("roots.pem"))
      let leaf = try bench.security(
        "verify-cert", "-c", "{web.pem}", "-r", "{roots.pem}", "-p", "ssl", "-s", "web.example.org")
      #expect(leaf == Self.good)
    }
    let added = try bench.security("add-certificates", "{roots.pem}")
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    let listed = try bench.security("find-certificate", "-a", "-Z", "login.keychain").output
    #expect(listed.matches(of: /SHA-1 hash:/).count == rows.count + 1)
  }

  @Test("another moment, in UTC") func moments() throws {
    let before = try bench.security("verify-cert", "-c", "{web.pem}", "-d", "2001-02-03")
    #expect(before.status == 1)
    #expect(before.error.hasPrefix("Cert Verify Result: CSSMERR_TP_CERT_NOT_VALID_YET\n"))
    let after = try bench.security("verify-cert", "-c", "{web.pem}", "-d", "2101-02-03-04:05:06")
    #expect(after.error.hasPrefix("Cert Verify Result: CSSMERR_TP_CERT_EXPIRED\n"))
    for date in [
      "2001-02-30", "2001-2-3", "tomorrow", "2001-02-03-24:00:00", "2001-02-03 04:05:06",
    ] {
      #expect(
        try bench.security("verify-cert", "-c", "{web.pem}", "-d", date).status == 2, "\(date)")
    }
  }

  @Test("certificates between, from files and from the store") func chains() throws {
    try bench.issue("middle", "/CN=Middle", "basicConstraints=critical,CA:TRUE\n")
    try bench.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "{leaf.key}")
    try bench.openssl(
      "req", "-new", "-key", "{leaf.key}", "-subj", "/CN=Leaf", "-out", "{leaf.csr}")
    try bench.openssl(
      "x509", "-req", "-in", "{leaf.csr}", "-CA", "{middle.pem}", "-CAkey", "{middle.key}",
      "-CAcreateserial", "-out", "{leaf.pem}", "-days", "10")
    #expect(try bench.security("verify-cert", "-c", "{leaf.pem}").status == 1)
    #expect(
      try bench.security("verify-cert", "-c", "{leaf.pem}", "-c", "{middle.pem}") == Self.good)
    // Verifying makes no store.
    #expect(Files.names(in: bench.path("store")) == nil)
    try bench.security("add-certificates", "{middle.pem}")
    #expect(try bench.security("verify-cert", "-c", "{leaf.pem}") == Self.good)
    #expect(
      try bench.security("verify-cert", "-c", "{leaf.pem}", "-k", "{store/store.db}")
        == Self.good)
    #expect(try bench.security("verify-cert", "-c", "{leaf.pem}", "-N").status == 1)
    #expect(try bench.security("verify-cert", "-c", "{leaf.pem}", "-n").status == 1)
    let first = try bench.security("verify-cert", "-n", "-c", "{leaf.pem}", "-c", "{middle.pem}")
    #expect(first == Self.good)
    #expect(try bench.security("verify-cert", "-n", "-c", "{leaf.pem}").status == 1)
    let shown = try bench.security("verify-cert", "-v", "-c", "{leaf.pem}")
    #expect(
      shown.output
        == "---\nCertificate chain\n 0: Leaf\n 1: Middle\n 2: Authority\n" + Self.good.output)
    let whole = try bench.security("verify-cert", "-P", "-N", "-c", "{middle.pem}")
    #expect(
      try whole.output
        == "---\nCertificate chain\n 0: Middle\n" + bench.text("middle.pem") + " 1: Authority\n"
        + bench.text("authority.pem") + Self.good.output)
  }

  @Test("nothing to verify, nothing to say, nowhere to ask") func others() throws {
    let none = try bench.security("verify-cert")
    #expect(none == Program.Result(status: 2, output: "", error: "***No certs specified.\n"))
    #expect(
      try bench.security("verify-cert", "-q", "-c", "{web.pem}")
        == Program.Result(status: 0, output: "", error: ""))
    #expect(
      try bench.security("verify-cert", "-q", "-v", "-c", "{other.pem}")
        == Program.Result(status: 1, output: "", error: ""))
    let address = try bench.security("verify-cert", "https://example.org")
    #expect(address.status == 1)
    #expect(address.error.hasPrefix("security: verify-cert does not connect to servers"))
    let required = try bench.security("verify-cert", "-c", "{web.pem}", "-R", "require")
    #expect(required.status == 1)
    #expect(
      required.error.hasPrefix("Cert Verify Result: Revocation could not be checked completely.\n"))
    #expect(try bench.security("verify-cert", "-c", "{web.pem}", "-R", "offline") == Self.good)
    let looked = try bench.security("verify-cert", "-c", "{web.pem}", "-R", "ocsp")
    #expect(looked.status == 0 && looked.output == Self.good.output)
    #expect(looked.error.hasPrefix("security: -R has no effect: "))
    #expect(try bench.security("verify-cert", "-c", "{web.pem}", "-R", "odd").status == 2)
    let missing = try bench.security("verify-cert", "-c", "{nothing}")
    #expect(missing.status == 1)
    #expect(missing.error.hasSuffix(": UNIX[No such file or directory]\n"))
  }
}
