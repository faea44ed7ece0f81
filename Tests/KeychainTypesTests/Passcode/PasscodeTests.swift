// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the bytes that the passcode's key is derived from (Specification/access-control.md,
/// "Derivation").
@Suite("Passcode")
struct PasscodeTests {
  private func bytes(_ typed: [UInt8]) throws -> [UInt8] {
    try Passcode(SecretBytes(copying: typed)).bytes.withBytes { bytes in
      bytes.indices.map { bytes[$0] }
    }
  }

  @Test(
    "one form for one text, and nothing else changed",
    arguments: [
      ("1234", "1234"), (" blank \t", " blank \t"), ("e\u{301}", "\u{e9}"),
      (
        "\u{212b}ngstr\u{f6}m, more than fifteen bytes",
        "\u{c5}ngstr\u{f6}m, more than fifteen bytes"
      ),
      ("\u{fb01}", "\u{fb01}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ])
  func form(typed: String, derived: String) throws {
    #expect(try bytes(Array(typed.utf8)) == Array(derived.utf8))
  }

  @Test("1 to 1,024 bytes of UTF-8")
  func limits() throws {
    #expect(throws: KeychainError(.parameter, "")) { try bytes([]) }
    #expect(throws: KeychainError(.parameter, "")) { try bytes([0x61, 0xff]) }
    #expect(try bytes(Array(repeating: 0x61, count: 1024)).count == 1024)
    #expect(throws: KeychainError(.parameter, "")) {
      try bytes(Array(repeating: 0x61, count: 1025))
    }
    // These 512 characters are composed already, and take two bytes each.
    let accents = String(repeating: "\u{f6}", count: 512)
    #expect(try bytes(Array(accents.utf8)).count == 1024)
  }
  @Test(
    "control characters are those of Unicode's category Cc",
    arguments: [
      ("\0", true), ("a\u{1F}", true), (" ~", false), ("\u{7F}", true), ("ä\u{80}", true),
      ("\u{9F}b", true), ("\u{A0}", false), ("\u{C0}\u{2028}", false), ("Ò", false),
    ])
  func controls(text: String, has: Bool) throws {
    #expect(try Passcode(SecretBytes(copying: Array(text.utf8))).hasControlCharacter == has)
  }
}
