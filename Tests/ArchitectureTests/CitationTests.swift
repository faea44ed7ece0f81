// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of citations of the specification: `Specification/secitem.md, "Order of evaluation"`.
@Suite("citations") struct CitationTests {
  /// The headings of each page of the specification, without their numbers.
  private static let headings: [String: [String]] = {
    let folder = "Documentation/Specification"
    var found: [String: [String]] = [:]
    for path in Repository.paths(below: [folder]) where path.hasSuffix(".md") {
      let titles = Repository.text(of: path).matches(of: /\n##+ (?:[0-9.]+ )?([^\n]+)/)
      found[String(path.dropFirst(folder.count + 1))] = titles.map { plain($0.output.1) }
    }
    return found
  }()

  private static let citing =
    Repository.paths(below: [
      "Sources", "Tests", "Benchmarks", "Examples", "Fuzz", "Scripts", "Documentation", "Packaging",
      "Changes",
    ])
    .filter { !$0.hasPrefix("Documentation/Specification/") }
    .filter { !$0.hasSuffix("CitationTests.swift") }
    .filter { path in
      [".swift", ".h", ".c", ".py", ".sh", ".bash", ".md", ".json", ".txt", ".tsv"]
        .contains { path.hasSuffix($0) }
    } + [
      "README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "SECURITY.md", "RELEASING.md",
      "CHANGELOG.md", "Package.swift", "Makefile",
    ]

  @Test("every citation names a page and a heading of it")
  func followed() {
    var count = 0
    for path in Self.citing {
      let (citations, faults) = Self.read(
        Repository.text(of: path), isPage: path.hasSuffix(".md"))
      count += citations
      #expect(faults == [], "\(path)")
    }
    #expect(count > 900)
  }

  @Test("no page has two headings of one name")
  func unique() {
    #expect(Self.headings.count > 10)
    for (page, titles) in Self.headings {
      let twice = Dictionary(grouping: titles) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
      #expect(twice == [], "\(page)")
    }
  }

  @Test(
    "a citation that leads nowhere is found",
    arguments: [
      ("/// (Specification/seckey.md, \"Block size\").", true),
      ("/// (Specification/seckey.md, \"Block\n/// size\", \"Formats of keys\").", true),
      ("/// (Specification/sync.md, \"Seams\", S5).", true),
      ("[seckey.md, \"Block size\"](../Specification/seckey.md)", true),
      ("[seckey.md, \"Block\"](../Specification/seckey.md)", false),
      ("/// (Specification/seckey.md, \"Block\").", false),
      ("/// (Specification/seckey.md).", false),
      ("/// (Specification/seckeys.md, \"Block size\").", false),
      ("/// (spec/seckey.md 3.2).", false),
    ])
  func judged(_ text: String, _ expected: Bool) {
    let (citations, faults) = Self.read(text, isPage: false)
    #expect(citations == 1)
    #expect(faults.isEmpty == expected)
  }

  /// Returns the number of citations in a text, and the citations that cannot be followed.
  ///
  /// A page of the documentation may speak of a page as a whole; code names a heading.
  private static func read(_ text: String, isPage: Bool) -> (count: Int, faults: [String]) {
    guard text.contains("Specification/") || text.contains("spec/") else { return (0, []) }
    // The text is joined into one line: a citation may be broken between any two words.
    let words = text.split { $0 == " " || $0 == "\n" }
      .filter { !["///", "//", "#", "*", "--"].contains($0) }
    let written = words.joined(separator: " ").replacing("\\\"", with: "\"")
    let line = written.replacing(link) { "Specification/\($0.output.1)\($0.output.2)" }
    var faults: [String] = []
    var count = 0
    for old in line.matches(of: /\bspec\/[a-z-]+\.md/) {
      count += 1
      faults.append("\(old.output): spec is no folder of this repository")
    }
    let form = /Specification\/([A-Za-z-]+\.md)\)?((?:(?:,| and| to) "[^"]+")*)/
    for citation in line.matches(of: form) {
      guard citation.output.1 != "README.md" else { continue }
      count += 1
      guard let titles = headings[String(citation.output.1)] else {
        faults.append("\(citation.output.0): no such page")
        continue
      }
      let named = citation.output.2.matches(of: /"([^"]+)"/).map { plain($0.output.1) }
      if named.isEmpty, !isPage { faults.append("\(citation.output.0): names no heading") }
      for name in named where !titles.contains(name) {
        faults.append("\(citation.output.0): no heading \(name)")
      }
    }
    return (count, faults)
  }

  /// A citation whose page and headings are the text of a link.
  private static var link: Regex<(Substring, Substring, Substring)> {
    /\[([A-Za-z-]+\.md)((?:(?:,| and| to) "[^"]+")+)\]\((?:\.\.\/)*Specification\/[A-Za-z-]+\.md\)/
  }

  private static func plain(_ title: Substring) -> String {
    title.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
  }
}
