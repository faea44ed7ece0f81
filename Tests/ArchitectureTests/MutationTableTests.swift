// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the code which `make mutate` would change still exists, as Tests/Mutations has it.
@Suite("table of mutations") struct MutationTableTests {
  private struct Mutant {
    var name: String
    var path: String
    var old = ""
    var new = ""
  }

  private static let mutants: [Mutant] = {
    var mutants: [Mutant] = []
    var path = ""
    for table in Repository.paths(below: ["Tests/Mutations"]) where table.hasSuffix(".txt") {
      for line in Repository.text(of: table).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = words.count == 2 ? String(words[1]) : ""
        switch words[0] {
        case "suites": continue
        case "file": path = rest
        case "mutant": mutants.append(Mutant(name: rest, path: path))
        case "old": mutants[mutants.count - 1].old = rest
        case "new": mutants[mutants.count - 1].new = rest
        default: Issue.record("\(table): a line that is none of the five: \(line)")
        }
      }
    }
    return mutants
  }()

  @Test("there are enough mutants, and each has its own name")
  func names() {
    #expect(Self.mutants.count >= 40)
    #expect(Set(Self.mutants.map(\.name)).count == Self.mutants.count)
  }

  @Test("each old text stands exactly once in its file, also after the mutants before it")
  func oldTexts() {
    var texts: [String: String] = [:]
    for mutant in Self.mutants {
      let text = texts[mutant.path] ?? Repository.text(of: mutant.path)
      let parts = text.split(separator: mutant.old, omittingEmptySubsequences: false)
      #expect(parts.count == 2, "\(mutant.name): \(parts.count - 1) times in \(mutant.path)")
      #expect(mutant.new.contains("MUTANT"), "\(mutant.name)")
      texts[mutant.path] = parts.joined(separator: mutant.new)
    }
  }
}
