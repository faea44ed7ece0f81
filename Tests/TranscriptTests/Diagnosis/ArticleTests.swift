// SPDX-License-Identifier: Apache-2.0
import Testing

/// `security explain CODE` for every code that there is (spec/diagnostics.md 1.2, case 76).
@Suite("articles of findings") struct ArticleTests {
  /// The numbers of the table.
  private static func codes() throws -> [String] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
    let table = root + "/Sources/KeychainExplanations/Codes/FindingTable.swift"
    let text = String(decoding: try Files.read(table), as: UTF8.self)
    return text.split(separator: "FindingCode(").dropFirst().compactMap { rest in
      Int(rest.prefix { $0.isNumber })
    }.map { number in
      "K" + String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
    }
  }

  @Test("case 76: each code has an article of its own, without a store")
  func articles() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let codes = try Self.codes()
    #expect(codes.count > 120 && Set(codes).count == codes.count)
    var articles: Set<String> = []
    for code in codes {
      let result = try program.run(["explain", code])
      #expect(result.status == 0 && result.error.isEmpty, "\(code)")
      let lines = result.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix(code + " ") == true, "\(code)")
      for label in ["found", "why", "do", "example"] {
        let start = "  " + label + String(repeating: " ", count: 10 - label.count)
        #expect(lines.count { $0.hasPrefix(start) } == 1, "\(code)")
      }
      #expect(!result.output.contains { $0 == "{" || $0 == "}" }, "\(code)")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(code)")
      articles.insert(result.output)
    }
    #expect(articles.count == codes.count)
    #expect(Files.names(in: home.path) == [])
  }

  @Test("the command of an example is one that there is")
  func examples() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    var commands: Set<String> = []
    for code in try Self.codes() {
      let output = try program.run(["explain", code]).output
      let line = output.split(separator: "\n").first { $0.hasPrefix("  example   ") } ?? ""
      let words = line.dropFirst(12)
      // What needs a file keychain, a program or a recorded call is not to be had here.
      let waits = ["keychain ", "key-partition", "codesign", "FILE", "./"].contains {
        words.contains($0)
      }
      if words.hasPrefix("security "), !waits { commands.insert(String(words)) }
    }
    #expect(commands.count > 40)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let result = try program.run(words)
      #expect(!result.error.contains("Usage:") && result.status != 2, "\(command)")
    }
  }
}
