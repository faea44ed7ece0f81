// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of requirement-evaluate with certificates that openssl has made
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
@Suite("requirement-evaluate of security") struct RequirementCommandTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue(
      "leaf", "/C=DE/ST=Land/L=Ort/O=Example Ltd./OU=ABCDE12345/CN=Ann Example/UID=ann",
      """
      extendedKeyUsage=codeSigning
      subjectAltName=email:ann@example.org
      certificatePolicies=1.2.3.4,2.999.5
      1.2.840.113635.100.6.1.13=ASN1:NULL
      1.2.840.113635.100.6.1.33=ASN1:GENERALIZEDTIME:20190408120000Z
      """)
    try bench.makeCertificate("other", "/CN=Other Root", extension: "keyUsage=keyCertSign")
  }

  private func evaluate(_ requirement: String, _ files: String...) throws -> Program.Result {
    try bench.run(["requirement-evaluate", requirement] + files)
  }

  private static let met = Program.Result(status: 0, output: "0\n", error: "")

  @Test(
    "conditions on a chain",
    arguments: [
      ("certificate leaf[subject.OU] = ABCDE12345", true),
      (#"certificate leaf[subject.CN] = "Ann Example""#, true),
      (#"certificate leaf[subject.O] = *"Ltd.""#, true),
      ("certificate leaf[subject.C] = DE and certificate leaf[subject.L] = Ort", true),
      ("certificate leaf[subject.ST] = Land and certificate leaf[subject.UID] = ann", true),
      (#"certificate leaf[email] = "ann@example.org""#, true),
      ("certificate leaf[subject.D]", false), ("certificate leaf[issuer.CN]", false),
      ("certificate root[subject.CN] = Authority and anchor[subject.OU] absent", true),
      ("certificate 1[subject.CN] = Authority and certificate -2[subject.CN] = Ann*", true),
      ("certificate 2[subject.CN] absent", false),
      ("certificate leaf[field.1.2.840.113635.100.6.1.13] exists", true),
      ("certificate leaf[field.1.2.840.113635.100.6.1.14] exists", false),
      ("certificate leaf[policy.1.2.3.4] and certificate leaf[policy.2.999.5]", true),
      ("certificate leaf[policy.1.2.3.5]", false), ("anchor[policy.1.2.3.4]", false),
      (
        #"certificate leaf[timestamp.1.2.840.113635.100.6.1.33] = timestamp "20190408120000Z""#,
        true
      ),
      (
        #"certificate leaf[timestamp.1.2.840.113635.100.6.1.33] < timestamp "20190408120000Z""#,
        false
      ),
      ("certificate leaf[timestamp.1.2.840.113635.100.6.1.13]", false),
      ("anchor trusted and certificate root trusted", true), ("certificate leaf trusted", false),
      ("anchor apple generic", false), ("! anchor apple", true),
    ])
  func chain(requirement: String, isMet: Bool) throws {
    let result = try evaluate(requirement, "{leaf.pem}", "{authority.pem}")
    #expect(result.status == (isMet ? 0 : 3))
    #expect(result.output == (isMet ? "0\n" : "-67050\n"))
    #expect(result.error.isEmpty == isMet)
  }

  @Test("hashes of certificates, as openssl prints them, from PEM and DER") func hashes() throws {
    try bench.openssl("x509", "-in", "{leaf.pem}", "-outform", "DER", "-out", "{leaf.der}")
    let hash = try bench.fingerprint("leaf", "sha1")
    for file in ["{leaf.pem}", "{leaf.der}"] {
      #expect(try evaluate("certificate leaf = H\"\(hash)\"", file) == Self.met)
      #expect(try evaluate("anchor = H\"\(hash)\"", file) == Self.met)
    }
    let both = try evaluate("anchor = H\"\(hash)\"", "{leaf.pem}", "{authority.pem}")
    #expect(both.status == 3)
  }

  @Test("trust depends on the system's roots") func trust() throws {
    #expect(try evaluate("anchor trusted", "{leaf.pem}") == Self.met)
    let other = try evaluate("anchor trusted", "{other.pem}")
    #expect(other.status == 3)
    #expect(other.output == "-67050\n")
    #expect(other.error == "security: anchor trusted: this is not trusted\n")
  }

  @Test("compiled requirements, from a file and from standard input") func compiled() throws {
    // The requirement: identifier "com.apple.security" and anchor apple.
    let numbers = { (values: [UInt32]) in
      values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    }
    let security =
      numbers([0xFADE_0C00, 0x30, 1, 6, 2, 18]) + Array("com.apple.security".utf8) + [0, 0]
      + numbers([3])
    try Files.write(security, to: bench.path("security.req"))
    let result = try evaluate("{security.req}", "{leaf.pem}")
    #expect(result.status == 3)
    #expect(result.output == "-67062\n")
    #expect(
      result.error == "security: identifier \"com.apple.security\": there is no signature\n")
    let always = numbers([0xFADE_0C00, 0x10, 1, 1])
    #expect(
      try bench.security("requirement-evaluate", "-", "{leaf.pem}", input: always) == Self.met)
    let cut = try bench.security(
      "requirement-evaluate", "-", "{leaf.pem}", input: Array(always.dropLast()))
    #expect(cut.status == 1)
    #expect(
      cut.error
        == "security: requirement-evaluate: byte 4: the length is wrong, or above 16384\n")
  }

  @Test("a large file is refused") func large() throws {
    try bench.write(String(repeating: "# x\n", count: 300_000) + "always", to: "large.txt")
    let result = try evaluate("{large.txt}", "{leaf.pem}")
    #expect(result.status == 1)
    #expect(result.error.hasSuffix("a requirement has at most 4096 bytes\n"))
  }
}
