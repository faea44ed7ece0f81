// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests that text of other programs is shown visibly in a report, and within its columns
/// (Specification/diagnostics.md, "Text of explanations").
@Suite("diagnosis: text of others")
struct VisibleTextTests {
  @Test("nothing is unseen: controls, marks of direction, blanks without a width")
  func visible() {
    #expect(VisibleText.of("a\u{1B}[31m\n") == "a\\033[31m\\012")
    #expect(
      VisibleText.of("a\u{202E}b\u{200B}c\u{2028}\u{FEFF}\u{AD}")
        == "a\\u{202E}b\\u{200B}c\\u{2028}\\u{FEFF}\\u{AD}")
    #expect(VisibleText.of("Zoë 鍵 e\u{301}") == "Zoë 鍵 e\u{301}")
  }

  @Test("wide characters take two columns, marks none")
  func widths() {
    #expect(ColumnWidth.of("鍵鍵") == 4)
    #expect(ColumnWidth.of("e\u{301}a") == 2)
    #expect(ColumnWidth.of("😀") == 2)
    #expect(ColumnWidth.cut("鍵鍵鍵鍵", to: 5) == "鍵…鍵")
    #expect(ColumnWidth.cut("abcdef", to: 5) == "ab…ef")
    #expect(ColumnWidth.cut("abcde", to: 5) == "abcde")
  }

  @Test("a report with hostile names has 80 columns and no raw character")
  func report() throws {
    let long = Stage.group(String(repeating: "鍵", count: 90))
    let turned = Stage.group("a\u{202E}b\u{200B}")
    let stage = Stage(groups: [Stage.group("g1"), turned, long])
    stage.add(["svce": "a", "acct": "b", "agrp": turned])
    stage.add(["svce": String(repeating: "鍵", count: 60), "acct": "b", "agrp": long])
    let calls: [KeychainCall] = [
      stage.search(["svce": "a", "acct": "b", "agrp": Stage.group("g1")]),
      stage.search(["svce": String(repeating: "鍵", count: 60), "acct": "c"]),
      stage.search(["svce": "a", "agrp": Stage.group("a\u{202E}c")]),
      stage.search(["svce": "a", "agrp": Stage.group(String(repeating: "鍵", count: 89) + "x")]),
      stage.adding(["svce": "a", "acct": "b", "agrp": turned]),
      stage.adding(["svce": String(repeating: "鍵", count: 60), "acct": "b", "agrp": long]),
    ]
    for call in calls {
      let text = stage.explain(call).text
      #expect(!text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x200B }, "\(text)")
      for line in text.split(separator: "\n") where !line.contains("<string>") {
        #expect(ColumnWidth.of(String(line)) <= 80, "\(line)")
      }
    }
  }
}
