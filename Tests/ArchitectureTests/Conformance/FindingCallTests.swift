// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the words of findings stand in their table (`KeychainExplaining/Texts`), and not
/// where a finding is made.
@Suite("calls that make findings") struct FindingCallTests {
  private static let folders = [
    "Sources/Engine/KeychainExplaining/", "Sources/Faces/KeychainCommands/Doctor/",
    "Sources/Faces/KeychainCommands/Explain/", "Sources/Faces/KeychainCommands/Output/",
  ]
  /// The beginnings of calls whose first argument is a text that a report prints.
  private static let calls = [
    " Finding(", "(Finding(", "[Finding(", ".fix(", ".why(", ".note(", "line: ",
  ]

  @Test("a call names a text of the table, and has no words")
  func sources() {
    var count = 0
    for file in Repository.sources {
      guard Self.folders.contains(where: file.path.hasPrefix) else { continue }
      let calls = Self.arguments(of: Repository.text(of: file.path))
      count += calls.count
      for literal in calls.flatMap({ $0 }) where Self.hasWords(literal) {
        Issue.record("\(file.path) has \"\(literal)\": the table has all words")
      }
    }
    #expect(count > 400)
  }

  @Test("literals with words are found")
  func literals() {
    let rows: [(String, [String])] = [
      (" Finding(.limitZero.text)", []),
      (" Finding(.limitZero.text(n: 1), as: \"a b\")", []),
      (" Finding(\"The limit is 0.\")", ["The limit is 0."]),
      (
        "return [Finding(isLocked ? .a : .b(\"is \\(x ? \"a b\" : c(\"d\")) there\"))]",
        [
          "is \\(x ? \"a b\" : c(\"d\")) there"
        ]
      ),
      (".fix(.a.b, code: [\"security check x\"])", []),
      (".fix(\n  .a(\n    b: \"two words\"))", ["two words"]),
      ("with(.item, line: name + \"  \" + \"made by\")", ["  ", "made by"]),
      ("// .fix(\"two words\")", []),
    ]
    for (text, literals) in rows {
      #expect(Self.arguments(of: text).flatMap { $0 } == literals, "\(text)")
    }
    #expect(Self.hasWords("made by") && Self.hasWords("Wait. Then"))
    #expect(!Self.hasWords("kSecClass") && !Self.hasWords("  ") && !Self.hasWords("\\(a)  \\(b)"))
  }

  private static func hasWords(_ literal: String) -> Bool {
    literal.contains(/[A-Za-z][,.:;]? [A-Za-z]/)
  }

  /// Returns the literals in the first argument of each call.
  private static func arguments(of text: String) -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let code = lines.joined(separator: "\n")
    return calls.flatMap { call in
      code.components(after: call).map { literals(in: Array($0.utf8)) }
    }
  }

  /// Returns the literals up to the end of an argument.
  private static func literals(in text: [UInt8]) -> [String] {
    var (literals, depth, place): ([String], Int, Int) = ([], 0, 0)
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        let end = endOfLiteral(text, from: place)
        literals.append(
          String(decoding: text[(place + 1)..<max(place + 1, end - 1)], as: UTF8.self))
        place = end
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth < 0 { return literals }
      case UInt8(ascii: ",") where depth == 0: return literals
      default: break
      }
      place += 1
    }
    return literals
  }

  /// Returns the place after a literal, which may have literals in its interpolations.
  private static func endOfLiteral(_ text: [UInt8], from start: Int) -> Int {
    var (depth, place) = (0, start + 1)
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\") where depth == 0:
        if place + 1 < text.count, text[place + 1] == UInt8(ascii: "(") { depth = 1 }
        place += 1
      case UInt8(ascii: "(") where depth > 0: depth += 1
      case UInt8(ascii: ")") where depth > 0: depth -= 1
      case UInt8(ascii: "\"") where depth > 0:
        place = endOfLiteral(text, from: place)
        continue
      case UInt8(ascii: "\""): return place + 1
      default: break
      }
      place += 1
    }
    return place
  }
}
