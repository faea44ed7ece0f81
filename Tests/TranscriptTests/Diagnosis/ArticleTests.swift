// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of `security explain CODE` for every code (Specification/diagnostics.md, "security
/// explain", case 76).
@Suite("articles of findings") struct ArticleTests {
  /// Returns the codes of the specification's table.
  private static func codes() throws -> [String] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
    let folder = root + "/Sources/Engine/KeychainExplaining/Texts/"
    let tables = (Files.names(in: folder) ?? []).filter { $0.hasPrefix("FindingArticle+K") }
      .sorted()
    let text = try tables.map { String(decoding: try Files.read(folder + $0), as: UTF8.self) }
      .joined()
    return text.split(separator: "    FindingArticle(").dropFirst().compactMap { rest in
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

  @Test("a code that there is not; all codes that begin so; the causes of a status")
  func questions() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for word in ["K999", "k000", "K2091", "K6666"] {
      let result = try program.run(["explain", word])
      #expect(result.status == 2 && result.output.isEmpty, "\(word)")
      let sentence = "\(word): there is no finding with this code; codes go from K001 to K917"
      #expect(result.error.contains(sentence))
    }
    let all = try program.run(["explain", "K"])
    #expect(all.status == 0)
    #expect(
      try all.output.split(separator: "\n").map { String($0.prefix(4)) } == Self.codes().sorted())
    let second = try program.run(["explain", "k2"]).output.split(separator: "\n")
    #expect(second.contains("K209 error  synchronizable-not-searched"))
    #expect(second.allSatisfy { $0.hasPrefix("K2") })
    let status = try program.run(["explain", "-25300"])
    #expect(status.status == 0)
    #expect(status.output.hasPrefix("-25300 errSecItemNotFound: The specified item "))
    #expect(status.output.contains("\nK201 error  nothing-of-this-class\n"))
    for number in ["-4", "-50", "-25291", "-25299", "-25303", "-25306", "-25308", "-34018"] {
      let result = try program.run(["explain", number])
      #expect(result.status == 0 && result.output.contains("\nK"), "\(number)")
    }
    // Statuses of keychain files, as a shell sees them.
    for (exit, code) in [
      ("49", "K908"), ("50", "K610"), ("40", "K908"), ("195", "K904"), ("36", "K609"),
    ] {
      let result = try program.run(["explain", exit])
      #expect(result.output.contains("\n\(code) "), "\(exit): \(result)")
    }
    #expect(try program.run(["explain", "-1"]).output.hasSuffix("\nNo finding has this status.\n"))
    // Only at a terminal `error` says where to read on. For scripts its output stays unchanged.
    #expect(try !program.run(["error", "-25300"]).output.contains("explain"))
    let terminal = try PseudoTerminal()
    let process = try terminal.start(program, ["error", "-25300"])
    #expect(try terminal.readToEnd(of: process) == 1)
    #expect(terminal.screen.contains("see: security explain -25300"))
  }

  @Test("--help prints the usage; a mistake one sentence and where the usage is")
  func usage() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for command in ["explain", "doctor", "trace", "dump-items"] {
      let help = try program.run([command, "--help"])
      #expect(help.status == 0 && help.error.isEmpty)
      #expect(try help.output == program.run(["help", command]).output)
      let mistake = try program.run([command, "--mistake"])
      #expect(mistake.status == 2 && mistake.output.isEmpty)
      #expect(
        mistake.error
          == "security: illegal option in argument 1\nsee: security help \(command)\n")
    }
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
      // Examples that need a file keychain, a program or a recorded call cannot run here.
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
