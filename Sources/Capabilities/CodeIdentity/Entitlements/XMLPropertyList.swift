// SPDX-License-Identifier: Apache-2.0

/// Checks an XML property list before Foundation's parser reads it.
///
/// The parser calls itself once for each level of nesting: ten thousand levels overflow the stack
/// of a thread with a small stack.
enum XMLPropertyList {
  private static let containers = ["<array", "<dict", "<plist"].map { Array($0.utf8) }

  /// True if the text has at most `limit` start tags of containers.
  ///
  /// The parser then cannot nest more than `limit` containers. End tags are not subtracted, because
  /// the parser may not see them all: an end tag may stand in a comment, for example.
  ///
  /// Bytes that are not UTF-8, or whose declaration names another encoding, are refused, because
  /// they could hide a start tag.
  static func isBounded(_ bytes: [UInt8], depth limit: Int) -> Bool {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self),
      isInUTF8(text.utf8)
    else { return false }
    var count = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      guard containers.contains(where: { bytes[index...].starts(with: $0) }) else { continue }
      count += 1
      guard count <= limit else { return false }
    }
    return true
  }

  /// True if the XML declaration names UTF-8 or ASCII, or no encoding.
  private static func isInUTF8(_ text: String.UTF8View) -> Bool {
    let name = Array("encoding".utf8)
    var rest = text[...]
    var declaration: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: ">") { declaration.append(byte) }
    guard let place = declaration.indices.first(where: { declaration[$0...].starts(with: name) })
    else { return true }
    let value = declaration[(place + name.count)...]
      .drop { " \t\r\n='\"".utf8.contains($0) }
      .prefix { !"'\"?".utf8.contains($0) }
    return ["utf-8", "us-ascii"].contains(String(decoding: value, as: UTF8.self).lowercased())
  }
}
