// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of create-keypair and find-key (Specification/security-cli.md, "Keychain administration",
/// "Keys and partition lists").
@Suite("keys of security") struct KeyCommandTests {
  private let bench: KeyBench

  init() throws { bench = try KeyBench() }

  private static let notFound =
    "security: SecItemCopyMatching: The specified item could not be found in the keychain.\n"

  private func layout(_ type: String, _ label: String, _ hash: String, _ flags: [Int]) -> String {
    var text = """
      keychain: "\(bench.keychain)"
      version: 512
      class: 0x000000\(type)\(" ")
      attributes:
          0x00000000 <uint32>=0x000000\(type)\(" ")
          0x00000001 <blob>="\(label)"
          0x00000002 <blob>=<NULL>
          0x00000003 <uint32>=0x00000001\(" ")
          0x00000004 <uint32>=0x00000001\(" ")
          0x00000005 <uint32>=0x00000001\(" ")
          0x00000006 <blob>=\(hash)
          0x00000007 <blob>=<NULL>
          0x00000008 <blob>=<NULL>
          0x00000009 <uint32>=0x00000049  "\\000\\000\\000I"
          0x0000000A <uint32>=0x00000100\(" ")
          0x0000000B <uint32>=0x00000100\(" ")
          0x0000000C <blob>=0x0000000000000000\(" ")
          0x0000000D <blob>=0x0000000000000000\(" ")

      """
    for (place, flag) in flags.enumerated() {
      let number = String(14 + place, radix: 16, uppercase: true)
      text += "    0x000000\(number.count < 2 ? "0" : "")\(number) <uint32>=0x0000000\(flag) \n"
    }
    return text
  }

  /// Returns the hash that `-H` printed, in the form of listings.
  private func shown(_ pem: String) throws -> String {
    let lines = pem.split(separator: "\n")
    #expect(lines.first == "-----BEGIN PUBLIC KEY HASH-----")
    #expect(lines.last == "-----END PUBLIC KEY HASH-----")
    let hash = try bench.openssl("base64", "-d", "-A", "-out", "{hash}", input: String(lines[1]))
    #expect(hash == "")
    let bytes = try Files.read(bench.path("hash"))
    #expect(bytes.count == 20)
    func digits(_ value: UInt8, _ radix: Int, _ count: Int) -> String {
      let text = String(value, radix: radix, uppercase: true)
      return String(repeating: "0", count: count - text.count) + text
    }
    let isPlain = { (byte: UInt8) in (0x20...0x7E).contains(byte) && byte != 0x5C }
    let hex = "0x" + bytes.map { digits($0, 16, 2) }.joined()
    guard bytes.contains(where: isPlain) else { return hex + " " }
    let text = bytes.map {
      isPlain($0) ? String(UnicodeScalar($0)) : "\\" + digits($0, 8, 3)
    }
    return "\(hex)  \"\(text.joined())\""
  }

  @Test("both halves, attribute by attribute") func pair() throws {
    let made = try bench.security("create-keypair", "-a", "ec", "-H", "My key")
    #expect(made.status == 0)
    #expect(made.error == "")
    let hash = try shown(made.output)
    #expect(
      try bench.security("find-key", "-l", "My key").output
        == layout("0F", "My key", hash, [0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0])
        + layout("10", "My key", hash, [0, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1]))
    let digits = String(hash.dropFirst(2).prefix(40)).lowercased()
    #expect(try bench.security("find-key", "-a", digits, "-t", "private").status == 0)
    #expect(try bench.security("find-key", "-a", digits, "-t", "symmetric").status == 1)
  }

  @Test("algorithms and sizes") func algorithms() throws {
    let silent = Program.Result(status: 0, output: "", error: "")
    #expect(try bench.security("create-keypair") == silent)
    let found = try bench.security("find-key", "-t", "private").output
    #expect(found.contains("    0x00000001 <blob>=\"<key>\"\n"))
    #expect(found.contains("    0x00000009 <uint32>=0x0000002A  \"\\000\\000\\000*\"\n"))
    #expect(found.contains("    0x0000000A <uint32>=0x00000800 \n"))
    #expect(try bench.security("create-keypair", "-a", "e", "-s", "384", "three") == silent)
    #expect(
      try bench.security("find-key", "-l", "three").output
        .contains("    0x0000000A <uint32>=0x00000180"))
    for word in ["dsa", "dh", "fee"] {
      let refused = try bench.security("create-keypair", "-a", word)
      #expect(refused.status == 1)
      #expect(refused.error.hasPrefix("security: SecKeyCreatePair <NULL>: "), "\(word)")
    }
    let odd = try bench.security("create-keypair", "-s", "500")
    #expect(odd.status == 1)
    #expect(
      odd.error.hasPrefix(
        "security: SecKeyCreatePair <NULL>: A parameter that was passed is not valid.\n"))
    let unknown = try bench.security("create-keypair", "-a", "x")
    #expect(unknown.status == 2)
    #expect(unknown.error.hasPrefix("security: Invalid algorithm: x\nUsage: create-keypair "))
    #expect(try bench.security("create-keypair", "-s", "many").status == 2)
    let open = try bench.security("create-keypair", "-a", "ec", "-A", "-T", "/bin/true")
    #expect(open.status == 0)
    #expect(open.error == "")
  }

  @Test("what a key must be able to do") func abilities() throws {
    try bench.security("create-keypair", "-a", "ec", "curve")
    try bench.security("create-keypair", "numbers")
    func count(_ words: String...) throws -> Int {
      var program = Program(home: bench.path(""))
      program.environment["LATCHKEY_HOME"] = bench.path("store")
      let found = try program.run(["find-key"] + words)
      #expect(found.status == (found.output.isEmpty ? 1 : 0))
      if found.output.isEmpty { #expect(found.error.hasSuffix(Self.notFound)) }
      return found.output.split(separator: "\n").count { $0.hasPrefix("class: ") }
    }
    #expect(try count() == 4)
    #expect(try count("-s") == 2)
    #expect(try count("-v") == 2)
    #expect(try count("-r") == 1)
    #expect(try count("-d", "-t", "private") == 2)
    #expect(try count("-sv") == 0)
    #expect(try count("-w", "-l", "curve") == 1)
    #expect(try count("-u", "-l", "nothing") == 0)
    #expect(try count("-c", "aapl") == 0)
    #expect(try count("-j", "remark") == 0)
    #expect(try bench.security("find-key", "-t", "odd").status == 2)
  }
}
