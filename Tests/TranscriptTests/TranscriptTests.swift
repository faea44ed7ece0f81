// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Runs the transcripts: whole sessions of the built program, each on a store of its own.
@Suite("transcripts") struct TranscriptTests {
  private static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/Transcripts"

  static let names = (Files.names(in: folder) ?? []).filter { $0.hasSuffix(".txt") }

  static func text(of name: String) throws -> String {
    String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
  }

  @Test("there are transcripts") func present() {
    #expect(!Self.names.isEmpty)
  }

  @Test("session", arguments: names) func session(_ name: String) throws {
    let text = try Self.text(of: name)
    let home = try TemporaryFolder()
    for step in try Transcript(text).steps {
      var program = Program(home: home.path)
      for (variable, value) in step.environment {
        program.environment[variable] = value?.replacing("{home}", with: home.path)
      }
      for (path, lines) in step.files {
        let place = path.replacing("{home}", with: home.path)
        let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        _ = unsafe mkdir(folder.joined(separator: "/"), 0o700)
        try Files.write(bytes(lines), to: place)
      }
      let result = try run(step, by: program, in: home.path)
      let isExpected =
        result.status == step.status
        && Expectation.matches(result.output, step.output, home: home.path)
        && Expectation.matches(result.error, step.error, home: home.path)
      #expect(isExpected, "\(name):\(step.line) gave \(shown(result))")
    }
  }

  private func run(
    _ step: Transcript.Step, by program: Program, in home: String
  ) throws -> Program.Result {
    var program = program
    func whole(_ text: String) -> String { text.replacing("{home}", with: home) }
    for path in step.copies {
      try program.putWorker(at: whole(path))
    }
    if let other = step.program { program.executable = whole(other) }
    let words = step.words.map(whole)
    guard step.isTyped else {
      return try program.run(
        words, input: bytes(step.input), descriptors: step.descriptors.mapValues(bytes),
        isPiped: true)
    }
    let terminal = try PseudoTerminal()
    let process = try terminal.start(program, words)
    let status = try terminal.readToEnd(of: process)
    return Program.Result(
      status: status, output: terminal.screen.replacing("\r\n", with: "\n"), error: "")
  }

  private func bytes(_ lines: [String]) -> [UInt8] {
    lines.flatMap { Array(($0 + "\n").utf8) }
  }

  private func shown(_ result: Program.Result) -> String {
    "status \(result.status)\n--- output\n\(result.output)--- error\n\(result.error)---"
  }

  @Test("placeholders stand for what they say and nothing else") func placeholders() {
    func matches(_ text: String, _ line: String) -> Bool {
      Expectation.matches(text + "\n", [line], home: "/h")
    }
    #expect(matches("a 91c0 /h/x", "a {id} {home}/x"))
    #expect(matches("0x32303136303430383138353130365A00  \"20160408185106Z\\000\"", "{moment}"))
    #expect(matches("2016-04-08 18:51", "{date}"))
    #expect(!matches("2016-04-08", "{date}"))
    #expect(!matches("xyz", "{id}"))
    #expect(!matches("a.c", "abc"))
    #expect(!matches("abc", "a.c"))
    #expect(!Expectation.matches("a", ["a"], home: "/h"))
    #expect(!Expectation.matches("a\nb\n", ["a"], home: "/h"))
  }
}
