// SPDX-License-Identifier: Apache-2.0

/// Finds functions in formatted code.
///
/// A body ends at the first brace that is indented as far as the declaration.
enum FunctionFinder {
  struct Function: Equatable {
    let head: String
    /// The number of the first line, counted from one.
    let line: Int
    /// The number of lines from the declaration to the closing brace.
    let lines: Int
  }

  static func functions(in file: SourceFile) -> [Function] {
    file.code.indices.compactMap { start in
      let head = file.code[start]
      guard declares(head) else { return nil }
      let indentation = head.prefix { $0 == " " }
      let end = file.code[start...].dropFirst().firstIndex { line in
        line.hasPrefix(indentation + "}")
      }
      // Some declarations have no brace like this before the next line of their indentation. They
      // belong to a protocol, or their body is on their own line.
      let next = file.code[start...].dropFirst().firstIndex { line in
        let spaces = line.prefix { $0 == " " }
        let rest = line.dropFirst(spaces.count)
        return !rest.isEmpty && spaces.count <= indentation.count && !rest.hasPrefix(")")
          && !rest.hasPrefix("where") && !rest.hasPrefix("->") && !rest.hasPrefix("{")
          && !rest.hasPrefix("}")
      }
      guard let end, next.map({ end < $0 }) ?? true else { return nil }
      return Function(
        head: file.lines[start].trimmingSpaces, line: start + 1, lines: end - start + 1)
    }
  }

  private static func declares(_ line: String) -> Bool {
    for word in line.split(separator: " ") {
      if word == "func" || word.hasPrefix("init(") || word.hasPrefix("init<") || word == "deinit" {
        return !line.hasSuffix("}")
      }
      guard modifiers.contains(word) else { return false }
    }
    return false
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "static", "mutating", "override",
    "final", "required", "convenience", "consuming", "borrowing", "@inlinable",
    "@discardableResult",
    "nonisolated",
  ]
}

extension String {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
