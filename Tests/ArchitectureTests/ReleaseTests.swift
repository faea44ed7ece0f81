// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that the version is in one file, and that everything else takes it from there.
@Suite("release") struct ReleaseTests {
  private static func run(_ words: String...) throws -> Command {
    try Command.run([Repository.root.appending(path: words[0]).path] + words.dropFirst())
  }

  private static func version() throws -> String {
    try run("Scripts/version.sh").output.trimmingCharacters(in: .newlines)
  }

  @Test("security names the version that Scripts/version.sh reads")
  func named() throws {
    let program = Bundle.main.bundleURL.appending(path: "security").path
    let run = try Command.run([program, "version"])
    #expect(run.output == "security, Latchkey \(try Self.version())\n")
  }

  @Test("scripts take it from Scripts/version.sh, and no other file of code has a copy")
  func once() throws {
    let version = try Self.version()
    #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    for script in ["Scripts/deb.sh", "Scripts/sdk.sh", "Scripts/release.sh"] {
      #expect(Repository.text(of: script).contains("$(Scripts/version.sh)"), "\(script)")
    }
    let copies = Repository.paths(below: ["Sources", "Scripts", "Packaging"])
      .filter { !$0.hasSuffix("/Version.swift") }
      .filter { Repository.text(of: $0).contains("\"\(version)\"") }
    #expect(copies == [])
  }

  @Test("the changelog has a section for it, and releases are in descending order")
  func changelog() throws {
    let sections = Repository.text(of: "CHANGELOG.md")
      .matches(of: /\n## (\d+)\.(\d+)\.(\d+) \(\d{4}-\d\d-\d\d\)\n/)
      .map { [$0.output.1, $0.output.2, $0.output.3].compactMap { Int($0) } }
    let version = try Self.version().split(separator: ".").compactMap { Int($0) }
    #expect(sections.contains(version))
    for (later, earlier) in zip(sections, sections.dropFirst()) {
      #expect(earlier.lexicographicallyPrecedes(later))
    }
    let released = Repository.text(of: "Tests/Archives/released.tsv")
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.count
    #expect(released == sections.count, "Tests/Archives/released.tsv")
  }
}
