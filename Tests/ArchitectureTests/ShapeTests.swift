// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("shape of files") struct ShapeTests {
  /// The limits of files and functions, which keep them small enough for a reviewer.
  ///
  /// Tables are exempt from the length.
  private enum Limit {
    static let sourceLines = 400
    static let testLines = 500
    static let functionLines = 60
    static let columns = 100
    static let filesInFolder = 15
    /// Lines, with comments, from which a type must have its own file.
    static let smallType = 16
  }

  @Test("there is something to check")
  func notEmpty() {
    #expect(Repository.sources.filter(\.isProduct).count > 10)
    #expect(Repository.sources.filter(\.isTest).count > 10)
  }

  @Test("the first line names the licence")
  func licence() {
    for file in Repository.sources {
      // A manifest must begin with the tools version.
      let line = file.name == "Package" ? file.lines.dropFirst().first : file.lines.first
      #expect(
        line?.hasPrefix("// SPDX-License-Identifier: Apache-2.0") ?? false, "\(file.path)")
    }
    let scripts = Repository.paths(below: ["Scripts", "Packaging", "Sources"])
      .filter { path in [".sh", ".bash", ".c", ".h"].contains { path.hasSuffix($0) } }
    for path in scripts {
      let lines = Repository.text(of: path).split(separator: "\n").prefix(2)
      #expect(lines.contains { $0.contains("SPDX-License-Identifier: Apache-2.0") }, "\(path)")
    }
  }

  @Test("files are short, unless they are tables and say so")
  func fileLength() {
    for file in Repository.sources where !file.isTable {
      let limit = file.isTest ? Limit.testLines : Limit.sourceLines
      #expect(file.lines.count <= limit, "\(file.path)")
    }
  }

  @Test("lines are at most 100 columns, tables excepted")
  func lineLength() {
    for file in Repository.sources where !file.isTable && !file.isTest {
      let long = file.lines.indices.filter { file.lines[$0].count > Limit.columns }
      #expect(long.map { $0 + 1 } == [], "lines of \(file.path)")
    }
  }

  @Test("functions are at most 60 lines")
  func functionLength() {
    for file in Repository.sources {
      for function in FunctionFinder.functions(in: file) {
        #expect(
          function.lines <= Limit.functionLines, "\(file.path):\(function.line) \(function.head)")
      }
    }
  }

  @Test("a type that other files use stands in the file of its name, unless it is small")
  func typesAndFiles() {
    for file in Repository.sources where file.isProduct && !file.isTable {
      for first in file.code.indices {
        guard let name = Self.type(declaredBy: file.code[first]), file.name != name,
          !file.name.hasPrefix(name + "+")
        else { continue }
        let before = file.lines[..<first].reversed().prefix {
          $0.hasPrefix("//") || $0.hasPrefix("@")
        }
        let after = file.lines[first...].prefix { !$0.hasPrefix("}") }
        let count = before.count + after.count + 1
        guard count >= Limit.smallType else { continue }
        // Looked for last, because this reads every file.
        #expect(!Self.isUsed(name, outside: file), "\(name) in \(file.path)")
      }
    }
  }

  /// True if another file of the product names the type.
  private static func isUsed(_ name: String, outside file: SourceFile) -> Bool {
    Repository.sources.contains { other in
      other.isProduct && other.path != file.path
        && other.code.contains { $0.contains(name) }
    }
  }

  /// Returns the type that a line declares at the top level for use outside its file.
  private static func type(declaredBy line: String) -> String? {
    let words =
      line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != " " }
      .first?.split(separator: " ") ?? []
    guard let place = words.firstIndex(where: { kinds.contains($0) }), !line.hasPrefix(" "),
      !words.contains("import"),
      !words[..<place].contains("private"), !words[..<place].contains("fileprivate"),
      words.indices.contains(place + 1)
    else { return nil }
    return String(words[place + 1])
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]

  @Test("folders are small")
  func folders() {
    let product = Repository.sources.filter(\.isProduct)
    let folders = Dictionary(grouping: product) { file in
      file.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    for (folder, files) in folders {
      #expect(files.count <= Limit.filesInFolder, "files in \(folder)")
      #expect(folder.split(separator: "/").count <= 5, "\(folder) is nested too deep")
    }
  }

  @Test("no file has a name that says nothing")
  func names() {
    let empty = ["Utils", "Utilities", "Helpers", "Helper", "Common", "Misc", "Base", "Core"]
    let suffixes = ["Utils", "Utilities", "Helpers", "Helper", "Manager", "Misc", "Impl"]
    for file in Repository.sources {
      #expect(!empty.contains(file.name), "\(file.path)")
      #expect(!suffixes.contains { file.name.hasSuffix($0) }, "\(file.path)")
      // Apple's own names may end so. Ours must not.
      let isOurs = !file.name.hasPrefix("Sec") && !file.name.hasPrefix("kSec")
      #expect(!(isOurs && ["Info", "Data"].contains { file.name.hasSuffix($0) }), "\(file.path)")
    }
  }
}
