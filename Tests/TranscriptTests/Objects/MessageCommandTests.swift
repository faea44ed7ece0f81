// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of cms (Specification/security-cli.md, "Trust, verification, CMS, misc").
@Suite("messages of security") struct MessageCommandTests {
  private let bench: KeyBench
  private static let content = "The content\n"

  init() throws {
    bench = try KeyBench()
    try bench.openssl(
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "{ann.key}", "-out", "{ann.pem}",
      "-days", "30", "-subj", "/CN=Ann/emailAddress=ann@example.org")
    try bench.makeCertificate("bob", "/CN=Bob")
    for name in ["ann", "bob"] {
      try bench.openssl(
        "pkcs12", "-export", "-in", "{\(name).pem}", "-inkey", "{\(name).key}", "-out",
        "{\(name).p12}", "-passout", "pass:x")
      #expect(
        try bench.security("import", "{\(name).p12}", "-P", "x", "-f", "pkcs12").status == 0)
    }
    try bench.write(Self.content, to: "content")
  }

  private func succeeds(_ output: String = "", _ words: String...) throws {
    #expect(
      try bench.run(words) == Program.Result(status: 0, output: output, error: ""), "\(words)")
  }

  private func fails(_ error: String, _ words: String...) throws {
    let result = try bench.run(words)
    #expect(result.status == 1 && result.output.isEmpty, "\(words)")
    #expect(result.error == error, "\(words)")
  }

  private func misused(_ message: String, _ words: String...) throws {
    let result = try bench.run(["cms"] + words)
    #expect(result.status == 2 && result.output.isEmpty, "\(words)")
    #expect(result.error.hasPrefix("security: \(message)\nUsage: cms -S"), "\(words)")
  }

  @Test("signed messages are read by openssl") func sign() throws {
    for (name, file) in [("Ann", "ann"), ("ann@example.org", "ann"), ("Bob", "bob")] {
      for hash in [[], ["-H", "SHA256"], ["-H", "SHA384"], ["-H", "sha512"]] {
        for more in [[], ["-G", "-P"], ["-Y", "NONE"], ["-Y", "Bob"], ["-T"]] {
          let words = ["cms", "-S", "-N", name] + hash + more
          let made = try bench.run(words + ["-i", "{content}", "-o", "{message}"])
          #expect(made == Program.Result(status: 0, output: "", error: ""), "\(words)")
          let output = try bench.openssl(
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "{message}", "-content",
            "{content}", "-CAfile", "{\(file).pem}", "-purpose", "any")
          #expect(output == Self.content)
          let isDetached = more == ["-T"]
          try succeeds(
            isDetached ? "" : Self.content, "cms", "-D", "-i", "{message}", "-c", "{content}")
          if isDetached {
            try fails(
              "security: problem decoding: A parameter that was passed is not valid.\n"
                + "security: the content was sent beside the message: name it with -c\n",
              "cms", "-D", "-i", "{message}")
          }
        }
      }
    }
  }

  @Test("the hash of a signature is SHA-1 without -H") func hashes() throws {
    for (words, expected) in [([], "sha1"), (["-H", "SHA256"], "sha256")] as [([String], String)] {
      _ = try bench.run(["cms", "-S", "-N", "Bob", "-i", "{content}", "-o", "{message}"] + words)
      let text = try bench.openssl(
        "cms", "-cmsout", "-print", "-noout", "-inform", "DER", "-in", "{message}")
      #expect(text.contains("algorithm: \(expected) "))
    }
    try fails(
      "security: md5 is broken and signs nothing here; sign with -H SHA256\n", "cms", "-S", "-H",
      "md5", "-N", "Bob", "-i", "{content}")
  }

  @Test("the signer by the subject key identifier") func keyIdentifier() throws {
    let text = try bench.openssl(
      "x509", "-in", "{ann.pem}", "-noout", "-ext", "subjectKeyIdentifier")
    let identifier = String(text.split(separator: "\n").last ?? "").filter { $0.isHexDigit }
    try succeeds("", "cms", "-S", "-Z", identifier, "-i", "{content}", "-o", "{message}")
    try succeeds(
      "SMIME: level=3.1; type=signedData; nsigners=1; \n\t\tsigner0.id=\"Ann\"; "
        + "signer0.status=SigningCertNotTrusted; \n", "cms", "-D", "-h", "3", "-n", "-i",
      "{message}")
    try fails(
      "security: could not find signing identity for subject key ID: \"00\"\n", "cms", "-S", "-Z",
      "00", "-i", "{content}")
    try misused("-Z takes a subject key identifier in hexadecimal", "-S", "-Z", "0x1")
  }

  @Test("trust is told by -h for the use of -u") func trust() throws {
    try bench.makeAuthority()
    try bench.issue("eve", "/CN=Eve", "extendedKeyUsage=emailProtection\n")
    try bench.security("import", "{eve.p12}", "-P", "x", "-f", "pkcs12")
    try succeeds("", "cms", "-S", "-N", "Eve", "-i", "{content}", "-o", "{message}")
    for (usage, word) in [
      ("4", "GoodSignature"), ("0", "SigningCertNotTrusted"), ("11", "GoodSignature"),
    ] {
      try succeeds(
        "SMIME: level=0.1; type=signedData; nsigners=1; \n\t\tsigner0.id=\"Eve\"; "
          + "signer0.status=\(word); \n\(Self.content)", "cms", "-D", "-u", usage, "-h", "0", "-i",
        "{message}")
    }
    try misused("-u takes a number from 0 to 11", "-D", "-u", "12")
  }

  @Test("the property list of a provisioning profile is printed") func profile() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>Name</key><string>Profile</string></dict></plist>

      """
    try bench.write(list, to: "list")
    for (number, way) in [[], ["-stream", "-indef"], ["-md", "sha1"]].enumerated() {
      var words = [
        "cms", "-sign", "-binary", "-nodetach", "-in", "{list}", "-signer", "{bob.pem}", "-inkey",
        "{bob.key}", "-outform", "DER", "-out", "{\(number).mobileprovision}",
      ]
      words += way
      try bench.runOpenSSL(words)
      try succeeds(list, "cms", "-D", "-i", "{\(number).mobileprovision}")
      // Neither a store nor an anchor is needed.
      let elsewhere = try bench.run(
        ["cms", "-D", "-i", "{\(number).mobileprovision}"],
        ["LATCHKEY_HOME": bench.path("none-\(number)")])
      #expect(elsewhere == Program.Result(status: 0, output: list, error: ""))
    }
    let bytes = try Files.read(bench.path("0.mobileprovision"))
    let piped = try bench.security("cms", "-D", input: bytes)
    #expect(piped == Program.Result(status: 0, output: list, error: ""))
  }

  @Test("a changed content is not written") func changed() throws {
    try succeeds("", "cms", "-S", "-N", "Bob", "-G", "-i", "{content}", "-o", "{message}")
    var bytes = try Files.read(bench.path("message"))
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "T")))
    bytes[place] = UInt8(ascii: "t")
    try Files.write(bytes, to: bench.path("message"))
    try fails(
      "security: problem decoding: the signature of signer 0 does not match the content\n", "cms",
      "-D", "-i", "{message}")
    try Files.write(Array(bytes.dropLast()), to: bench.path("message"))
    try fails(
      "security: problem decoding: Unknown format in import.\n"
        + "security: the data is not a CMS message, or is damaged\n", "cms", "-D", "-i", "{message}"
    )
  }

  @Test("envelopes are opened by openssl and by their recipients") func envelopes() throws {
    for (recipients, files) in [("Ann", ["ann"]), ("Bob", ["bob"]), ("Ann,Bob", ["ann", "bob"])] {
      try succeeds("", "cms", "-E", "-r", recipients, "-i", "{content}", "-o", "{message}")
      for file in files {
        let output = try bench.openssl(
          "cms", "-decrypt", "-binary", "-inform", "DER", "-in", "{message}", "-recip",
          "{\(file).pem}", "-inkey", "{\(file).key}")
        #expect(output == Self.content)
      }
      try succeeds(
        "SMIME: level=0.1; type=envelopedData; \n\(Self.content)", "cms", "-D", "-h", "0", "-i",
        "{message}")
    }
    try bench.security("delete-identity", "-c", "Bob")
    try bench.openssl(
      "cms", "-encrypt", "-binary", "-aes256", "-in", "{content}", "-outform", "DER", "-out",
      "{message}", "{bob.pem}")
    try fails(
      "security: problem decoding: The specified item could not be found in the keychain.\n", "cms",
      "-D", "-i", "{message}")
    try fails(
      "security: cannot find certificate for \"Bob\"\n", "cms", "-E", "-r", "Ann,Bob", "-i",
      "{content}")
  }

  @Test("the key of an envelope encrypts other messages") func contentKey() throws {
    let words = ["cms", "-C", "-r", "Bob", "-e", "{envelope}", "-i", "{content}"]
    #expect(try bench.run(words + ["-o", "{first}"]).status == 0)
    #expect(try bench.run(words + ["-o", "{second}"]).status == 0)
    for name in ["first", "second"] {
      try succeeds(Self.content, "cms", "-D", "-e", "{envelope}", "-i", "{\(name)}")
    }
    let without = try bench.security("cms", "-D", "-i", "{first}")
    #expect(without.status == 1 && without.output.isEmpty)
    try misused("option -C needs -e envelope", "-C", "-r", "Bob")
  }

  @Test("a key of the secure element signs and opens messages") func element() throws {
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    program.executable = Program.worker
    let point = try program.run(["element-key"]).output.filter { $0.isHexDigit }
    #expect(point.count == 130)
    // The bytes are the head of a SubjectPublicKeyInfo on P-256.
    let digits = Array("3059301306072a8648ce3d020106082a8648ce3d030107034200" + point)
    let bytes = try stride(from: 0, to: digits.count - 1, by: 2).map { place in
      try #require(UInt8(String(digits[place...place + 1]), radix: 16))
    }
    try Files.write(bytes, to: bench.path("half.der"))
    try bench.openssl("pkey", "-pubin", "-inform", "DER", "-in", "{half.der}", "-out", "{half.pem}")
    try bench.openssl(
      "x509", "-new", "-subj", "/CN=Element", "-key", "{bob.key}", "-force_pubkey", "{half.pem}",
      "-days", "30", "-out", "{element.pem}")
    #expect(try bench.security("add-certificates", "{element.pem}").status == 0)
    try succeeds("", "cms", "-S", "-N", "Element", "-G", "-i", "{content}", "-o", "{message}")
    let output = try bench.openssl(
      "cms", "-verify", "-binary", "-inform", "DER", "-in", "{message}", "-noverify")
    #expect(output == Self.content)
    try bench.openssl(
      "cms", "-encrypt", "-binary", "-aes256", "-in", "{content}", "-outform", "DER", "-out",
      "{message}", "{element.pem}")
    try succeeds(Self.content, "cms", "-D", "-i", "{message}")
  }

  @Test("certificates only") func certificates() throws {
    try succeeds("", "cms", "-O", "-r", "Ann,Bob", "-o", "{message}")
    let text = try bench.openssl("pkcs7", "-inform", "DER", "-in", "{message}", "-print_certs")
    #expect(text.contains("CN = Ann") && text.contains("CN = Bob"))
    try succeeds(
      "SMIME: level=0.1; type=signedData; nsigners=0; \n", "cms", "-D", "-h", "0", "-i",
      "{message}")
  }

  @Test("mistakes") func mistakes() throws {
    try misused("one of the options -S, -D, -E, -C, -O is missing")
    try misused("option -N only supported with option -S", "-N", "Bob", "-S")
    try misused("option -N only supported with option -S", "-D", "-N", "Bob")
    try misused("option -c only supported with option -D", "-S", "-c", "file")
    try misused("option -r only supported with option -E, -C, -O", "-D", "-r", "Bob")
    try misused("only one of the options -S, -D, -E, -C and -O can be given", "-S", "-D")
    try misused("option -S needs -N nick or -Z hash", "-S")
    try misused("option -E needs -r id", "-E")
    try misused("-H takes SHA1, SHA256, SHA384 or SHA512", "-S", "-H", "SHA3", "-N", "Bob")
    try misused("option -h cannot have a negative value", "-D", "-h", "-1")
    try fails(
      "security: could not find signing identity for name: \"Nobody\"\n", "cms", "-S", "-N",
      "Nobody", "-i", "{content}")
    try fails(
      "security: -t needs a time-stamp server, and security makes no network connection; "
        + "sign without -t\n", "cms", "-S", "-N", "Bob", "-t", "-i", "{content}")
    let missing = try bench.security("cms", "-D", "-i", "{absent}")
    #expect(missing.status == 1 && missing.error.contains("unable to open"))
  }
}
