// SPDX-License-Identifier: Apache-2.0
import Testing

/// One Swift file: its lines as written, and the same lines without comments and string literals.
struct SourceFile: Sendable, CustomTestStringConvertible {
  let path: String
  let lines: [String]
  /// As `lines`, but what is no code is blank; so a word in a comment is not taken for a call.
  let code: [String]

  var testDescription: String { path }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = CodeStripper.strip(text)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The target the file belongs to: the folder below `Sources` or `Tests`.
  ///
  /// An outside package (`Examples`, `Benchmarks`, `Tests/SourceCompatibility`) is a target of its
  /// own name.
  var target: String {
    let parts = path.split(separator: "/")
    guard let top = parts.first, top == "Sources" || top == "Tests", parts.count > 1 else {
      return String(parts.first ?? "")
    }
    return String(parts[1])
  }

  var isTest: Bool { path.hasPrefix("Tests/") }
  var isProduct: Bool { path.hasPrefix("Sources/") }

  /// The name of the file without folder and extension.
  var name: String {
    String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
  }

  /// Tables may be long; the first line says so.
  var isTable: Bool { lines.first?.contains("table") ?? false }

  /// The modules that `import` lines name.
  var imports: [String] {
    code.compactMap { line in
      var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      if let first = words.first, Self.accessLevels.contains(first) { words.removeFirst() }
      guard words.count >= 2, words[0] == "import" else { return nil }
      let name = words.count > 2 && Self.importKinds.contains(words[1]) ? words[2] : words[1]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "private"]
  private static let importKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "typealias", "var", "let",
  ]
}
