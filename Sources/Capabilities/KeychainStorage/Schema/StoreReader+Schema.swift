// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

extension StoreReader {
  /// Returns a description of each difference between the tables and indexes of the store and those
  /// of the newest format.
  ///
  /// The list is empty if there is no difference.
  package func schemaFindings() throws(StorageError) -> [String] {
    try connection.schemaFindings()
  }

  /// Returns the number of history entries according to the counter in the table `meta`.
  package func countedEntries() throws(StorageError) -> Int64 {
    try StoreCounters.read(connection).entries
  }
}

extension Connection {
  /// Throws if the schema of the file differs from the schema of a store format.
  ///
  /// Page checksums show that a page has not changed since it was written, but not which program
  /// wrote it. An added trigger, a missing index or a changed rule for duplicates would change the
  /// effect of calls, although every row is undamaged.
  ///
  /// - Parameter version: The format whose tables and indexes the file must have.
  /// - Throws: `damaged`, with a description of the first difference.
  func requireSchema(of version: Int = SchemaText.formatVersion) throws(StorageError) {
    // In most stores the schema is equal to the byte.
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

  /// Throws `refused` if the store has a newer format than the formats that this version of
  /// Latchkey knows.
  func requireVersion() throws(StorageError) {
    let version = Int(try number("PRAGMA user_version") ?? 0)
    guard version <= SchemaText.formatVersion else {
      throw StoreFile.refusal(
        .newerVersion(found: version, supported: SchemaText.formatVersion), path)
    }
  }

  /// The schema of the database as bytes: type, name, table and SQL of each table and index, sorted
  /// by name.
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

  /// The error to throw if another program has changed the schema since the connection was opened.
  ///
  /// The connection must not be used again. If the schema is still valid, for example after a
  /// VACUUM, the error is `rekeyed`, and another connection repeats the call.
  var schemaChange: StorageError {
    do throws(StorageError) {
      try requireVersion()
      try requireSchema()
      return .rekeyed
    } catch {
      return error
    }
  }

  /// Returns a description of each difference between the tables and indexes of the store and those
  /// of a format.
  ///
  /// The list is empty if there is no difference.
  func schemaFindings(
    of version: Int = SchemaText.formatVersion
  ) throws(StorageError) -> [String] {
    var findings: [String] = []
    if try text("PRAGMA encoding") != "UTF-8" { findings.append("texts are not in UTF-8") }
    if try number("PRAGMA auto_vacuum") != 0 { findings.append("automatic vacuum is on") }
    var expected =
      version == SchemaText.formatVersion ? SchemaText.made : SchemaText.made(in: version)
    let statement = try Statement(
      self, "SELECT type, name, sql FROM sqlite_schema ORDER BY name", persistent: false)
    try statement.forEach { (row) throws(StorageError) in
      let kind = row.text(0) ?? "object"
      let name = row.text(1) ?? ""
      // The tables of another SQLite's ANALYZE only tell which access path is short, and change no
      // answer.
      if kind == "table", let text = row.text(2), SchemaText.statistics[name] == text {
        return true
      }
      if let text = expected.removeValue(forKey: name) {
        if row.text(2).map(SchemaText.essence) != text {
          findings.append("\(kind) \(name) was changed")
        }
      } else {
        findings.append("\(kind) \(name) does not belong to the store")
      }
      return true
    }
    return findings + expected.keys.sorted().map { "\($0) is missing" }
  }
}

extension SchemaText {
  /// The SQL of the tables that SQLite's ANALYZE creates, by the name of the table.
  ///
  /// These tables do not change the result of a query, so they are accepted.
  fileprivate static let statistics = [
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// The SQL that creates each table and index of the newest format, by name, without repeated
  /// blanks and unnecessary quotes.
  fileprivate static let made: [String: [UInt8]] = made(in: formatVersion)

  /// Returns the SQL that creates each table and index of a format, by name, without repeated
  /// blanks and unnecessary quotes.
  ///
  /// The first format has the number 1.
  fileprivate static func made(in version: Int) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: statements(of: version).map { (name($0), essence($0)) })
  }

  /// Returns the name of the table or index that a statement creates.
  private static func name(_ statement: String) -> String {
    let words = statement.split { $0 == " " || $0 == "(" }.filter { $0 != "UNIQUE" }
    return words.count > 2 ? String(words[2]) : ""
  }

  /// Returns an SQL statement without the characters that do not change its meaning.
  ///
  /// Repeated blanks are removed. The double quotes that SQLite puts around a changed name are
  /// removed as well.
  fileprivate static func essence(_ statement: String) -> [UInt8] {
    let (quote, blank) = (UInt8(ascii: "\""), UInt8(ascii: " "))
    var result: [UInt8] = []
    var rest = Array(statement.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == blank || byte == 10 {
        if result.last != blank { result.append(blank) }
        continue
      }
      // Quoted text that is more than a name stays as it is.
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
