// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("what counts as a function") struct FunctionFinderTests {
  @Test("length runs from the declaration to its own closing brace")
  func finds() {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: """
        struct Y {
          package static func one(
            of word: String
          ) throws {
            if word.isEmpty {
              return
            }
          }

          func short() -> Int { 1 }
          init(
            a: Int
          ) {
          }
        }

        protocol Z {
          func declared()
          func declaredToo()
        }
        """)
    let found = FunctionFinder.functions(in: file)
    #expect(found.map(\.line) == [2, 11])
    #expect(found.map(\.lines) == [7, 4])
  }
}
