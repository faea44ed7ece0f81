// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that every case of the specifications of keys and certificates is named by a test.
@Suite("conformance cases of keys and certificates") struct ObjectCaseTests {
  private static let files = Dictionary(
    grouping: Repository.sources.filter { $0.path.hasPrefix("Tests/") }, by: \.name)

  // Specification/seckey.md, "Conformance cases of SecKey".
  @Test("cases 1 to 62")
  func keys() { expect(Array(1...62), in: ObjectCases.keys) }

  // Specification/certificates.md, "Conformance cases".
  @Test("cases 1 to 60")
  func certificates() { expect(Array(1...60), in: ObjectCases.certificates) }

  @Test("cases that are vectors have them")
  func vectors() {
    for (number, file, names) in ObjectCases.vectors {
      let lines = Repository.text(of: "Tests/Vectors/certificates/\(file)-v1.txt")
        .split(separator: "\n")
      for name in names { #expect(lines.contains("name: \(name)"), "case \(number)") }
    }
  }

  @Test("numbers are read from titles")
  func titles() {
    let rows: [(String, Set<Int>)] = [
      ("28 to 31: every file", [28, 29, 30, 31]), ("3, 4, 7 to 9: sizes", [3, 4, 7, 8, 9]),
      ("with RSA (cases 44, 46)", [44, 46]), ("once (case 20)", [20]), ("57: a context", [57]),
      ("9,999 extensions are", []), ("80 columns", []), ("of (none) 5", []), ("4: no, 5", [4]),
    ]
    for (title, numbers) in rows { #expect(Self.numbers(in: title) == numbers, "\(title)") }
  }

  private func expect(_ cases: [Int], in names: [String]) {
    var found: Set<Int> = []
    for name in names {
      let files = Self.files[name] ?? []
      #expect(files.count == 1, "\(name)")
      let numbers = files.flatMap { Self.titles(Repository.text(of: $0.path)) }.map(Self.numbers)
        .reduce(Set()) {
          $0.union($1)
        }
      #expect(!numbers.isEmpty, "\(name)")
      found.formUnion(numbers)
    }
    #expect(found.sorted() == cases)
  }

  /// Returns the titles of tests and of the rows of tables.
  private static func titles(_ text: String) -> [String] {
    ["@Test(", "(title:"].flatMap { mark in
      text.components(after: mark).compactMap { rest in
        let begin = rest.drop { $0.isWhitespace }
        guard begin.first == "\"" else { return nil }
        return String(begin.dropFirst().prefix { $0 != "\"" })
      }
    }
  }

  /// Returns the numbers before a colon at the start, or in `(case …)` and `(cases …)`.
  private static func numbers(in title: String) -> Set<Int> {
    var lists: [Substring] = []
    if let colon = title.firstIndex(of: ":") { lists.append(title[..<colon]) }
    for mark in ["(case ", "(cases "] {
      for rest in title.components(after: mark) { lists.append(rest.prefix { $0 != ")" }) }
    }
    return lists.map(list).reduce(Set()) { $0.union($1) }
  }

  /// Returns the numbers of a list like `1, 3 to 5`, or an empty set for any other text.
  private static func list(_ text: Substring) -> Set<Int> {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: " ").filter { $0 != "to" }.map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        first <= last
      else { return [] }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}

extension String {
  /// Returns the text after each occurrence of a mark.
  func components(after mark: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let place = rest.firstRange(of: mark) {
      rest = rest[place.upperBound...]
      found.append(rest)
    }
    return found
  }
}
