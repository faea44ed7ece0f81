// SPDX-License-Identifier: Apache-2.0

/// Reads a property list in Apple's XML form.
///
/// The text must be UTF-8, and must not name another encoding. Entities of a document type are
/// refused, because they could make a small file grow without limit.
struct XMLPropertyList {
  /// The error for text that is not a property list.
  private struct Malformed: Error {}

  /// A tag, such as `<array>`, `</array>` or `<array/>`.
  private struct Tag {
    enum Kind { case opening, closing, empty }
    let name: String
    let kind: Kind
  }

  private let bytes: [UInt8]
  private var place = 0
  private var valuesLeft = PropertyListValue.mostValues

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the value in a property list, or nil if the bytes are not a property list.
  static func value(in bytes: [UInt8]) -> PropertyListValue? {
    // Text that is not UTF-8 would be read with replacement characters. XML has no zero bytes.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = XMLPropertyList(bytes)
    return try? reader.document()
  }

  private mutating func document() throws(Malformed) -> PropertyListValue {
    _ = skip("\u{FEFF}")
    try skipRemarks()
    guard let tag = try tag(), tag.name == "plist", tag.kind == .opening else { throw Malformed() }
    guard let first = try self.tag(), first.kind != .closing else { throw Malformed() }
    let value = try value(after: first, depth: 0)
    try expectEnd("plist")
    try skipRemarks()
    guard place == bytes.count else { throw Malformed() }
    return value
  }

  private mutating func value(
    after tag: Tag, depth: Int
  ) throws(Malformed) -> PropertyListValue {
    valuesLeft -= 1
    guard valuesLeft > 0, depth < PropertyListValue.deepest else { throw Malformed() }
    switch tag.name {
    case "dict": return .dictionary(try dictionary(tag, depth))
    case "array": return .array(try array(tag, depth))
    case "string": return .text(try content(tag))
    case "true", "false":
      guard try content(tag).isEmpty else { throw Malformed() }
      return .truth(tag.name == "true")
    case "data":
      guard let data = Base64.bytes(Array(try content(tag).utf8)) else { throw Malformed() }
      return .data(data)
    case "integer":
      guard let integer = Self.integer(try content(tag)) else { throw Malformed() }
      return .integer(integer)
    case "real":
      guard let real = Double(try content(tag)), real.isFinite else { throw Malformed() }
      return .real(real)
    case "date":
      let text = try content(tag)
      guard text.utf8.count == 20, let moment = Instant(internetForm: text) else {
        throw Malformed()
      }
      return .moment(moment)
    default: throw Malformed()
    }
  }

  private mutating func array(
    _ tag: Tag, _ depth: Int
  ) throws(Malformed) -> [PropertyListValue] {
    var values: [PropertyListValue] = []
    guard tag.kind == .opening else { return values }
    while let next = try self.tag() {
      if next.kind == .closing {
        guard next.name == tag.name else { throw Malformed() }
        return values
      }
      values.append(try value(after: next, depth: depth + 1))
    }
    throw Malformed()
  }

  private mutating func dictionary(
    _ tag: Tag, _ depth: Int
  ) throws(Malformed) -> [String: PropertyListValue] {
    var pairs: [String: PropertyListValue] = [:]
    guard tag.kind == .opening else { return pairs }
    while let next = try self.tag() {
      if next.kind == .closing {
        guard next.name == tag.name else { throw Malformed() }
        return pairs
      }
      guard next.name == "key" else { throw Malformed() }
      let key = try content(next)
      guard let after = try self.tag(), after.kind != .closing else { throw Malformed() }
      // A key with two values is refused, because no reader can know which value is meant.
      let former = pairs.updateValue(try value(after: after, depth: depth + 1), forKey: key)
      guard former == nil else { throw Malformed() }
    }
    throw Malformed()
  }

  /// Reads a whole number in decimal or, after `0x`, in hexadecimal digits.
  ///
  /// White space before the number has no meaning. Nil if the text is no number of at most 64 bits.
  private static func integer(_ words: String) -> Int64? {
    let text = words.drop { $0.isASCII && $0.isWhitespace }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(text) }
    return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
  }

  // MARK: Text and tags

  /// Reads the text of an element up to its end tag.
  ///
  /// - Parameter tag: the tag that was just read. If the tag is an empty element such as
  ///   `<string/>`, the result is empty and nothing more is read.
  private mutating func content(_ tag: Tag) throws(Malformed) -> String {
    guard tag.kind == .opening else { return "" }
    var text: [UInt8] = []
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if skip("<![CDATA[") {
          text += try before("]]>")
        } else if skip("<!--") {
          _ = try before("-->")
        } else {
          try expectEnd(tag.name)
          return String(decoding: text, as: UTF8.self)
        }
      case UInt8(ascii: "&"):
        place += 1
        text += try entity()
      default:
        let start = place
        while place < bytes.count, !Self.isMarkup(bytes[place]) { place += 1 }
        text += bytes[start..<place]
      }
    }
    throw Malformed()
  }

  /// True if a byte begins a tag or an entity.
  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
  }

  /// Reads the rest of an entity, such as `lt;` after `&`, and returns its character in UTF-8.
  private mutating func entity() throws(Malformed) -> [UInt8] {
    let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw Malformed() }
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    place = end + 1
    switch name {
    case "lt": return Array("<".utf8)
    case "gt": return Array(">".utf8)
    case "amp": return Array("&".utf8)
    case "quot": return Array("\"".utf8)
    case "apos": return Array("'".utf8)
    default: break
    }
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let number, number > 0, let scalar = Unicode.Scalar(number) else { throw Malformed() }
    return Array(String(Character(scalar)).utf8)
  }

  /// Reads the next tag; nil at the end of the text.
  private mutating func tag() throws(Malformed) -> Tag? {
    try skipRemarks()
    guard place < bytes.count else { return nil }
    guard skip("<") else { throw Malformed() }
    let isClosing = skip("/")
    let start = place
    while place < bytes.count, Self.isLetter(bytes[place]) { place += 1 }
    guard place > start, place < bytes.count,
      Self.isBlank(bytes[place]) || bytes[place] == UInt8(ascii: ">")
        || bytes[place] == UInt8(ascii: "/")
    else { throw Malformed() }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    try skipAttributes()
    let isEmpty = skip("/")
    guard skip(">"), !(isClosing && isEmpty) else { throw Malformed() }
    return Tag(name: name, kind: isClosing ? .closing : isEmpty ? .empty : .opening)
  }

  /// Skips the attributes of a tag, which have no meaning in a property list.
  private mutating func skipAttributes() throws(Malformed) {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ">"), UInt8(ascii: "/"): return
      case UInt8(ascii: "<"): throw Malformed()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[place]
        guard let end = bytes[(place + 1)...].firstIndex(of: quote) else { throw Malformed() }
        place = end + 1
      default: place += 1
      }
    }
    throw Malformed()
  }

  /// Skips blanks, comments, instructions such as `<?xml …?>`, and the document type.
  private mutating func skipRemarks() throws(Malformed) {
    while place < bytes.count {
      if Self.isBlank(bytes[place]) {
        place += 1
      } else if skip("<?") {
        guard Self.isInUTF8(try before("?>")) else { throw Malformed() }
      } else if skip("<!--") {
        _ = try before("-->")
      } else if skip("<!DOCTYPE") {
        guard !(try before(">").contains(UInt8(ascii: "["))) else { throw Malformed() }
      } else {
        return
      }
    }
  }

  /// True if an XML declaration names UTF-8 or ASCII, or no encoding.
  private static func isInUTF8(_ declaration: [UInt8]) -> Bool {
    let name = Array("encoding".utf8)
    guard let place = declaration.indices.first(where: { declaration[$0...].starts(with: name) })
    else { return true }
    let value = declaration[(place + name.count)...]
      .drop { isBlank($0) || "='\"".utf8.contains($0) }
      .prefix { !"'\"".utf8.contains($0) }
    return ["utf-8", "us-ascii"].contains(String(decoding: value, as: UTF8.self).lowercased())
  }

  private mutating func expectEnd(_ name: String) throws(Malformed) {
    guard let tag = try tag(), tag.kind == .closing, tag.name == name else { throw Malformed() }
  }

  /// Returns the bytes before the next occurrence of the text `mark`, for example `-->`.
  ///
  /// The reader continues after the mark.
  private mutating func before(_ mark: String) throws(Malformed) -> [UInt8] {
    let wanted = Array(mark.utf8)
    let start = place
    while bytes.count - place >= wanted.count {
      if bytes[place] == wanted[0], bytes[place...].starts(with: wanted) {
        defer { place += wanted.count }
        return Array(bytes[start..<place])
      }
      place += 1
    }
    throw Malformed()
  }

  /// Skips the text `mark` if it comes next, and returns true; otherwise returns false.
  private mutating func skip(_ mark: String) -> Bool {
    let wanted = mark.utf8
    guard bytes.count - place >= wanted.count, bytes[place] == wanted.first,
      bytes[place...].starts(with: wanted)
    else { return false }
    place += wanted.count
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
