// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that each case, code, leaf and symptom is proved by a test or waits for a feature
/// (Specification/diagnostics.md, "Conformance cases").
@Suite("conformance cases of the diagnosis") struct DiagnosisCaseTests {
  private static let files = Repository.sources.filter {
    $0.path.hasPrefix("Tests/KeychainDiagnosticsTests/")
      || $0.path.hasPrefix("Tests/TranscriptTests/Diagnosis/") || $0.name == "FileExplainTests"
  }

  /// Returns the titles of the tests of a file.
  private static func titles(_ file: SourceFile) -> [String] {
    Repository.text(of: file.path).components(after: "@Test(").compactMap { rest in
      let begin = rest.drop { $0.isWhitespace }
      guard begin.first == "\"" else { return nil }
      return String(begin.dropFirst().prefix { $0 != "\"" })
    }
  }

  /// Returns the numbers in a title: `case 5`, `cases 66 and 68`, or the number at the start of a
  /// title about lost items.
  static func numbers(in title: String) -> Set<Int> {
    var text = title[...]
    for mark in ["cases ", "case "] where text.hasPrefix(mark) {
      text = text.dropFirst(mark.count)
      break
    }
    var numbers: Set<Int> = []
    let list = text.prefix { $0 != ":" }
    guard list.count < text.count else { return [] }
    for word in list.split(whereSeparator: { $0 == " " || $0 == "," }) where word != "and" {
      guard let number = Int(word) else { return [] }
      numbers.insert(number)
    }
    return numbers
  }

  private static var proved: Set<Int> {
    var numbers: Set<Int> = []
    for file in files where file.path.contains("/Conformance/") || file.name.hasPrefix("Article") {
      for title in titles(file) { numbers.formUnion(Self.numbers(in: title)) }
    }
    return numbers
  }

  @Test("numbers are read from titles")
  func reading() {
    let rows: [(String, Set<Int>)] = [
      ("case 5: x", [5]), ("cases 66 and 68: x", [66, 68]), ("53: x", [53]),
      ("52, 54: x", [52, 54]),
      ("secitem 45: x", []), ("nothing of either half", []), ("case 5", []),
    ]
    for (title, numbers) in rows { #expect(Self.numbers(in: title) == numbers, "\(title)") }
  }

  // Specification/diagnostics.md, "Conformance cases".
  @Test("cases 1 to 96")
  func cases() {
    for (number, name, title) in DiagnosisCases.named {
      let file = Self.files.first { $0.name == name }
      let isThere = file.map { Self.titles($0).contains(title) } ?? false
      #expect(isThere, "case \(number): \(name) has no test \"\(title)\"")
    }
    let proved = Self.proved.union(DiagnosisCases.named.map(\.number))
    let waiting = Set(DiagnosisCases.waiting.keys)
    #expect(proved.isDisjoint(with: waiting), "\(proved.intersection(waiting)) wait no more")
    let missing = Set(1...96).subtracting(proved).subtracting(waiting)
    #expect(missing.isEmpty, "\(missing.sorted()) have no test")
  }

  /// The codes that tests expect: in a list of codes, or in a report.
  private static var produced: Set<String> {
    var codes: Set<String> = []
    let paths =
      files.map(\.path)
      + Repository.paths(below: ["Tests/TranscriptTests/Transcripts"]).filter {
        $0.hasSuffix(".txt")
      }
    for path in paths {
      for line in Repository.text(of: path).split(separator: "\n") {
        for part in asserted(line).split(separator: "K").dropFirst() {
          let digits = part.prefix(3)
          if digits.count == 3, digits.allSatisfy(\.isNumber) { codes.insert("K" + digits) }
        }
        for word in asserted(line).split(whereSeparator: { !$0.isLetter }) {
          if let code = names[word] { codes.insert(code) }
        }
      }
    }
    return codes
  }

  /// Returns the part of a line that expects something.
  ///
  /// Comments and commands are left out, and so is the text after a "not".
  private static func asserted(_ line: Substring) -> Substring {
    let text = line.drop { $0 == " " }
    if ["//", "$ ", "% ", "#  "].contains(where: text.hasPrefix) { return "" }
    return (text.hasPrefix("! ") ? text.dropFirst(2) : text).prefix { $0 != "!" }
  }

  /// The codes of findings, by their names in Swift.
  private static let names: [Substring: String] = {
    let folder = "Sources/Engine/KeychainExplaining/Texts"
    let paths = Repository.paths(below: [folder]).filter {
      $0.hasPrefix(folder + "/FindingArticle+K")
    }
    let table = paths.map { Repository.text(of: $0) }.joined()
    var names: [Substring: String] = [:]
    for rest in table.components(after: "    FindingArticle(") {
      let digits = rest.prefix { $0.isNumber }
      guard let number = Int(digits), rest.dropFirst(digits.count).hasPrefix(", \"") else {
        continue
      }
      let name = rest.dropFirst(digits.count + 3).prefix { $0.isLetter }
      names[name] = "K" + String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
    }
    return names
  }()

  private static var all: [String] { names.values.sorted() }

  @Test("the names of codes and texts are those of the table; a source prints each of `texts`")
  func written() throws {
    let script = Repository.root.appending(path: "Scripts/findings.py").path
    let run = try Command.run(["python3", script, "--check"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("each code has its row in the specification, and the specification has no other")
  func specified() {
    let page = Repository.text(of: "Documentation/Specification" + "/diagnostics.md")
    let rows = page.matches(of: /\n\| (K\d{3}) \|/).map { String($0.output.1) }
    #expect(Set(rows).symmetricDifference(Self.all).sorted() == [])
  }

  @Test("case 76: each code is produced by a case")
  func codes() {
    let produced = Self.produced
    #expect(Self.all.count > 120)
    let allowed = Set(DiagnosisCases.waitingCodes.keys)
    for code in Self.all where !produced.contains(code) {
      #expect(allowed.contains(code), "\(code) is produced by no test")
    }
  }

  @Test("each leaf of the seven trees and each symptom leads to codes that cases produce")
  func leaves() {
    #expect(DiagnosisCases.leaves.count == 7 && DiagnosisCases.symptoms.count == 25)
    let known = Set(Self.all)
    let allowed = Self.produced.union(DiagnosisCases.waitingCodes.keys)
    let rows =
      DiagnosisCases.leaves.enumerated().map { ("T\($0 + 1)", $1) } + DiagnosisCases.symptoms
    for (name, codes) in rows {
      #expect(Set(codes).isSubset(of: known), "\(name)")
      #expect(Set(codes).isSubset(of: allowed), "\(name): \(Set(codes).subtracting(allowed))")
    }
  }
}

/// Tests that each case of Specification/secitem.md, "The 60 most discriminating conformance
/// cases", is played with a foretold result for every call (`Calls`, `Stage`).
@Suite("foretold cases of SecItem") struct ForetoldCaseTests {
  // Specification/secitem.md, "The 60 most discriminating conformance cases".
  @Test("cases 1 to 60")
  func cases() {
    var numbers: Set<Int> = []
    let folder = "Tests/SecurityTests/Conformance/"
    for file in Repository.sources where file.path.hasPrefix(folder) {
      for rest in Repository.text(of: file.path).components(after: "ConformanceCase(") {
        let digits = rest.drop { $0.isWhitespace }.prefix { $0.isNumber }
        if let number = Int(digits) { numbers.insert(number) }
      }
    }
    let locked = Repository.text(
      of: "Tests/KeychainDiagnosticsTests/Conformance/ForetoldLockTests.swift")
    for rest in locked.components(after: "@Test(\"secitem ") {
      if let number = Int(rest.prefix { $0.isNumber }) { numbers.insert(number) }
    }
    // Case 59 makes an access control and calls no verb.
    numbers.insert(59)
    #expect(numbers.sorted() == Array(1...60))
  }
}
