// SPDX-License-Identifier: Apache-2.0

extension StoreReader {
  /// What of tables and indexes is not as this format makes them, in words.
  ///
  /// Sums of pages say that a page is as somebody wrote it, not that it was us: a trigger or a
  /// missing index changes what calls do while every row is sound.
  package func schemaFindings() throws(StorageError) -> [String] {
    var expected: [String: String] = [:]
    for statement in SchemaText.statements { expected[Self.name(statement)] = statement }
    var findings: [String] = []
    let statement = try Statement(
      connection, "SELECT type, name, sql FROM sqlite_schema ORDER BY name", persistent: false)
    try statement.forEach { (row) throws(StorageError) in
      let kind = row.text(0) ?? "object"
      let name = row.text(1) ?? ""
      // What ANALYZE of another SQLite leaves changes no answer.
      guard !name.hasPrefix("sqlite_stat") else { return true }
      if let text = expected.removeValue(forKey: name) {
        if row.text(2).map(Self.words) != Self.words(text) {
          findings.append("\(kind) \(name) is not as it was made")
        }
      } else {
        findings.append("\(kind) \(name) is none of the store's")
      }
      return true
    }
    return findings + expected.keys.sorted().map { "\($0) is missing" }
  }

  /// How many entries of the history the store counts.
  package func countedEntries() throws(StorageError) -> Int64 {
    try StoreCounters.read(connection).entries
  }

  /// The name of what a statement makes.
  private static func name(_ statement: String) -> String {
    let words = statement.split { $0 == " " || $0 == "(" }.filter { $0 != "UNIQUE" }
    return words.count > 2 ? String(words[2]) : ""
  }

  /// A statement without what its meaning does not depend on.
  private static func words(_ statement: String) -> [Substring] {
    statement.split { $0.isWhitespace || $0 == "\"" }
  }
}
