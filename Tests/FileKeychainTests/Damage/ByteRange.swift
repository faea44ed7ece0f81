// SPDX-License-Identifier: Apache-2.0 (table)

/// The kinds of bytes of a keychain file, as the page about the format names them.
enum ByteRange: String, CaseIterable {
  case head = "head of the file: magic, version, offsets; size, number and offsets of the tables"
  case unused = "head of the file: the unused section"
  case table = "table: size, number, offsets, number of slots"
  case count = "table: number of records"
  case slots = "table: slots of records"
  case free = "table: list of free slots"
  case schema = "meta tables: rows of the schema"
  case record = "record: size and number"
  case versions = "record: create version and record version"
  case meaning = "record: semantic information"
  case dataSize = "record: size of the data"
  case places = "record: offsets of attributes"
  case padding = "padding of values and data"
  case databaseHead = "database blob: magic, version, sizes"
  case databaseBody = "database blob: signature, settings, salt, IV, code, access list, keys"
  case label = "password: label of its key"
  case vector = "password: IV"
  case secret = "password: encrypted secret"
  case dates = "password: creation and modification date"
  case attributes = "password: all other attributes"
  case keyHead = "wrapped key: magic, version, sizes"
  case keyBody = "wrapped key: IV, header, wrapping, code, access list, key"
  case keyAttributes = "wrapped key: attributes of the record"
  case groupAttributes = "key of a password: attributes of the record"
  case publicHead = "public key: magic, version, sizes"
  case publicMark = "public key: the words that stand for the code"
  case publicBody = "public key: header, access list, key"
  case publicAttributes = "public key: attributes of the record"
  case certificate = "certificate: its DER"
  case certificateAttributes = "certificate: attributes of the record"
  case index = "indexes"
  case commit = "counter of transactions"

  /// Returns the kind of an entry of the second implementation.
  ///
  /// - Parameter isPassword: true in a file of passwords, whose symmetric keys belong to them.
  static func kind(of name: String, isPassword: Bool) -> ByteRange? {
    if name == "commit counter" { return .commit }
    if name == "header auth section" { return .unused }
    if name.hasPrefix("header ") || name.hasPrefix("schema section ") { return .head }
    guard let match = name.wholeMatch(of: #/table 0x([0-9A-F]{8}) (?:record (\d+) )?(.*)/#),
      let table = UInt32(match.1, radix: 16)
    else { return nil }
    let field = String(match.3)
    guard match.2 != nil else { return ofTable(field) }
    return ofRecord(field) ?? ofContent(field, table, isPassword)
  }

  private static func ofTable(_ field: String) -> ByteRange? {
    switch field {
    case "record count": .count
    case "free-list head": .free
    case _ where field.hasPrefix("slot ") && field != "slot count": .slots
    case _ where field.hasPrefix("index") && field != "index section offset": .index
    default: .table
    }
  }

  private static func ofRecord(_ field: String) -> ByteRange? {
    switch field {
    case "size", "number": .record
    case "create version", "record version": .versions
    case "semantic information": .meaning
    case "data size": .dataSize
    case _ where field.hasSuffix("padding") && !field.contains("DbBlob"): .padding
    case _ where field.hasSuffix(" offset"): .places
    default: nil
    }
  }

  private static func ofContent(_ field: String, _ table: UInt32, _ isPassword: Bool) -> ByteRange?
  {
    let isBlobHead = ["magic", "version", "start of the encrypted section", "total length"]
      .contains { field.hasSuffix("Blob \($0)") }
    switch table {
    case 0...3: return .schema
    case 0x8000_8000: return isBlobHead ? .databaseHead : .databaseBody
    case 0x8000_0000:
      if field.contains("SSGP group label") { return .label }
      if field.contains("SSGP IV") { return .vector }
      if field.contains("SSGP ciphertext") { return .secret }
      return field.contains("attribute cdat") || field.contains("attribute mdat")
        ? .dates : .attributes
    case 0x8000_1000: return field == "data" ? .certificate : .certificateAttributes
    case 0x0F:
      if isBlobHead { return .publicHead }
      if field.hasSuffix("MAC") { return .publicMark }
      return field.contains("KeyBlob") ? .publicBody : .publicAttributes
    case 0x10, 0x11:
      if isBlobHead { return .keyHead }
      if field.contains("KeyBlob") { return .keyBody }
      return isPassword ? .groupAttributes : .keyAttributes
    default: return nil
    }
  }
}
