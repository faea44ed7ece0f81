// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// One Swift file: its lines as written, and the same lines without comments and string literals.
struct SourceFile: Sendable, CustomTestStringConvertible {
  let path: String
  let lines: [String]
  /// The lines with blanks in place of comments and literals.
  ///
  /// A word in a comment is therefore not taken for a call.
  let code: [String]
  /// The modules that `import` lines name.
  let imports: [String]
  private let characters: [CChar]

  var testDescription: String { path }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = CodeStripper.strip(text)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    imports = Self.imports(of: code)
    characters = Array(text.utf8CString)
  }

  /// True if the text contains the word.
  ///
  /// This is a quick search in C, because most files contain few of all words.
  func mentions(_ word: String) -> Bool {
    unsafe strstr(characters, word) != nil
  }

  /// The target of the file: the folder below `Tests`, or the folder below a stratum in `Sources`.
  ///
  /// An outside package (`Examples`, `Benchmarks`, `Tests/SourceCompatibility`) is a target of its
  /// own name.
  var target: String {
    let parts = path.split(separator: "/")
    switch parts.first {
    case "Sources" where parts.count > 2: return String(parts[2])
    case "Tests" where parts.count > 1: return String(parts[1])
    case let top: return String(top ?? "")
    }
  }

  var isTest: Bool { path.hasPrefix("Tests/") }
  var isProduct: Bool { path.hasPrefix("Sources/") }

  /// The name of the file without folder and extension.
  var name: String {
    String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
  }

  /// True for a table, which may be long.
  ///
  /// The first line says so.
  var isTable: Bool { lines.first?.contains("table") ?? false }

  private static func imports(of code: [String]) -> [String] {
    code.compactMap { line in
      // Imports begin with this word, an attribute, or `public`, `package`, `private` or
      // `internal`.
      guard let start = line.utf8.first, "i@p".utf8.contains(start) else { return nil }
      var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      if let first = words.first, accessLevels.contains(first) { words.removeFirst() }
      guard words.count >= 2, words[0] == "import" else { return nil }
      let name = words.count > 2 && importKinds.contains(words[1]) ? words[2] : words[1]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "private"]
  private static let importKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "typealias", "var", "let",
  ]
}
