// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of commands on items of keychain files whose access lists or trust settings come from
/// elsewhere.
@Suite("access lists and trust settings of others") struct FileAccessTests {
  @Test(
    "a requirement is printed as text (Specification/security-cli.md, \"Printing an access list\")",
    arguments: [
      // The form 1, and the operations 6 (and), 2 (identifier), 15 and 3 (anchors).
      ([1, 6, 2, 16], [15], #"identifier "org.example.tool" and anchor apple generic"#),
      ([1, 6, 2, 16], [3], #"identifier "org.example.tool" and anchor apple"#),
      ([1, 2, 16], [], #"identifier "org.example.tool""#),
    ] as [([UInt8], [UInt8], String)])
  func requirement(_ before: [UInt8], _ after: [UInt8], _ text: String) throws {
    func atoms(_ numbers: [UInt8]) -> [UInt8] { numbers.flatMap { [0, 0, 0, $0] } }
    let printed = try dumped(atoms(before) + Array("org.example.tool".utf8) + atoms(after))
    #expect(printed.contains("            0: /opt/example/tool (status "), "\(printed)")
    #expect(printed.contains("\n                requirement: \(text)\n"), "\(printed)")
  }

  @Test("bytes that are no requirement are printed in hexadecimal") func damaged() throws {
    #expect(
      try dumped([0, 0, 0, 1, 0xFF]).contains("\n                requirement: 00000001ff\n"))
  }

  /// Returns the output of `dump-keychain -a` about an item that trusts a program by a requirement.
  private func dumped(_ requirement: [UInt8]) throws -> String {
    let folder = try KeychainFolder()
    let keychain = Keychain(folder.directory + "/one.keychain", folder.surroundings)
    try keychain.create(password: SecretBytes(copying: Array("pw".utf8)))
    let program = TrustedProgram(
      path: Array("/opt/example/tool".utf8),
      blobs: [.init(magic: TrustedProgram.requirementMagic, content: requirement)])
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text("service")
    _ = try keychain.addPassword(
      values, secret: SecretBytes(copying: [1]),
      .standard(Array("service".utf8), trusting: [program]))
    let outcome = security(["dump-keychain", "-a", keychain.path], on: folder.store)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.output
  }

  @Test("root removes the administrator's settings with a certificate, and not its own")
  func domains() throws {
    let folder = try KeychainFolder(isShared: true, isAdministrator: true)
    let root = try #require(
      Vector.all("trust/certificates-v1.txt").first { $0.testDescription == "R" })
    let file = folder.directory + "/root.der"
    try Data(root.bytes("der")).write(to: URL(fileURLWithPath: file))
    func run(_ words: String) -> Outcome {
      security(words.split(separator: " ").map(String.init), on: folder.store)
    }
    let keychain = folder.directory + "/one.keychain"
    let done = Outcome(status: 0, output: "", error: "")
    #expect(run("create-keychain -p pw \(keychain)") == done)
    #expect(run("add-trusted-cert -k \(keychain) \(file)") == done)
    #expect(run("add-trusted-cert -d -r deny \(file)") == done)
    #expect(run("dump-trust-settings").status == 0)
    #expect(run("dump-trust-settings -d").status == 0)
    #expect(run("delete-certificate -c Root -t \(keychain)") == done)
    #expect(run("dump-trust-settings").status == 0)
    #expect(run("dump-trust-settings -d").status == 1)
  }
}
