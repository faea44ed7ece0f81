// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import Testing

/// Tests of splitting lines in the interactive mode (Specification/security-cli.md, "Global
/// behaviour of security").
@Suite("splitting lines") struct LineSplitterTests {
  private func split(_ line: String) throws -> [String] {
    try LineSplitter.split(Array(line.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "words",
    arguments: [
      ("", []), ("   \t ", []), ("a  b\tc", ["a", "b", "c"]), (" a ", ["a"]),
      (#"-w "two words""#, ["-w", "two words"]), ("-w 'two words'", ["-w", "two words"]),
      (#"-w """#, ["-w", ""]), ("'it\"s'", ["it\"s"]),
      (#"don't"#, ["don't"]), (#"a"b c""#, [#"a"b"#, #"c""#]),
      (#""a"b"#, ["a", "b"]), (#"a\ b"#, ["a b"]), (#""a\"b""#, [#"a"b"#]),
      (#"\"a"#, [#""a"#]), (#"a\\b"#, [#"a\b"#]), (#"end\"#, [#"end\"#]),
    ] as [(String, [String])])
  func words(_ line: String, _ words: [String]) throws {
    #expect(try split(line) == words)
  }

  @Test("a quote without a partner stops the line", arguments: ["'a", "\"a", #""a\""#, "b 'c"])
  func unmatched(_ line: String) {
    #expect(throws: LineSplitter.UnmatchedQuote.self) { try split(line) }
  }

  @Test("there is no limit of length or number") func long() throws {
    let word = String(repeating: "x", count: 100_000)
    #expect(try split("-w \(word)") == ["-w", word])
    #expect(try split(Array(repeating: "a", count: 1_000).joined(separator: " ")).count == 1_000)
  }
}
