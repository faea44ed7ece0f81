// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("what counts as code") struct CodeStripperTests {
  @Test(
    "comments and literals are blank",
    arguments: [
      ("a // b", "a"),
      ("a /* b /* c */ d */ e", "a                   e"),
      (#"a("b // c") // d"#, "a(        )"),
      (#"a("\"b") + c"#, "a(     ) + c"),
      (##"a(#"b"c"#) + d"##, "a(       ) + d"),
      ("\"\"\"\n b \" c\n\"\"\" + d", "\n\n    + d"),
      (#"["a": "b"] // c"#, "[   :    ]"),
      (#"f("")"#, "f(  )"),
    ])
  func strips(_ text: String, _ expected: String) {
    let stripped = CodeStripper.strip(text)
    let lines = stripped.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.map(trimmedRight) == wanted.map(trimmedRight))
  }

  @Test("imports are read with attributes, access levels and kinds")
  func imports() {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: """
        // import Commented
        import A
        package import B
        @_exported public import C
        import struct D.E
        private import F.G
        """)
    #expect(file.imports == ["A", "B", "C", "D", "F"])
  }

  private func trimmedRight(_ line: Substring) -> Substring {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
