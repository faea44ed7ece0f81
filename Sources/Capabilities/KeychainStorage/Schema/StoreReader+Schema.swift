// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

extension StoreReader {
  /// What of tables and indexes is not as this format makes them, in words.
  package func schemaFindings() throws(StorageError) -> [String] {
    try connection.schemaFindings()
  }

  /// How many entries of the history the store counts.
  package func countedEntries() throws(StorageError) -> Int64 {
    try StoreCounters.read(connection).entries
  }
}

extension Connection {
  /// Refuses a file in which SQLite would obey what this format does not say.
  ///
  /// Sums of pages say that a page is as somebody wrote it, not that it was us: a trigger, a
  /// missing index or a rule for duplicates changes what calls do while every row is sound.
  ///
  /// - Parameter version: the format whose tables it has to have.
  /// - Throws: `damaged`, with what is wrong in words.
  func requireSchema(of version: Int = SchemaText.formatVersion) throws(StorageError) {
    // Mostly it is the same to the byte.
    let text = try schemaText
    if (try? Hash.sha256(text.span))?.bytes == SchemaText.digest,
      version == SchemaText.formatVersion, try number("PRAGMA auto_vacuum") == 0
    {
      return
    }
    if let finding = try schemaFindings(of: version).first {
      throw .damaged(Damage(path: path, place: .schema(finding)))
    }
  }

  /// Refuses a store that a program of a later format has changed.
  func requireVersion() throws(StorageError) {
    let version = Int(try number("PRAGMA user_version") ?? 0)
    guard version <= SchemaText.formatVersion else {
      throw StoreFile.refusal(
        .newerVersion(found: version, supported: SchemaText.formatVersion), path)
    }
  }

  /// Each table and index, in the order of their names: kind, name,
  /// table, statement.
  package var schemaText: [UInt8] {
    get throws(StorageError) {
      let objects = try Statement(
        self,
        "SELECT group_concat(type || char(31) || name || char(31) || tbl_name || char(31)"
          + " || ifnull(sql, ''), char(30)) FROM (SELECT * FROM sqlite_schema ORDER BY name)",
        persistent: false)
      return try objects.first { (row) throws(StorageError) in row.bytes(0) } ?? []
    }
  }

  /// The error for a schema that is another one than when the file was opened: this connection has
  /// read it meanwhile, and is not used any more.
  ///
  /// Where the schema is still ours, as after a VACUUM, another connection runs the call again.
  var schemaChange: StorageError {
    do throws(StorageError) {
      try requireVersion()
      try requireSchema()
      return .rekeyed
    } catch {
      return error
    }
  }

  /// The differences between the tables and indexes and those that a format makes, in words.
  func schemaFindings(
    of version: Int = SchemaText.formatVersion
  ) throws(StorageError) -> [String] {
    var findings: [String] = []
    if try text("PRAGMA encoding") != "UTF-8" { findings.append("texts are not in UTF-8") }
    if try number("PRAGMA auto_vacuum") != 0 { findings.append("pages are moved by themselves") }
    var expected =
      version == SchemaText.formatVersion ? SchemaText.made : SchemaText.made(in: version)
    let statement = try Statement(
      self, "SELECT type, name, sql FROM sqlite_schema ORDER BY name", persistent: false)
    try statement.forEach { (row) throws(StorageError) in
      let kind = row.text(0) ?? "object"
      let name = row.text(1) ?? ""
      // The tables of another SQLite's ANALYZE tell which way is short, and change no answer.
      if kind == "table", let text = row.text(2), SchemaText.statistics[name] == text {
        return true
      }
      if let text = expected.removeValue(forKey: name) {
        if row.text(2).map(SchemaText.essence) != text {
          findings.append("\(kind) \(name) is not as it was made")
        }
      } else {
        findings.append("\(kind) \(name) is none of the store's")
      }
      return true
    }
    return findings + expected.keys.sorted().map { "\($0) is missing" }
  }
}

extension SchemaText {
  /// The tables of ANALYZE, as SQLite makes them.
  fileprivate static let statistics = [
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// The statement that makes each table and index of the newest format, by the name.
  fileprivate static let made: [String: [UInt8]] = made(in: formatVersion)

  /// The statement that makes each table and index of a format, by the name; formats count from 1.
  fileprivate static func made(in version: Int) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: statements(of: version).map { (name($0), essence($0)) })
  }

  /// The name of what a statement makes.
  private static func name(_ statement: String) -> String {
    let words = statement.split { $0 == " " || $0 == "(" }.filter { $0 != "UNIQUE" }
    return words.count > 2 ? String(words[2]) : ""
  }

  /// A statement without what its meaning does not depend on: more than one blank, and the double
  /// quotes that SQLite puts around a name that it has changed itself.
  fileprivate static func essence(_ statement: String) -> [UInt8] {
    let (quote, blank) = (UInt8(ascii: "\""), UInt8(ascii: " "))
    var result: [UInt8] = []
    var rest = Array(statement.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == blank || byte == 10 {
        if result.last != blank { result.append(blank) }
        continue
      }
      // Quoted words that are more than a name stay as they are.
      if byte == quote, let end = rest.firstIndex(of: quote), rest[..<end].allSatisfy(isOfName) {
        result += rest[..<end]
        rest = rest[(end + 1)...]
        continue
      }
      result.append(byte)
    }
    return result
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
  }
}
