// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("documents") struct DocumentTests {
  private static let documents =
    [
      "README", "ARCHITECTURE", "STYLE", "CONTRIBUTING", "SECURITY", "CHANGELOG", "RELEASING",
    ].map { $0 + ".md" }
    + Repository.paths(below: ["Documentation"]).filter { $0.hasSuffix(".md") }

  @Test("every file that a document names exists", arguments: documents)
  func namedFiles(_ document: String) {
    let text = Repository.text(of: document)
    #expect(!text.isEmpty, "\(document) is missing")
    let folder = document.split(separator: "/").dropLast().joined(separator: "/")
    for link in Self.links(in: text) {
      let path = folder.isEmpty ? link : folder + "/" + link
      #expect(Repository.exists(path), "\(document) links to \(link)")
    }
    for path in Self.quotedPaths(in: text) {
      #expect(Repository.exists(path), "\(document) names \(path)")
    }
  }

  @Test(
    "pages stay short",
    arguments: [
      ("README.md", 150), ("STYLE.md", 200), ("ARCHITECTURE.md", 200), ("CONTRIBUTING.md", 100),
    ])
  func length(_ document: String, _ limit: Int) {
    #expect(Repository.text(of: document).split(separator: "\n").count <= limit)
  }

  @Test("the first screen of the README shows the two commands and the dependency")
  func firstScreen() {
    let screen = Repository.text(of: "README.md")
      .split(separator: "\n", omittingEmptySubsequences: false).prefix(40).joined(separator: "\n")
    for words in ["make demo", "make test", ".package(", "import Security"] {
      #expect(screen.contains(words), "\(words)")
    }
  }

  @Test("ARCHITECTURE.md has each target of the manifest in the table of its stratum")
  func targets() throws {
    var tables: [String: Set<String>] = [:]
    var stratum = ""
    for line in Repository.text(of: "ARCHITECTURE.md").split(separator: "\n") {
      if line.hasPrefix("### ") { stratum = String(line.dropFirst(4)) }
      if line.hasPrefix("## ") { stratum = "" }
      guard !stratum.isEmpty, line.hasPrefix("| ") else { continue }
      let names = line.dropFirst(2).prefix { $0 != "|" }.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      tables[stratum, default: []].formUnion(names.filter { $0 != "target" })
    }
    var folders: [String: Set<String>] = [:]
    for (target, path) in try Manifest.dumped().paths {
      let parts = path.split(separator: "/")
      if parts.first == "Sources" {
        #expect(parts.count == 3 && parts[2] == target, "\(path)")
        folders[String(parts[1]), default: []].insert(target)
      } else if parts.first == "Tests" {
        folders["Tests", default: []].insert(target)
      }
    }
    // These targets are built only with the SDK.
    folders["Faces", default: []].formUnion(["SecurityC", "CLatchkeySecurity"])
    #expect(tables == folders)
    #expect(folders.count == 7)
  }

  @Test("the guide to the simulated phone lists every step and policy of a prompt")
  func promptSteps() {
    let guide = Repository.text(of: "Documentation/Guides/simulated-device.md")
    let steps = Repository.text(of: "Sources/Faces/KeychainTesting/Prompting/Step.swift")
      .matches(of: /\n    case (\w+)/).map { String($0.output.1) }
    #expect(steps.count > 15)
    for step in steps { #expect(guide.contains("| `.\(step)"), "\(step)") }
  }

  @Test("a change note is one short file with a kind and a sentence")
  func changeNotes() {
    let notes = Repository.paths(below: ["Changes/unreleased"]).filter { $0.hasSuffix(".md") }
    for note in notes {
      let text = Repository.text(of: note)
      let kinds = ["Added: ", "Changed: ", "Fixed: ", "Removed: ", "Security: "]
      #expect(kinds.contains { text.hasPrefix($0) }, "\(note)")
      #expect(text.split(separator: "\n").count <= 10, "\(note)")
    }
  }

  /// Returns the targets of `[text](target)` that are files of this repository.
  private static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.output.1) }
      .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
  }

  /// Returns the paths in backquotes that begin with a folder of this repository, except patterns.
  private static func quotedPaths(in text: String) -> [String] {
    let folders = [
      "Sources/", "Tests/", "Scripts/", "Packaging/", "Documentation/", "Examples/", "Benchmarks/",
      "Changes/", ".ci/",
    ]
    return text.matches(of: /`([^`\s]+)`/).map { String($0.output.1) }
      .filter { path in folders.contains { path.hasPrefix($0) } }
      .filter { path in !path.contains { "<>*…".contains($0) } }
  }
}
