// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Converts the values of distinguished names into text (Specification/certificates.md,
/// "SubjectSummary").
enum DirectoryText {
  /// The tags of the string types that appear in distinguished names (X.680 8.4).
  private enum StringTag: UInt8 {
    case utf8 = 0x0c
    case numeric = 0x12
    case printable = 0x13
    case teletex = 0x14
    case videotex = 0x15
    case ia5 = 0x16
    case visible = 0x1a
    case general = 0x1b
    case universal = 0x1c
    case bmp = 0x1e
  }

  /// Returns the text of a value: the string itself, or the number in an INTEGER or a BOOLEAN.
  ///
  /// Other values, and strings with invalid bytes, are shown as hexadecimal bytes. The text of an
  /// empty value is empty.
  static func text(_ tag: DERTag, _ value: [UInt8]) -> String {
    string(tag, value)
      ?? (tag == .integer || tag == .boolean ? HexText.integer(value) : HexText.spaced(value))
  }

  /// Returns the text of a value of a string type.
  ///
  /// Returns nil if the value has another type, or if its type does not allow one of the bytes.
  static func string(_ tag: DERTag, _ value: [UInt8]) -> String? {
    guard let kind = StringTag(rawValue: tag.rawValue) else { return nil }
    if kind == .bmp { return utf16(value) }
    if kind == .universal { return utf32(value) }
    let bytes = value.last == 0 ? Array(value.dropLast()) : value
    switch kind {
    case .printable, .ia5, .numeric: return ascii(bytes)
    case .utf8, .general: return String(validating: bytes, as: UTF8.self)
    case .teletex, .videotex, .visible, .bmp, .universal:
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// Returns ASCII bytes as text, or nil if a byte is 128 or more.
  static func ascii(_ bytes: [UInt8]) -> String? {
    bytes.contains { $0 >= 0x80 } ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func utf16(_ bytes: [UInt8]) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func utf32(_ bytes: [UInt8]) -> String? {
    guard bytes.count % 4 == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 4).map { place in
      bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return String(validating: units, as: UTF32.self)
  }
}
