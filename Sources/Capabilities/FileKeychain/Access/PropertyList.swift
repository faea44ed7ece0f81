// SPDX-License-Identifier: Apache-2.0

/// A property list in XML, as far as keychain files and their preferences use it.
///
/// Foundation would read more kinds of lists. This code does without Foundation, because each
/// access to an item reads its partition list, and each program would have to load Foundation.
package indirect enum PropertyList: Hashable, Sendable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([PropertyList])
  /// Keys with their values, in the order of the text.
  case dictionary([Pair])

  package struct Pair: Hashable, Sendable {
    package let key: String
    package let value: PropertyList

    package init(_ key: String, _ value: PropertyList) { (self.key, self.value) = (key, value) }
  }

  /// Returns the value of a key; nil if this is no dictionary or the key is absent.
  package subscript(_ key: String) -> PropertyList? {
    guard case .dictionary(let pairs) = self else { return nil }
    return pairs.last { $0.key == key }?.value
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var list: [PropertyList]? { if case .array(let list) = self { list } else { nil } }

  /// The deepest nesting of arrays and dictionaries that is read.
  static let deepest = 16

  /// Reads a property list from XML.
  ///
  /// Nil if the bytes are not a property list, or if it has a value of a kind that this type lacks.
  package init?(decoding bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = PropertyListReader(Array(text.utf8))
    guard let list = reader.document() else { return nil }
    self = list
  }

  /// Returns the list as XML, indented with tabs.
  ///
  /// The XML declaration and the document type are Apple's. The last line ends with a line feed.
  package func encode() -> [UInt8] {
    var text = Self.head
    write(to: &text, indent: "")
    return Array((text + "</plist>\n").utf8)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private func write(to text: inout String, indent: String) {
    switch self {
    case .string(let value): text += "\(indent)<string>\(Self.escaped(value))</string>\n"
    case .integer(let value): text += "\(indent)<integer>\(value)</integer>\n"
    case .boolean(let value): text += "\(indent)<\(value)/>\n"
    case .array(let values):
      guard !values.isEmpty else {
        text += "\(indent)<array/>\n"
        return
      }
      text += "\(indent)<array>\n"
      for value in values { value.write(to: &text, indent: indent + "\t") }
      text += "\(indent)</array>\n"
    case .dictionary(let pairs):
      guard !pairs.isEmpty else {
        text += "\(indent)<dict/>\n"
        return
      }
      text += "\(indent)<dict>\n"
      for pair in pairs {
        text += "\(indent)\t<key>\(Self.escaped(pair.key))</key>\n"
        pair.value.write(to: &text, indent: indent + "\t")
      }
      text += "\(indent)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Reads the text of a property list from its front.
private struct PropertyListReader {
  private let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func document() -> PropertyList? {
    guard skipHead(), let tag = tag(), tag.name == "plist", !tag.isEmpty, !tag.isEnd,
      let list = value(depth: 0), let end = self.tag(), end.name == "plist", end.isEnd
    else { return nil }
    return list
  }

  private struct Tag {
    let name: String
    let isEnd: Bool
    /// True for a tag that ends itself, such as `<true/>`.
    let isEmpty: Bool
  }

  /// Skips the XML declaration and the document type; returns false if one of them has no end.
  private mutating func skipHead() -> Bool {
    while true {
      skipBlanks()
      guard starts(with: "<?") || starts(with: "<!DOCTYPE") else { return true }
      guard let end = text[place...].firstIndex(of: UInt8(ascii: ">")) else { return false }
      place = end + 1
    }
  }

  private mutating func skipBlanks() {
    while place < text.count {
      if " \t\r\n".utf8.contains(text[place]) {
        place += 1
      } else if starts(with: "<!--"), let end = index(of: "-->") {
        place = end + 3
      } else {
        return
      }
    }
  }

  private func starts(with mark: StaticString) -> Bool {
    text[place...].starts(with: "\(mark)".utf8)
  }

  private func index(of mark: String) -> Int? {
    let mark = Array(mark.utf8)
    return text.indices[place...].first { text[$0...].starts(with: mark) }
  }

  private mutating func tag() -> Tag? {
    skipBlanks()
    guard place < text.count, text[place] == UInt8(ascii: "<"),
      let end = text[place...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    var content = text[(place + 1)..<end]
    place = end + 1
    let isEnd = content.first == UInt8(ascii: "/")
    if isEnd { content.removeFirst() }
    let isEmpty = content.last == UInt8(ascii: "/")
    if isEmpty { content.removeLast() }
    let name = content.prefix { !" \t\r\n".utf8.contains($0) }
    return Tag(name: String(decoding: name, as: UTF8.self), isEnd: isEnd, isEmpty: isEmpty)
  }

  private mutating func value(depth: Int) -> PropertyList? {
    guard depth <= PropertyList.deepest, let tag = tag(), !tag.isEnd else { return nil }
    return value(tag, depth)
  }

  private mutating func value(_ tag: Tag, _ depth: Int) -> PropertyList? {
    switch tag.name {
    case "string": return (tag.isEmpty ? "" : content(of: "string")).map { .string($0) }
    case "integer":
      return tag.isEmpty ? nil : content(of: "integer").flatMap { Int($0) }.map { .integer($0) }
    case "true": return tag.isEmpty || content(of: "true") == "" ? .boolean(true) : nil
    case "false": return tag.isEmpty || content(of: "false") == "" ? .boolean(false) : nil
    case "array": return tag.isEmpty ? .array([]) : array(depth)
    case "dict": return tag.isEmpty ? .dictionary([]) : dictionary(depth)
    default: return nil
    }
  }

  private mutating func array(_ depth: Int) -> PropertyList? {
    var values: [PropertyList] = []
    while let tag = tag() {
      if tag.isEnd { return tag.name == "array" ? .array(values) : nil }
      guard depth < PropertyList.deepest, let value = value(tag, depth + 1) else { return nil }
      values.append(value)
    }
    return nil
  }

  private mutating func dictionary(_ depth: Int) -> PropertyList? {
    var pairs: [PropertyList.Pair] = []
    while let tag = tag() {
      if tag.isEnd { return tag.name == "dict" ? .dictionary(pairs) : nil }
      guard tag.name == "key", let key = tag.isEmpty ? "" : content(of: "key"),
        let value = value(depth: depth + 1)
      else { return nil }
      pairs.append(PropertyList.Pair(key, value))
    }
    return nil
  }

  /// Reads text up to the next tag; nil if this is not the end tag of `name`.
  private mutating func content(of name: String) -> String? {
    guard let end = text[place...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let raw = text[place..<end]
    place = end
    guard let tag = tag(), tag.isEnd, tag.name == name else { return nil }
    return Self.plain(raw)
  }

  /// Returns text with its references (`&amp;`, `&#65;`) replaced by characters.
  ///
  /// Nil if a reference is neither one of XML's five names nor the number of a character.
  private static func plain(_ raw: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&") else {
        result.append(byte)
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: rest[..<end], as: UTF8.self)
      guard let character = character(name) else { return nil }
      result += Array(String(character).utf8)
      rest = rest[(end + 1)...]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init)
    }
  }
}
