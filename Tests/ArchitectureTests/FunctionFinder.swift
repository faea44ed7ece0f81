// SPDX-License-Identifier: Apache-2.0

/// Finds functions in formatted code: the body ends at the first brace that stands as far left as
/// the declaration began.
enum FunctionFinder {
  struct Function: Equatable {
    let head: String
    /// Counted from one.
    let line: Int
    /// From the declaration to the closing brace.
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
      // A declaration of a protocol, or one whose body is on its own line, has no such brace before
      // the next line that stands as far left.
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
