// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A directory in which a shell runs the commands that reports print, as they stand
/// (Specification/diagnostics.md, "Principles of diagnosis", 4).
struct AdviceBench {
  let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try FileManager.default.createDirectory(
      atPath: bench.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("bin/security"), withDestinationPath: Program.path)
  }

  /// Returns the commands of a report: the lines that begin with the name of a program, each with
  /// the lines that go on after a backslash.
  func commands(_ report: String) -> [String] {
    var lines: [String] = []
    for line in report.split(separator: "\n").map({ String($0.drop { $0 == " " }) }) {
      guard let last = lines.last, last.hasSuffix("\\") else {
        lines.append(line)
        continue
      }
      lines[lines.count - 1] = last.dropLast() + line
    }
    return lines.filter { line in
      ["security ", "mv ", "rm ", "chmod ", "ls "].contains { line.hasPrefix($0) }
    }
    // Three blanks divide a command from words about it.
    .map { line in String(line.split(separator: "   ")[0]) }
  }

  /// Runs a command in a shell.
  ///
  /// Options give the answers of the user, because there is no terminal.
  func paste(_ command: String) throws -> Program.Result {
    var command = command
    for (verb, answer) in [("unlock-keychain", "-p pw"), ("partition-list", "-k pw")] {
      command = command.replacing(verb + " ", with: "\(verb) \(answer) ")
    }
    var program = Program(home: bench.path(""))
    program.executable = "/bin/bash"
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    program.environment["PATH"] = bench.path("bin") + ":/usr/bin:/bin"
    return try program.run(["-c", command])
  }

  /// Follows every command of a report, which must have some, and returns them.
  ///
  /// - Parameters:
  ///   - words: the words that take the places of placeholders.
  ///   - skipped: the start of commands that are not followed.
  @discardableResult
  func follow(
    _ report: String, _ words: [String: String] = [:], but skipped: String = "none",
    _ location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let advised = commands(report)
    #expect(!advised.isEmpty, "\(report)", sourceLocation: location)
    for command in advised where !command.hasPrefix(skipped) {
      // A placeholder is in capitals, and the report speaks of placeholders.
      var command = command
      for (placeholder, word) in words where command.contains(placeholder) {
        #expect(report.contains("placeholder"), "\(report)", sourceLocation: location)
        command = command.replacing(placeholder, with: word)
      }
      let result = try paste(command)
      #expect(result.status == 0, "\(command): \(result)\n\(report)", sourceLocation: location)
    }
    return advised
  }

  /// Makes a file with a secret, and returns its path.
  func file(with secret: String) throws -> String {
    try Files.write(Array((secret + "\n").utf8), to: bench.path("secret"))
    return bench.path("secret")
  }
}
